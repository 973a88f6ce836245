import Basics
import Model

/// Messages as stored by Signal Desktop: sigtop's JSON, with IDs instead of names, or the app's own
/// database.
struct SigtopChat: RecordReader {
    static let needsObjects = true

    let me: String? = ConversationBuilder.anonymousMe
    private let ownName: String
    /// The names of people other than "me", by ID: of the senders so far, or of all.
    private var names: [String: String]
    /// The app's folder of attachments.
    private let folder: String?

    init(names: [String: String] = [:], ownName: String = "Me", folder: String? = nil) {
        self.names = names
        self.ownName = ownName
        self.folder = folder
    }

    static func read(
        _ file: String, title: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var driver = RecordDriver(SigtopChat(), builder)
        try driver.read(try builder.sources.json(file), at: [], &builder)
        driver.end(&builder)
        builder.conversation.title = CleanText.line(title)
        let others = driver.reader.names.keys
        // A direct chat is named after the other participant.
        if others.count == 1, let id = others.first, let other = builder.known(id) {
            builder.conversation.participants[other].name = CleanText.line(title)
        } else if others.count > 1 {
            builder.conversation.kind = .group
            builder.warn(.importing, "the export contains IDs instead of names")
        }
    }

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        let sent = source.identifier("sent_at")
        var record = Record(
            source.identifier("id") ?? sent,
            at: source.milliseconds("sent_at") ?? source.milliseconds("received_at_ms"))
        record.otherID = sent
        switch source.text("type") {
        case "outgoing": record.sender = own
        case "incoming", nil: record.sender = sender(source)
        case let type?:
            SigtopEvent(source: source, type: type, names: names).fill(&record)
            if let call = record.message.details.call {
                record.sender = call.direction == .out ? own : sender(source)
            }
            return record
        }
        record.message.body = SigtopBody.blocks(source) { names[$0] }
        SigtopMedia(source: source, folder: folder, names: names).fill(&record)
        relate(source, &record.message)
        return record
    }

    private var own: Record.Person {
        Record.Person(key: ConversationBuilder.anonymousMe, name: ownName)
    }

    private mutating func sender(_ source: JSONValue) -> Record.Person? {
        let ids = ["sourceServiceId", "sourceUuid", "source"].compactMap { source.text($0) }
        guard let id = ids.first else { return nil }
        let number = source.text("source").flatMap { $0.hasPrefix("+") ? $0 : nil }
        let name = names[id] ?? number ?? "Member \(id.prefix(8))"
        names[id] = name
        return Record.Person(key: id, name: name, handle: number)
    }

    private func relate(_ source: JSONValue, _ message: inout Message) {
        if let quote = source["quote"], quote.kind == .object {
            message.details.replyTo = reply(quote)
        }
        let reactions = source.list("reactions").prefix(1000).compactMap { reaction in
            reaction.text("emoji").map { (reaction.text("fromId").flatMap { names[$0] } ?? "", $0) }
        }
        message.details.reactions = Reaction.grouped(reactions)
        let versions = source.list("editHistory").prefix(100)
        if !versions.isEmpty {
            // Versions are newest first. The newest is the message itself.
            message.details.edited = Edited(
                at: versions.first?.milliseconds("timestamp"),
                history: versions.dropFirst().reversed().map { version in
                    Edited.Version(
                        at: version.milliseconds("timestamp"),
                        text: CleanText.clean(version.text("body") ?? ""))
                })
        }
        if source.flag("deletedForEveryone")
            || source["deletedForEveryoneByAdminAci"]?.string != nil
        {
            message.details.deleted = Deleted()
        }
        message.status = status(source)
    }

    private func reply(_ quote: JSONValue) -> Reply {
        let author = ["authorAci", "authorUuid", "author"].compactMap { quote.text($0) }.first
        return Reply(
            id: quote.identifier("id"),
            // The key of a participant, whose name is resolved at the end.
            from: author.flatMap { names[$0] == nil ? nil : $0 },
            text: quote.text("text").map {
                CleanText.clean($0.replacing("\u{FFFC}", with: "@\u{2026}"))
            },
            file: quote.list("attachments").first.map { Attachment(signal: $0).kind })
    }

    /// Returns the state of the recipient, or the least advanced state of a group.
    private func status(_ source: JSONValue) -> Message.Status? {
        guard source.text("type") == "outgoing" else { return nil }
        let entries = source["sendStateByConversationId"]?.entries ?? []
        // The recipient in a direct chat has the ID of the conversation.
        let recipient = entries.first { $0.key == source.text("conversationId") }
        let states = (recipient.map { [$0] } ?? entries).compactMap { $0.value.text("status") }
        let order: [(String, Message.Status)] = [
            ("Failed", .failed), ("Pending", .sending), ("Sent", .sent), ("Delivered", .delivered),
            ("Read", .read), ("Viewed", .played),
        ]
        // With two entries, "Sent" is ignored, because the owner's own entry is always "Sent".
        let others = states.count > 1 ? states.filter { $0 != "Sent" || states.count > 2 } : states
        return order.first { others.contains($0.0) }?.1
    }
}

/// The events that Signal Desktop stores beside messages: calls, changes of groups, keys, profiles
/// and timers.
private struct SigtopEvent {
    let source: JSONValue
    let type: String
    let names: [String: String]

    func fill(_ record: inout Record) {
        if type == "call-history" { return record.becomeCall(call) }
        let (action, text) = sentence
        record.becomeNotice(action, text: source.text("body") ?? text)
    }

    private var call: Call {
        guard let details = source["callHistoryDetails"] else { return Call() }
        let isIn =
            details["wasIncoming"]?.bool ?? details.text("direction").map { $0 == "Incoming" }
        var call = Call(
            isVideo: details.flag("wasVideoCall") || details.text("type") == "Video",
            isMine: isIn.map { !$0 })
        let accepted = details.span("acceptedTime")
        if details.flag("wasDeclined") || details.text("status") == "Declined" {
            call.outcome = .declined
        } else if accepted != nil || ["Accepted", "Joined"].contains(details.text("status")) {
            call.outcome = .answered
        } else {
            call.outcome = isIn == true ? .missed : .unanswered
        }
        if let accepted, let ended = details.span("endedTime"), ended >= accepted {
            call.duration = ((ended - accepted) / 1000).rounded()
        }
        return call
    }

    private var sentence: (SystemAction, String) {
        switch type {
        case "group-v2-change", "group-v1-migration":
            let details = source["groupV2Change"]?.list("details").prefix(20) ?? []
            let changes = details.map(change)
            return (
                .settingsChanged,
                changes.isEmpty ? "The group was changed" : changes.joined(separator: ", ")
            )
        case "keychange": return (.securityCodeChanged, "Safety number changed")
        case "verified-change": return (.securityCodeChanged, "Safety number verification changed")
        case "profile-change":
            let change = source["profileChange"]
            guard let old = change?.text("oldName"), let new = change?.text("newName") else {
                return (.nameChanged, "A profile was changed")
            }
            return (.nameChanged, "\(old) changed their name to \(new)")
        case "timer-notification", "universal-timer-notification":
            return (.timerChanged, timer)
        case "change-number-notification": return (.numberChanged, "A phone number was changed")
        case "chat-session-refreshed": return (.notice, "Chat session refreshed")
        case "delivery-issue": return (.notice, "A message could not be delivered")
        case "conversation-merge": return (.migrated, "Two chats were merged")
        case "message-request-response-event": return (.notice, "Message request answered")
        case "title-transition-notification": return (.nameChanged, "The chat's name changed")
        default: return (.notice, type.replacing("-", with: " "))
        }
    }

    /// Returns a change such as `Member add (Ben Ito)`.
    private func change(_ detail: JSONValue) -> String {
        let type = CleanText.line((detail.text("type") ?? "change").replacing("-", with: " "))
        let person = detail.first("aci", "serviceId").flatMap { names[$0] }
        let words = type.prefix(1).uppercased() + type.dropFirst()
        guard let about = person ?? detail.first("newTitle", "description") else { return words }
        return "\(words) (\(CleanText.line(about)))"
    }

    private var timer: String {
        let seconds = source["expirationTimerUpdate"]?.count("expireTimer") ?? 0
        return seconds == 0
            ? "Disappearing messages were turned off"
            : "Messages disappear after \(WarningText.duration(seconds))"
    }
}

/// Attachments, stickers, contacts, polls and link previews as stored by Signal Desktop.
private struct SigtopMedia {
    let source: JSONValue
    let folder: String?
    let names: [String: String]

    func fill(_ record: inout Record) {
        record.files = source.list("attachments").map(file)
        if source.flag("isViewOnce"), record.files.isEmpty {
            record.files = [RecordFile(.image, at: .missing("not exported: view once"))]
        }
        let count = source["hasAttachments"]?.int ?? 0
        // Newer databases store attachments in a table that is not part of the JSON.
        if record.files.isEmpty, count > 0 { record.files = [RecordFile(.file)] }
        if let sticker = source["sticker"], sticker.kind == .object {
            var file = RecordFile(
                .sticker, at: sticker["data"].map { place($0, nil) } ?? place(nil))
            file.attachment.alt = sticker.text("emoji").map(CleanText.line)
            record.files.append(file)
        }
        record.message.details.contact = source.list("contact").first.map {
            Contact(signal: $0, preferring: "displayName", "nickname")
        }
        if let poll = source["poll"], poll.kind == .object {
            record.message.details.poll = self.poll(poll)
        }
        if let preview = source.list("preview").first, let url = preview.text("url") {
            record.message.details.link = LinkPreview(
                url: Link.url(url) ?? "", title: preview.text("title"),
                summary: preview.text("description"))
        }
    }

    private func file(_ item: JSONValue) -> RecordFile {
        var attachment = Attachment(signal: item)
        // Signal's flag for voice notes.
        if let flags = item["flags"]?.int, flags & 1 == 1, attachment.kind == .audio {
            attachment.kind = .voice
        }
        attachment.size = item.count("size")
        let place = place(item, item.text("fileName"))
        return RecordFile(
            attachment, at: item.flag("pending") ? .missing("not downloaded") : place)
    }

    private func place(_ item: JSONValue, _ name: String?) -> RecordFile.Place {
        guard let folder else { return place(name ?? item.text("path")) }
        guard let path = item.text("path") else { return .missing("not downloaded") }
        let stored = folder + path.replacing("\\", with: "/")
        guard (item["version"]?.int ?? 1) > 1 else { return .hashed(stored) }
        let key = item.text("localKey").flatMap {
            try? Base64.decode(Array($0.utf8)[...], limit: 64)
        }
        // A key of another length opens nothing.
        guard let key, let seal = SignalSeal(key: key, size: item.count("size")) else {
            return .missing("encrypted with an unknown key")
        }
        return .sealed(stored, seal)
    }

    /// Paths in Signal's storage are hashes, not readable names.
    private func place(_ path: String?) -> RecordFile.Place {
        path.map { .hashed($0) } ?? .missing(RecordFile.absent)
    }

    private func poll(_ source: JSONValue) -> Poll {
        var poll = Poll(
            source.text("question") ?? "", isClosed: source["terminatedAt"]?.number != nil,
            options: source.list("options").prefix(100).map { option in
                Poll.Option(text: CleanText.line(option.string ?? option.text("text") ?? ""))
            })
        for vote in source.list("votes") {
            for index in vote.list("optionIndexes").prefix(100).compactMap({ $0.int })
            where poll.options.indices.contains(index) {
                poll.options[index].votes = (poll.options[index].votes ?? 0) + 1
                if let name = vote.text("fromConversationId").flatMap({ names[$0] }) {
                    poll.options[index].voters.append(CleanText.line(name))
                }
            }
        }
        return poll
    }
}

// The parts that the app stores and exports in the same form.

extension Attachment {
    init(signal source: JSONValue?) {
        let name = source?.text("fileName")
        self.init(kind: FileKind.kind(name: name, mime: source?.text("contentType")))
        self.name = name.map(CleanText.line)
        width = source?.length("width")
        height = source?.length("height")
        caption = source?.text("caption").map(CleanText.clean)
    }
}

extension Contact {
    /// - Parameter keys: the names to prefer to the given and the family name.
    init(signal card: JSONValue, preferring keys: String...) {
        func values(_ key: String) -> [String] {
            card.list(key).prefix(20).compactMap { $0.text("value") }
        }
        func name(_ key: String) -> String? { card["name"]?.text(key) }
        let parts = ["givenName", "familyName"].compactMap(name)
        self.init(
            name: keys.lazy.compactMap(name).first ?? parts.joined(separator: " "),
            phones: values("number"), emails: values("email"))
    }
}

/// A body with its ranges: mentions are U+FFFC in the text, styles are stored beside it.
enum SigtopBody {
    /// The styles by Signal's numbers.
    private static let styles: [Int: TextMark.Kind] = [
        1: .entity(.bold), 2: .entity(.italic), 3: .entity(.spoiler), 4: .entity(.strike),
        5: .entity(.code),
    ]

    /// Signal's numbers by the names in its own export.
    private static let styleNames = [
        "BOLD": 1, "ITALIC": 2, "SPOILER": 3, "STRIKETHROUGH": 4, "MONOSPACE": 5,
    ]

    /// - Parameter name: returns the name of a mentioned person by ID.
    static func blocks(_ source: JSONValue, name: (String) -> String?) -> [TextBlock] {
        let text = source.text("body") ?? ""
        let ranges = source.list("bodyRanges").prefix(500).compactMap { range -> Range? in
            // Protobuf omits zeros.
            guard let start = range["start"] == nil ? 0 : range.count("start"), start < 1 << 32
            else { return nil }
            let length = min(range.count("length") ?? 1, 1 << 32)
            return Range(start: start, end: start + length, source: range)
        }
        guard !ranges.isEmpty else { return Body.plain(text) }
        let edges = Set(ranges.flatMap { [$0.start, $0.end] }).sorted()
        let places = zip(edges, UTF16Offsets.utf8(edges, in: text))
        return build(text, ranges, Dictionary(uniqueKeysWithValues: places), name)
    }

    private struct Range {
        let start: Int
        let end: Int
        let source: JSONValue
    }

    /// Inserts the names of mentions and adjusts the offsets of styles.
    private static func build(
        _ text: String, _ ranges: [Range], _ places: [Int: Int], _ person: (String) -> String?
    ) -> [TextBlock] {
        var bodyBuilder = Body.Builder()
        var shifts: [(at: Int, by: Int)] = []
        var position = 0
        let bytes = Array(text.utf8)
        for range in ranges.sorted(by: { $0.start < $1.start }) {
            let id = range.source.text("mentionAci") ?? range.source.text("mentionUuid")
            guard let id, let start = places[range.start], let end = places[range.end],
                start >= position, end > start
            else { continue }
            bodyBuilder.append(String(decoding: bytes[position..<start], as: UTF8.self))
            let name = "@" + (person(id).map(CleanText.line) ?? String(id.prefix(8)))
            bodyBuilder.append(name, .entity(.mention))
            shifts.append((end, name.utf8.count - (end - start)))
            position = end
        }
        bodyBuilder.append(String(decoding: bytes[position...], as: UTF8.self))
        for range in ranges {
            let number =
                range.source["style"]?.int ?? range.source.text("style").flatMap { styleNames[$0] }
            guard let style = number.flatMap({ styles[$0] }),
                let start = places[range.start], let end = places[range.end], start < end
            else { continue }
            bodyBuilder.mark(
                moved(start, shifts)..<max(moved(start, shifts), moved(end, shifts)), style)
        }
        return bodyBuilder.blocks
    }

    private static func moved(_ offset: Int, _ shifts: [(at: Int, by: Int)]) -> Int {
        // A message has few mentions; a hostile one has at most as many as the limit of ranges.
        shifts.reduce(offset) { $1.at <= offset ? $0 + $1.by : $0 }
    }
}

/// sigtop's text: for each message a block of fields, a blank line and the body. It has names, and
/// times with their offset.
struct SigtopText {
    let bytes: [UInt8]

    func fill(_ builder: inout ConversationBuilder) throws(ImportError) {
        let lines = Array(Lines(bytes))
        if let head = lines.first, begins(head, "Conversation: ") {
            builder.conversation.title = Self.person(String(text(head).dropFirst(14))).name
        }
        let first = lines.indices.first { isStart($0, in: lines) } ?? lines.endIndex
        builder.warn(
            linesBeforeFirstMessage: lines[..<first].count { line in
                !line.isEmpty && !begins(line, "Conversation: ")
            })
        var start: Int?
        for index in lines.indices where isStart(index, in: lines) {
            if let start {
                try builder.add(Self.record(lines[start..<index].map(text)))
            }
            start = index
        }
        if let start { try builder.add(Self.record(lines[start...].map(text))) }
        builder.setMe(key: "You")
    }

    private func text(_ line: Range<Int>) -> String {
        String(decoding: bytes[line], as: UTF8.self)
    }

    private func begins(_ line: Range<Int>, _ word: StaticString) -> Bool {
        bytes[line].starts(with: word.description.utf8)
    }

    /// Returns whether a message begins at a line. Bodies are not escaped, so a message begins only
    /// with a blank line, a sender and a type together.
    private func isStart(_ index: Int, in lines: [Range<Int>]) -> Bool {
        guard index == 0 || lines[index - 1].isEmpty, index + 1 < lines.count else { return false }
        let next = lines[index + 1]
        if begins(lines[index], "From: ") { return begins(next, "Type: ") }
        return begins(lines[index], "Type: ")
            && (begins(next, "Sent: ") || begins(next, "Received: "))
    }

    private static func record(_ lines: [String]) -> Record {
        var block = Block(lines)
        var record = Record(
            at: block.sent.flatMap(MailTime.moment) ?? block.received.flatMap(MailTime.moment))
        record.sender = block.from.map { from in
            let person = person(from)
            return Record.Person(key: from, name: person.name, handle: person.handle)
        }
        if block.type == "call-history" {
            record.becomeCall(Call())
        } else if block.type != "incoming", block.type != "outgoing" {
            record.becomeNotice(.notice)
        }
        if record.message.kind != .message, block.body.isEmpty {
            block.body = block.type.replacing("-", with: " ")
        }
        record.message.body = Body.plain(block.body)
        record.files = block.attachments.map { RecordFile(attachment($0)) }
        record.message.details.reactions = Reaction.grouped(block.reactions)
        record.message.details.replyTo = block.reply
        record.message.details.edited = block.edited
        return record
    }

    /// Splits `Ben Ito (+49151…)` into name and number.
    private static func person(_ text: String) -> (name: String, handle: String?) {
        let clean = CleanText.line(text)
        guard let (name, handle) = WhatsAppFileLine.parts(clean), !handle.utf8.contains(0x20) else {
            return (clean, nil)
        }
        return (String(name), String(handle))
    }

    /// Parses `photo.jpg (image/jpeg, 1234 bytes)`.
    private static func attachment(_ text: String) -> Attachment {
        guard let (name, rest) = WhatsAppFileLine.parts(text) else {
            return Attachment(kind: .file)
        }
        let parts = rest.split(separator: ",").map { $0.trimmingBlanks() }
        let isNamed = name != "no filename"
        let kind = FileKind.kind(name: isNamed ? String(name) : nil, mime: parts.first)
        var attachment = Attachment(kind: kind)
        attachment.name = isNamed ? CleanText.line(String(name)) : nil
        if parts.count > 1 {
            attachment.size = parts[1].split(separator: " ").first.flatMap { Int($0) }
        }
        return attachment
    }
}

extension SigtopText {
    /// The fields and texts of one message.
    struct Block {
        var from: String?
        var type = ""
        var sent: String?
        var received: String?
        var attachments: [String] = []
        var reactions: [(name: String, emoji: String)] = []
        var body = ""
        var reply: Reply?
        var edited: Edited?

        init(_ lines: [String]) {
            let fields = lines.prefix { !$0.isEmpty }
            var isEdited = false
            for line in fields {
                guard let colon = line.place(of: ": ") else { continue }
                let value = String(line[colon.upperBound...])
                switch line[..<colon.lowerBound] {
                case "From": from = value
                case "Type": type = value
                case "Sent": sent = value
                case "Received": received = value
                case "Attachment": attachments.append(value)
                case "Reaction":
                    guard let middle = value.place(of: " from ") else { continue }
                    let name = SigtopText.person(String(value[middle.upperBound...])).name
                    reactions.append((name, String(value[..<middle.lowerBound])))
                case "Edited": isEdited = true
                default: continue
                }
            }
            let rest = lines.dropFirst(fields.count)
            if isEdited { readVersions(rest) } else { readBody(rest) }
        }

        private mutating func readBody(_ lines: ArraySlice<String>) {
            var lines = lines.drop { $0.isEmpty }
            let quote = lines.prefix { $0.hasPrefix(">") }
            if quote.first?.hasPrefix("> From: ") == true {
                reply = Self.reply(quote.map { String($0.dropFirst(min(2, $0.count))) })
                lines = lines.dropFirst(quote.count)
            }
            body = lines.joined(separator: "\n").trimmingBlanks()
        }

        /// Reads the versions of an edited message. Their lines begin with a bar, and the newest
        /// version is first.
        private mutating func readVersions(_ lines: ArraySlice<String>) {
            var versions: [Edited.Version] = []
            let barred = lines.filter { $0.hasPrefix("|") }.map {
                $0.dropFirst($0.hasPrefix("| ") ? 2 : 1)
            }
            for part in barred.split(whereSeparator: { $0.hasPrefix("Version: ") }) {
                let fields = part.prefix { !$0.isEmpty }
                let sent = fields.first { $0.hasPrefix("Sent: ") }.map { String($0.dropFirst(6)) }
                let text = part.dropFirst(fields.count).filter { !$0.hasPrefix(">") }
                versions.append(
                    Edited.Version(
                        at: sent.flatMap(MailTime.moment),
                        text: CleanText.clean(text.joined(separator: "\n").trimmingBlanks())))
            }
            guard let newest = versions.first else { return }
            body = newest.text
            edited = Edited(at: newest.at, history: versions.dropFirst().reversed())
        }

        private static func reply(_ lines: [String]) -> Reply {
            var reply = Reply()
            let fields = lines.prefix { !$0.isEmpty }
            for line in fields {
                if line.hasPrefix("From: ") {
                    reply.from = SigtopText.person(String(line.dropFirst(6))).name
                } else if line.hasPrefix("Attachment: ") {
                    reply.attachmentKind = SigtopText.attachment(String(line.dropFirst(12))).kind
                }
            }
            let text = lines.dropFirst(fields.count).joined(separator: "\n").trimmingBlanks()
            reply.text = text.isEmpty ? nil : CleanText.clean(text)
            return reply
        }
    }
}
