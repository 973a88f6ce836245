import Basics
import Model

/// The XML of Android's "SMS Backup & Restore": all text and multimedia messages of a phone.
enum SMSBackup {
    static let importer = Importer(
        name: "sms", title: "SMS Backup & Restore",
        summary: "sms-….xml of Android's SMS Backup & Restore, alone or in a ZIP",
        reading: .one, read: read)

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let bytes = try builder.sources.decoded(file)
        var numbers = SMSNumbers()
        let chats = try chats(bytes, file, &numbers)
        let names = chats.map { ChatName(id: $0.key, name: $0.name) }
        let wanted = builder.options.chat.map { numbers.key($0) }
        try builder.choose(names, named: wanted) { index, builder throws(ImportError) in
            builder.conversation.service = .sms
            builder.conversation.title = CleanText.line(chats[index].name)
            builder.needsSorting = true
            var reader = SMSReader(bytes: bytes, file: file)
            var drafts = 0
            for place in chats[index].entries {
                guard let entry = try reader.entry(at: place) else { continue }
                let message = SMSMessage(entry: entry, numbers: numbers)
                guard entry.box != SMSReader.Entry.drafts else {
                    drafts += 1
                    builder.beginEntry(at: message.at)
                    continue
                }
                if message.isOfGroup { builder.conversation.kind = .group }
                let limit = builder.options.limits.mediaBytes
                try builder.add(message.record(limit: limit))
            }
            builder.warn(.importing, drafts, "unsent draft", "omitted")
            builder.setMe(key: ConversationBuilder.anonymousMe)
        }
    }

    private struct Chat {
        var key: String
        var name: String
        /// The place of the first entry that is not a draft.
        var start = Int.max
        /// The places of the entries in the file.
        var entries: [Int] = []
    }

    /// Returns the chats with their entries, without those that have only drafts.
    private static func chats(
        _ bytes: [UInt8], _ file: String, _ numbers: inout SMSNumbers
    ) throws(ImportError) -> [Chat] {
        var found: [Chat] = []
        var places: [String: Int] = [:]
        var reader = SMSReader(bytes: bytes, file: file)
        reader.skipsParts = true
        try reader.forEach { entry, place throws(ImportError) in
            let key = numbers.key(entry.address)
            numbers.note(key, contact: entry.contact)
            let chat = places[key] ?? found.count
            if chat == found.count {
                places[key] = chat
                found.append(Chat(key: key, name: ""))
            }
            found[chat].entries.append(place)
            if found[chat].start == .max, entry.box != SMSReader.Entry.drafts {
                found[chat].name = entry.contact ?? entry.address
                found[chat].start = place
            }
        }
        numbers.join()
        found.sort { $0.start < $1.start }
        var joined: [Chat] = []
        places = [:]
        for var chat in found {
            chat.key = numbers.key(chat.key)
            guard let place = places[chat.key] else {
                places[chat.key] = joined.count
                joined.append(chat)
                continue
            }
            // A contact's name is preferred to a number.
            if chat.start < .max, !chat.name.contains(where: \.isNumber) {
                joined[place].name = chat.name
            }
            joined[place].entries += chat.entries
        }
        for place in joined.indices { joined[place].entries.sort() }
        return joined.filter { $0.start < .max }
    }
}

/// One text or multimedia message of a backup.
private struct SMSMessage {
    let entry: SMSReader.Entry
    let numbers: SMSNumbers

    var at: Moment? {
        entry.attributes["date"].flatMap { Double($0) }
            .flatMap { UnixTime.moment(milliseconds: $0) }
    }

    /// - Parameter limit: the maximum number of bytes of a file.
    func record(limit: Int) -> Record {
        var record = Record(at: at, from: isSent ? Self.me : sender)
        record.message.status = status
        record.message.details.subject = subject
        guard entry.isMultimedia else {
            record.message.body = Body.plain(entry.attributes["body"] ?? "")
            return record
        }
        // A notification (OMA's m-notification-ind) whose message the phone never downloaded.
        if entry.attributes["m_type"] == "130", entry.parts.isEmpty {
            record.files.append(RecordFile(.file, at: .missing("not downloaded")))
        }
        for part in entry.parts {
            switch part.type {
            case "application/smil": continue
            case "text/plain": record.message.body += Body.plain(part.text ?? "")
            default: add(part, limit, to: &record)
            }
        }
        return record
    }

    private static let me = Record.Person(key: ConversationBuilder.anonymousMe, name: "Me")

    private func add(_ part: SMSReader.Part, _ limit: Int, to record: inout Record) {
        var file = RecordFile(named: part.name, mime: part.type)
        if let data = part.data {
            if let bytes = try? Base64.decode(Array(data.utf8)[...], limit: limit) {
                file.place = .bytes(bytes)
                if file.attachment.kind == .contact {
                    record.message.details.contact = VCard.read(bytes)
                }
            } else {
                file.place = .missing(HeldFile.damaged)
            }
        }
        record.files.append(file)
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

    /// Whether the chat is with several people.
    var isOfGroup: Bool { !isSent && entry.address.split(separator: "~").count > 1 }

    private var sender: Record.Person {
        let addresses = entry.address.split(separator: "~").map(String.init)
        guard addresses.count > 1 else {
            let number = addresses.first ?? "Unknown"
            let key = numbers.key(number)
            return Record.Person(
                key: key, name: entry.contact ?? numbers.name(of: key) ?? number, handle: number)
        }
        // 137 marks the sender's address ("From" in OMA's MMS encapsulation).
        let from = entry.addresses.first { $0.type == "137" }?.address ?? addresses[0]
        let names = (entry.contact ?? "").components([", "])
        let place = addresses.firstIndex { numbers.key($0) == numbers.key(from) }
        let name = place.flatMap { names.count == addresses.count ? names[$0] : nil }
        return Record.Person(key: numbers.key(from), name: name ?? from, handle: from)
    }
}

private struct SMSReader {
    struct Part {
        var type: String
        var name: String?
        var text: String?
        /// The content in base64.
        var data: String?
    }

    struct Entry {
        var isMultimedia = false
        var attributes: [String: String] = [:]
        var parts: [Part] = []
        /// The senders and receivers of a multimedia message. Type 137 marks the sender.
        var addresses: [(address: String, type: String)] = []

        static let drafts = "3"

        /// The message box: `type` of an SMS, `msg_box` of an MMS. 1 means received; sent, drafts,
        /// outbox, failed and queued are outgoing.
        var box: String { attributes[isMultimedia ? "msg_box" : "type"] ?? "1" }

        /// The address, or for a group all numbers joined by `~`.
        var address: String { attributes["address"] ?? "" }

        var contact: String? {
            guard let name = attributes["contact_name"], !name.isEmpty, name != "(Unknown)",
                name != "null"
            else { return nil }
            return name
        }
    }

    private let bytes: [UInt8]
    private let file: String
    private var xml: XMLReader
    /// Whether to skip parts, which are nearly all of a backup's bytes. A first pass does not need
    /// them.
    var skipsParts = false

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
        xml = XMLReader(bytes)
    }

    /// Calls `body` with each entry and its place.
    mutating func forEach(
        _ body: (Entry, Int) throws(ImportError) -> Void
    ) throws(ImportError) {
        while let (entry, place) = try next() { try body(entry, place) }
    }

    mutating func entry(at place: Int) throws(ImportError) -> Entry? {
        xml = XMLReader(bytes, at: place, in: "smses")
        return try next()?.entry
    }

    private mutating func next() throws(ImportError) -> (entry: Entry, place: Int)? {
        var entry = Entry()
        var place = 0
        while true {
            let start = xml.place
            guard let event = try event() else { return nil }
            switch event {
            case .open("sms", let attributes):
                (entry, place) = (Entry(), start)
                entry.attributes = Self.dictionary(attributes)
            case .open("mms", let attributes):
                (entry, place) = (Entry(isMultimedia: true), start)
                entry.attributes = Self.dictionary(attributes)
            case .open("part", let attributes) where !skipsParts && entry.parts.count < 500:
                entry.parts.append(Self.part(Self.dictionary(attributes)))
            case .open("addr", let attributes) where entry.addresses.count < 1000:
                let values = Self.dictionary(attributes)
                entry.addresses.append((values["address"] ?? "", values["type"] ?? ""))
            case .close("sms"), .close("mms"): return (entry, place)
            case .open, .close, .text: break
            }
        }
    }

    private mutating func event() throws(ImportError) -> XMLReader.Event? {
        do throws(XMLFault) {
            return try xml.next()
        } catch {
            throw .xml(file: file, error)
        }
    }

    private static func dictionary(
        _ attributes: [(name: String, value: String)]
    ) -> [String: String] {
        Dictionary(attributes.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private static func part(_ values: [String: String]) -> Part {
        func given(_ key: String) -> String? {
            values[key].flatMap { $0.isEmpty || $0 == "null" ? nil : $0 }
        }
        return Part(
            type: given("ct") ?? "", name: given("cl") ?? given("name") ?? given("fn"),
            text: given("text"), data: given("data"))
    }
}

/// Determines which addresses of a backup belong to the same person: phones store numbers with or
/// without the country code.
private struct SMSNumbers {
    /// The contacts' names by key; empty if the phone knew none.
    private var contacts: [String: Set<String>] = [:]
    /// The international numbers by the national numbers that they contain.
    private var whole: [String: String] = [:]

    /// A contact's name by key, for messages without a name.
    private var names: [String: String] = [:]

    /// The minimum number of digits by which a national number is unambiguous.
    private static let minDigits = 7

    /// Returns the key of an address. It depends neither on the order of people nor on the spelling
    /// of numbers.
    func key(_ address: String) -> String {
        address.split(separator: "~").map { part in
            let key = Self.number(part) ?? String(part)
            return whole[key] ?? key
        }.sorted().joined(separator: "~")
    }

    func name(of key: String) -> String? { names[key] }

    /// Returns the digits of a number, or nil for the name of a service.
    private static func number(_ text: Substring) -> String? {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        let isNumber = text.allSatisfy { "+-() .0123456789\u{A0}".contains($0) }
        return isNumber && digits.count >= 3 ? (text.hasPrefix("+") ? "+" : "") + digits : nil
    }

    mutating func note(_ key: String, contact: String?) {
        contacts[key, default: []].formUnion(contact.map { [$0] } ?? [])
    }

    /// Joins each national number with the only international number that has the same ending,
    /// unless the phone knew them by different names.
    mutating func join() {
        var byEnding: [Substring: [String]] = [:]
        for key in contacts.keys where key.hasPrefix("+") && !key.contains("~") {
            byEnding[key.suffix(Self.minDigits), default: []].append(key)
        }
        for (key, names) in contacts where key.utf8.allSatisfy(ASCII.isDigit) {
            // A trunk prefix replaces the country code.
            let national = key.drop { $0 == "0" }
            guard national.utf8.count >= Self.minDigits else { continue }
            let candidates = (byEnding[national.suffix(Self.minDigits)] ?? []).prefix(8)
            let matching = candidates.filter { $0.hasSuffix(national) }
            guard matching.count == 1, let match = matching.first else { continue }
            let others = contacts[match] ?? []
            if names.isEmpty || others.isEmpty || !names.isDisjoint(with: others) {
                whole[key] = match
            }
        }
        for (key, contacts) in contacts {
            guard let name = contacts.min() else { continue }
            let key = whole[key] ?? key
            names[key] = min(names[key] ?? name, name)
        }
    }
}
