import Basics
import Model

struct WhatsAppMessage {
    /// The chat's own file. The media are in the same folder.
    let document: String
    /// Whether the export has no other chat, so that its media may be in any folder.
    let isOnlyChat: Bool
    let phrases: WhatsAppPhrases

    func fill(
        _ message: inout Message, with body: WhatsAppBody, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        switch body {
        case .text(let text, let isEdited):
            message.body = Body.whatsApp(text)
            if isEdited { message.details.edited = Edited() }
        case .file(let name, let title, let caption):
            message.body = Body.whatsApp(caption)
            try file(name, title, &message, &builder, &sources)
        case .omitted(let kind, let name, let caption):
            if !caption.isEmpty { message.body = Body.whatsApp(caption) }
            var attachment = Attachment(kind: kind)
            attachment.name = name
            builder.miss(&attachment, "not in the export")
            message.attachments = [attachment]
        case .deleted(let text):
            message.details.deleted = Deleted()
            message.details.deleted?.by = phrases.deletingAdmin(text)
        case .call(let call):
            message.kind = .call
            message.details.call = call
        case .poll(let poll): message.details.poll = poll
        case .location(let location): message.details.location = location
        case .notice(let text): message.body = Body.plain(text)
        }
    }

    private func file(
        _ name: String, _ title: String?, _ message: inout Message,
        _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        var attachment = Attachment(kind: Self.kind(of: name))
        attachment.name = Self.shown(name)
        if let title, title != attachment.name, title != attachment.name.map(Path.stem) {
            attachment.title = CleanText.line(title)
        }
        var path = sources.resolve(name, from: document)
        if path == nil, isOnlyChat { path = sources.resolve(name) }
        try builder.attach(path ?? name, to: &attachment, from: &sources, document: document)
        if attachment.kind == .contact {
            message.details.contact = try contact(name, at: path, &sources)
        }
        message.attachments = [attachment]
    }

    private func contact(
        _ name: String, at path: String?, _ sources: inout ExportFiles
    ) throws(ImportError) -> Contact {
        if let path, case .bytes(let bytes) = try sources.read(path),
            let contact = VCard.read(bytes)
        {
            return contact
        }
        var contact = Contact()
        contact.name = Path.stem(Self.shown(name))
        return contact
    }

    /// Removes the number that iPhones prepend to documents and contacts: `00000014-notes.pdf`.
    private static func shown(_ name: String) -> String {
        let digits = name.utf8.prefix(while: ASCII.isDigit)
        guard digits.count == 8, name.utf8.dropFirst(8).first == UInt8(ascii: "-"),
            !WhatsAppFileLine.isOwnName(name[...])
        else { return name }
        return String(name.dropFirst(9))
    }

    /// Returns the kind according to WhatsApp's file naming, or otherwise the extension. iPhones
    /// distinguish voice notes from audio files only by their format.
    static func kind(of name: String) -> Attachment.Kind {
        let byExtension = FileKind.kind(name: name)
        let parts = name.split(separator: "-", maxSplits: 2)
        guard parts.count >= 2, WhatsAppFileLine.isOwnName(name[...]) else {
            if name.holds("-PHOTO-") { return .image }
            return Path.fileExtension(name) == "webp" ? .sticker : byExtension
        }
        let word = parts[0].utf8.allSatisfy(ASCII.isDigit) ? parts[1] : parts[0]
        switch word {
        case "IMG", "PHOTO": return .image
        case "VID", "VIDEO": return .video
        case "PTT": return .voice
        case "AUD": return .audio
        case "AUDIO": return byExtension == .voice ? .voice : .audio
        case "GIF": return .gif
        case "STK", "STICKER": return .sticker
        default: return byExtension
        }
    }
}
