import Basics
import Model

/// One text or multimedia message of a backup.
struct SMSMessage {
    let entry: SMSReader.Entry
    let numbers: SMSNumbers

    var at: Moment? {
        entry.attributes["date"].flatMap { Double($0) }
            .flatMap { UnixTime.moment(milliseconds: $0) }
    }

    func add(to builder: inout ConversationBuilder) throws(ImportError) {
        var message = builder.message(at: at)
        message.from =
            try isSent
            ? builder.participant(ConversationBuilder.anonymousMe, name: "Me")
            : sender(&builder)
        message.status = status
        message.details.subject = subject
        if entry.isMultimedia {
            try fill(&message, &builder)
        } else {
            message.body = Body.plain(entry.attributes["body"] ?? "")
        }
        try builder.append(message)
    }

    private var isSent: Bool { entry.box != "1" }

    private var status: Message.Status? {
        switch entry.box {
        case "2": entry.attributes["status"] == "0" ? .delivered : .sent
        case "4", "6": .sending
        case "5": .failed
        default: nil
        }
    }

    private var subject: String? {
        let text = entry.attributes[entry.isMultimedia ? "sub" : "subject"] ?? ""
        return text.isEmpty || text == "null" ? nil : CleanText.line(text)
    }

    private func sender(_ builder: inout ConversationBuilder) throws(ImportError) -> Int {
        let addresses = entry.address.split(separator: "~").map(String.init)
        guard addresses.count > 1 else {
            let number = addresses.first ?? "Unknown"
            let key = numbers.key(number)
            let index = try builder.participant(
                key, name: entry.contact ?? numbers.name(of: key) ?? number)
            builder.conversation.participants[index].handle = CleanText.line(number)
            return index
        }
        // 137 marks the sender's address ("From" in OMA's MMS encapsulation).
        let from = entry.addresses.first { $0.type == "137" }?.address ?? addresses[0]
        let names = (entry.contact ?? "").components([", "])
        let place = addresses.firstIndex { numbers.key($0) == numbers.key(from) }
        let name = place.flatMap { names.count == addresses.count ? names[$0] : nil }
        let index = try builder.participant(numbers.key(from), name: name ?? from)
        builder.conversation.participants[index].handle = CleanText.line(from)
        builder.conversation.kind = .group
        return index
    }

    private func fill(_ message: inout Message, _ builder: inout ConversationBuilder)
        throws(ImportError)
    {
        // A notification (OMA's m-notification-ind) whose message the phone never downloaded.
        if entry.attributes["m_type"] == "130", entry.parts.isEmpty {
            var attachment = Attachment(kind: .file)
            builder.miss(&attachment, "not downloaded")
            message.attachments.append(attachment)
        }
        for part in entry.parts {
            switch part.type {
            case "application/smil": continue
            case "text/plain": message.body += Body.plain(part.text ?? "")
            default: message.attachments.append(try attachment(part, &message, &builder))
            }
        }
    }

    private func attachment(
        _ part: SMSReader.Part, _ message: inout Message, _ builder: inout ConversationBuilder
    ) throws(ImportError) -> Attachment {
        var attachment = Attachment(kind: FileKind.kind(name: part.name, mime: part.type))
        attachment.name = part.name.map(CleanText.line)
        guard let data = part.data else {
            builder.miss(&attachment, "not in the export")
            return attachment
        }
        let limit = builder.options.limits.mediaBytes
        guard let bytes = try? Base64.decode(Array(data.utf8)[...], limit: limit) else {
            builder.miss(&attachment, "damaged in the export")
            return attachment
        }
        attachment.size = bytes.count
        if attachment.kind == .contact { message.details.contact = VCard.read(bytes) }
        if FileSignature.isPicture(bytes) {
            attachment.media = try builder.store(bytes, name: "")
        } else {
            try builder.hold(bytes, for: &attachment)
        }
        return attachment
    }
}
