import Basics
import Model
import Readers

/// The rows of a backup file, as the entries of Signal's own export: the app writes both from the
/// same tables. Of messages and their attachments, only the places in the file are kept.
final class SignalRows {
    /// A row of the tables `sms` and `mms` of old versions, or of `message`.
    fileprivate struct Key: Hashable {
        let id: Int
        let isSMS: Bool
    }

    fileprivate struct Message {
        let key: Key
        let thread: String
        let mark: SignalBackupFile.Mark
    }

    private struct Reaction {
        let emoji: String
        let author: String
        let at: Int
    }

    private struct Mention {
        let recipient: String
        let start: Int
        let length: Int
    }

    private struct Poll {
        let id: Int
        let row: SignalRow
        var options: [(id: Int, row: SignalRow)] = []
        var votes: [Int: [String]] = [:]
    }

    private let backup: SignalBackupFile
    private let sources: ExportFiles
    private var frames: SignalBackupFile.Frames
    private var statements = SignalStatements()
    private var messages: [Message] = []
    private var recipients: [(id: String, row: SignalRow)] = []
    private var threads: [(id: String, recipient: String)] = []
    private var groups: [String: SignalRow] = [:]
    /// The recipients and the threads that are groups.
    private var groupChats: Set<String> = []
    private var groupThreads: Set<String> = []
    private var acis: [String: String] = [:]
    private var me: String?
    private var reactions: [Key: [Reaction]] = [:]
    private var mentions: [Int: [Mention]] = [:]
    private var attachments: [Int: [SignalBackupFile.Mark]] = [:]
    /// The file of each attachment by the row's number.
    private var files: [Int: (mark: SignalBackupFile.Mark, count: Int)] = [:]
    private var calls: [Int: SignalRow] = [:]
    private var polls: [Int: Poll] = [:]
    private var pollPlaces: [Int: Int] = [:]
    /// The earlier versions of each edited message.
    private var revisions: [Int: [Message]] = [:]
    private var latest: [(message: Int, latest: Int)] = []
    private var stories = 0
    /// The rows of the messages that are read next, by their places.
    private var fetched: [Int: SignalRow] = [:]
    private var fetchedBytes = 0
    /// The maximum number of attachments of a message.
    private static let maxFiles = 1000

    init(_ backup: SignalBackupFile, _ sources: ExportFiles) {
        self.backup = backup
        self.sources = sources
        frames = backup.frames()
    }

    // MARK: Reading

    /// Reads all rows once. Files are skipped.
    func readAll() throws(ImportError) {
        var reader = backup.frames()
        var progress = 0
        while true {
            guard backup.budget.mayContinue else { throw .stopped }
            guard let frame = reader.next() else { throw incomplete(at: reader.progress) }
            if reader.progress - progress > 1 << 20 {
                progress = reader.progress
                sources.onReading(progress, backup.count)
            }
            guard let field = frame.fields.first else { continue }
            switch field.number {
            case 2: try read(frame, at: reader.mark)
            case 4:
                let file = frame.message(4)
                let count = file?.integer(3) ?? 0
                guard let mark = reader.skip(count) else { throw incomplete(at: reader.progress) }
                if let id = file?.integer(1) { try keep(64) { files[id] = (mark, count) } }
            case 7, 8:
                guard reader.skip(frame.message(field.number)?.integer(2) ?? 0) != nil else {
                    throw incomplete(at: reader.progress)
                }
            // The rest, preferences and settings, and the end.
            case 6: return finish()
            default: continue
            }
        }
    }

    private func incomplete(at place: Int) -> ImportError {
        guard backup.budget.mayContinue else { return .stopped }
        return .refused(
            file: backup.file,
            reason: "is damaged or incomplete at byte \(place): copy the backup again")
    }

    private func keep(_ bytes: Int, _ change: () -> Void) throws(ImportError) {
        guard backup.budget.reserve(bytes) else { throw .stopped }
        change()
    }

    private func read(
        _ frame: ProtobufFields, at mark: SignalBackupFile.Mark
    ) throws(ImportError) {
        guard let statement = frame.message(2), let (table, row) = statements.row(statement) else {
            return
        }
        switch table {
        case "message", "mms", "sms": try readMessage(row, isSMS: table == "sms", mark)
        case "attachment", "part":
            guard let message = row.integer("message_id", "mid") else { return }
            try keep(48) { attachments[message, default: []].append(mark) }
        case "recipient", "recipient_preferences":
            // Before 2020, a person was a phone number.
            let id = table == "recipient" ? row.identifier("_id") : row.text("recipient_ids")
            guard let id else { return }
            try keep(Self.size(row)) { recipients.append((id, row)) }
        case "thread":
            guard let id = row.identifier("_id"),
                let recipient = row.identifier(
                    "recipient_id", "thread_recipient_id", "recipient_ids")
            else { return }
            try keep(64) { threads.append((id, recipient)) }
        case "groups":
            try keep(Self.size(row)) {
                for key in [row.text("group_id"), row.identifier("recipient_id").map { "#" + $0 }] {
                    if let key { groups[key] = row }
                }
            }
        case "reaction":
            guard let message = row.integer("message_id"), let emoji = row.text("emoji"),
                let author = row.identifier("author_id")
            else { return }
            let isSMS = row.integer("is_mms") == 0
            try keep(96) {
                reactions[Key(id: message, isSMS: isSMS), default: []].append(
                    Reaction(emoji: emoji, author: author, at: row.integer("date_sent") ?? 0))
            }
        case "mention":
            guard let message = row.integer("message_id"),
                let recipient = row.identifier("recipient_id"),
                let start = row.integer("range_start"), let length = row.integer("range_length")
            else { return }
            try keep(64) {
                mentions[message, default: []].append(
                    Mention(recipient: recipient, start: start, length: length))
            }
        case "call":
            guard let message = row.integer("message_id") else { return }
            try keep(Self.size(row)) { calls[message] = row }
        case "poll":
            guard let id = row.integer("_id"), let message = row.integer("message_id") else {
                return
            }
            try keep(Self.size(row)) {
                polls[message] = Poll(id: id, row: row)
                pollPlaces[id] = message
            }
        case "poll_option":
            guard let message = row.integer("poll_id").flatMap({ pollPlaces[$0] }),
                let id = row.integer("_id")
            else { return }
            try keep(Self.size(row)) { polls[message]?.options.append((id, row)) }
        case "poll_vote":
            guard let message = row.integer("poll_id").flatMap({ pollPlaces[$0] }),
                let option = row.integer("poll_option_id"), let voter = row.identifier("voter_id"),
                // Votes that were taken back have other states.
                [2, 4].contains(row.integer("vote_state") ?? 4)
            else { return }
            try keep(64) { polls[message]?.votes[option, default: []].append(voter) }
        default: break
        }
    }

    /// The memory of a row.
    private static func size(_ row: SignalRow) -> Int { 256 + row.size }

    private func readMessage(
        _ row: SignalRow, isSMS: Bool, _ mark: SignalBackupFile.Mark
    ) throws(ImportError) {
        guard let id = row.integer("_id"), let thread = row.identifier("thread_id") else { return }
        guard (row.integer("story_type") ?? 0) == 0 else {
            stories += 1
            return
        }
        let type = SignalType(row.integer("type", "msg_box") ?? 0)
        if type.isOutgoing, me == nil { me = row.identifier("from_recipient_id") }
        if let other = row.integer("latest_revision_id"), other != id {
            try keep(16) { latest.append((messages.count, other)) }
        }
        try keep(96) {
            messages.append(Message(key: Key(id: id, isSMS: isSMS), thread: thread, mark: mark))
        }
    }

    /// Assigns the earlier versions of messages to the last ones.
    private func finish() {
        for (id, row) in recipients {
            if row.text("group_id") != nil || id.hasPrefix("__") { groupChats.insert(id) }
            acis[id] = Self.aci(row.text("aci", "uuid")) ?? "#" + id
        }
        for (thread, recipient) in threads
        where groupChats.contains(recipient) || recipient.hasPrefix("__") {
            groupThreads.insert(thread)
        }
        guard !latest.isEmpty else { return }
        let earlier = Set(latest.map(\.message))
        let wanted = Set(latest.map(\.latest))
        var last: Set<Int> = []
        for (place, message) in messages.enumerated()
        where wanted.contains(message.key.id) && !earlier.contains(place) {
            last.insert(message.key.id)
        }
        var taken: Set<Int> = []
        for (place, id) in latest where last.contains(id) {
            revisions[id, default: []].append(messages[place])
            taken.insert(place)
        }
        messages = messages.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
    }

    /// Returns the ID of an account, as the backup folder writes it.
    private static func aci(_ text: String?) -> String? {
        text.flatMap { Hexadecimal.bytes(of: $0.filter { $0 != "-" }) }
            .flatMap { $0.count == 16 ? Base64.text(of: $0) : nil }
    }

    func warn(_ builder: inout ConversationBuilder) {
        builder.warn(.importing, stories, "story", "omitted")
        builder.warn(.unsupported, statements.unread, "row", "of an unknown form omitted")
    }

    // MARK: People and chats

    func entries() -> some SignalEntries { Entries(rows: self, heads: heads()) }

    private func heads() -> [JSONValue] {
        let own = me ?? "me"
        var heads: [JSONValue] = []
        if let row = recipients.first(where: { $0.id == own })?.row {
            heads.append([
                "account": .object(
                    members(
                        ("givenName", row.text("profile_given_name", "signal_profile_name")),
                        ("familyName", row.text("profile_family_name"))))
            ])
        }
        heads.append([
            "recipient": [
                "id": .string(own), "self": [:],
                "contact": acis[own].map { ["aci": .string($0)] } ?? [:],
            ]
        ])
        let known = Set(recipients.map(\.id))
        for (id, row) in recipients where id != own {
            heads.append([
                "recipient": groupChats.contains(id) ? group(id, row) : contact(id, row)
            ])
        }
        // Before 2020, not every phone number had a row, and no group had.
        for (_, id) in threads where !known.contains(id) {
            let isGroup = id.hasPrefix("__")
            heads.append([
                "recipient": isGroup
                    ? group(id, groups[id])
                    : ["id": .string(id), "contact": ["systemGivenName": .string(id)]]
            ])
        }
        for (id, recipient) in threads {
            heads.append([
                "chat": ["id": .string(id), "recipientId": .string(recipient)]
            ])
        }
        return heads
    }

    /// Leaves out those without a text.
    private func members(_ texts: (String, String?)...) -> [JSONValue.Member] {
        texts.compactMap { name, text in text.map { JSONValue.Member(name, .string($0)) } }
    }

    private func contact(_ id: String, _ row: SignalRow) -> JSONValue {
        let nickname = members(
            ("given", row.text("nickname_given_name")), ("family", row.text("nickname_family_name"))
        )
        let given = row.text("system_given_name")
        let contact = members(
            ("aci", acis[id]),
            ("e164", row.text("e164", "phone").map { String($0.drop { $0 == "+" }) }),
            ("username", row.text("username")),
            ("systemGivenName", given ?? row.text("system_joined_name", "system_display_name")),
            ("systemFamilyName", given == nil ? nil : row.text("system_family_name")),
            ("profileGivenName", row.text("profile_given_name", "signal_profile_name")),
            ("profileFamilyName", row.text("profile_family_name")),
            ("systemNickname", id.utf8.allSatisfy(ASCII.isDigit) ? nil : id))
        return [
            "id": .string(id),
            "contact": .object(contact + [JSONValue.Member("nickname", .object(nickname))]),
        ]
    }

    private func group(_ id: String, _ row: SignalRow?) -> JSONValue {
        let row = groups["#" + id] ?? row?.text("group_id").flatMap { groups[$0] } ?? row
        let title = members(("title", row?.text("title")))
        return ["id": .string(id), "group": ["snapshot": ["title": .object(title)]]]
    }

    private struct Entries: SignalEntries {
        let rows: SignalRows
        let heads: [JSONValue]
        var index = -1

        /// As if each message took as much, so that few are read at once.
        private static let length = 1 << 10

        mutating func next() -> Bool {
            index += 1
            return index < heads.count + rows.messages.count
        }

        var isItem: Bool { index >= heads.count }

        var place: Range<Int> { index * Self.length..<(index + 1) * Self.length }

        func value() -> JSONValue {
            FieldLog.current?.saw(heads[index])
            return heads[index]
        }

        func item() throws(ImportError) -> (
            chat: String?, value: () throws(ImportError) -> JSONValue
        ) {
            let message = rows.messages[index - heads.count]
            // Only a list of chats asks for it, and no count depends on files.
            return (
                message.thread,
                { () throws(ImportError) in try rows.item(message, hasFiles: false) }
            )
        }

        func values(in place: Range<Int>) throws(ImportError) -> [JSONValue] {
            let first = place.lowerBound / Self.length - heads.count
            let last = place.upperBound / Self.length - heads.count
            try rows.fetch(first..<last)
            var values: [JSONValue] = []
            for message in rows.messages[first..<last] {
                let item = try rows.item(message, hasFiles: true)
                FieldLog.current?.saw(item)
                values.append(item)
            }
            return values
        }
    }

    // MARK: Messages

    /// Reads the rows of messages and their attachments in the order of the file, in which all
    /// attachments follow all messages: a file in an archive cannot be read backwards.
    private func fetch(_ range: Range<Int>) throws(ImportError) {
        var marks: [SignalBackupFile.Mark] = []
        for message in messages[range] {
            marks.append(message.mark)
            guard !message.key.isSMS else { continue }
            marks += (revisions[message.key.id] ?? []).map(\.mark)
            marks += (attachments[message.key.id] ?? []).prefix(Self.maxFiles)
        }
        backup.budget.release(fetchedBytes)
        (fetched, fetchedBytes) = ([:], 0)
        for mark in marks.sorted(by: { $0.place < $1.place }) {
            let row = try row(at: mark)
            // Its text is in memory up to four times.
            let bytes = 4 * Self.size(row)
            try keep(bytes) { fetched[mark.place] = row }
            fetchedBytes += bytes
        }
    }

    private func row(at mark: SignalBackupFile.Mark) throws(ImportError) -> SignalRow {
        if let row = fetched[mark.place] { return row }
        frames.move(to: mark)
        guard let statement = frames.next()?.message(2), let (_, row) = statements.row(statement)
        else { throw incomplete(at: mark.place) }
        return row
    }

    /// Returns the item of a chat that a message is.
    private func item(_ message: Message, hasFiles: Bool) throws(ImportError) -> JSONValue {
        let row = try row(at: message.mark)
        let type = SignalType(row.integer("type", "msg_box") ?? 0)
        let other = row.identifier("from_recipient_id", "recipient_id", "address") ?? ""
        var item: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue) { item.append(JSONValue.Member(name, value)) }
        add("chatId", .string(message.thread))
        add("authorId", .string(type.isOutgoing ? me ?? "me" : other))
        add("dateSent", .number(String(row.integer("date_sent", "date") ?? 0)))
        if let update = update(row, type, message) {
            add("directionless", [:])
            add("updateMessage", update)
            return ["chatItem": .object(item)]
        }
        add(
            type.isOutgoing ? "outgoing" : "incoming",
            type.isOutgoing ? outgoing(row, type, message.thread) : [:])
        let files =
            try message.key.isSMS || !hasFiles ? [] : attachments(of: message.key.id)
        let (name, content) = content(row, type, message, files)
        add(name, content)
        var versions: [(at: Int, value: JSONValue)] = []
        for revision in message.key.isSMS ? [] : revisions[message.key.id] ?? [] {
            let old = try self.row(at: revision.mark)
            let at = old.integer("date_sent", "date") ?? 0
            versions.append(
                (
                    at,
                    [
                        "dateSent": .number(String(at)),
                        "standardMessage": ["text": text(old, revision.key, [])],
                    ]
                ))
        }
        if !versions.isEmpty {
            add("revisions", .array(versions.sorted { $0.at < $1.at }.map(\.value)))
        }
        return ["chatItem": .object(item)]
    }

    private func outgoing(_ row: SignalRow, _ type: SignalType, _ thread: String) -> JSONValue {
        let state: String
        switch type.base {
        case 24: state = "failed"
        case 21, 22, 25, 26: state = "pending"
        // In a group, the columns state that any of the people has received it.
        case _ where groupThreads.contains(thread): state = "sent"
        default:
            state =
                row.flag("viewed", "viewed_receipt_count")
                ? "viewed"
                : row.flag("has_read_receipt", "read_receipt_count")
                    ? "read"
                    : row.flag("has_delivery_receipt", "delivery_receipt_count")
                        ? "delivered" : "sent"
        }
        return ["sendStatus": [[state: [:]]]]
    }

    private func text(_ row: SignalRow, _ key: Key, _ files: [File]) -> JSONValue {
        let body = files.lazy.compactMap(\.longText).first ?? row.text("body") ?? ""
        var ranges: [JSONValue] = []
        if !key.isSMS {
            for mention in (mentions[key.id] ?? []).prefix(500) {
                ranges.append([
                    "start": .number(String(mention.start)),
                    "length": .number(String(mention.length)),
                    "mentionAci": .string(acis[mention.recipient] ?? "#" + mention.recipient),
                ])
            }
        }
        if let stored = row.bytes("message_ranges").flatMap({
            SignalSchema.value($0, of: "StoredRanges")
        }) {
            ranges += stored.list("ranges").map { range in
                var members = range.members ?? []
                if let aci = Self.aci(range.text("mentionUuid")) {
                    members.append(JSONValue.Member("mentionAci", .string(aci)))
                }
                return .object(members)
            }
        }
        return ["body": .string(body), "bodyRanges": .array(ranges)]
    }

    private func content(
        _ row: SignalRow, _ type: SignalType, _ message: Message, _ files: [File]
    ) -> (String, JSONValue) {
        var members: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue) {
            members.append(JSONValue.Member(name, value))
        }
        let key = message.key
        if row.flag("remote_deleted") { return ("remoteDeletedMessage", [:]) }
        if row.integer("deleted_by") != nil { return ("adminDeletedMessage", [:]) }
        add("reactions", .array(reactions(row, key)))
        if row.flag("view_once") { return ("viewOnceMessage", .object(members)) }
        switch type.special {
        case 1:
            add("emoji", .string(row.text("body") ?? ""))
            return ("directStoryReplyMessage", .object(members))
        case 2: return ("giftBadge", [:])
        case 3, 9: return ("paymentNotification", [:])
        default: break
        }
        if let contact = Self.contact(row.text("shared_contacts")) {
            add("contact", contact)
            return ("contactMessage", .object(members))
        }
        if let sticker = files.first(where: { $0.isSticker }) {
            add(
                "sticker",
                .object(
                    [JSONValue.Member("data", sticker.pointer)]
                        + (sticker.emoji.map { [JSONValue.Member("emoji", .string($0))] } ?? [])))
            return ("stickerMessage", .object(members))
        }
        if !key.isSMS, let poll = polls[key.id] {
            add("question", .string(poll.row.text("question") ?? ""))
            add("hasEnded", .bool((poll.row.integer("end_message_id") ?? 0) != 0))
            add(
                "options",
                .array(
                    poll.options.map { option in
                        [
                            "option": .string(option.row.text("option_text") ?? ""),
                            "votes": .array(
                                (poll.votes[option.id] ?? []).map { ["voterId": .string($0)] }),
                        ]
                    }))
            return ("poll", .object(members))
        }
        if (row.integer("parent_story_id") ?? 0) != 0 {
            add("textReply", ["text": text(row, key, files)])
            return ("directStoryReplyMessage", .object(members))
        }
        add("text", text(row, key, files))
        add(
            "attachments",
            .array(
                files.filter { !$0.isQuoted && $0.longText == nil }.map { file in
                    .object(
                        [JSONValue.Member("pointer", file.pointer)]
                            + (file.flag.map { [JSONValue.Member("flag", .string($0))] } ?? []))
                }))
        if let target = row.integer("quote_id"), target != 0 {
            add(
                "quote",
                [
                    "targetSentTimestamp": .number(String(target)),
                    "authorId": .string(row.identifier("quote_author") ?? ""),
                    "text": ["body": .string(row.text("quote_body") ?? "")],
                    "attachments": .array(files.filter(\.isQuoted).map(\.pointer)),
                ])
        }
        if let previews = row.text("link_previews").flatMap({ JSONValue(inText: $0) })?.array {
            add("linkPreview", .array(Array(previews.prefix(1))))
        }
        return ("standardMessage", .object(members))
    }

    private func reactions(_ row: SignalRow, _ key: Key) -> [JSONValue] {
        if let stored = row.bytes("reactions").flatMap({
            SignalSchema.value($0, of: "StoredReactions")
        }) {
            return stored.list("reactions").map { reaction in
                [
                    "emoji": reaction["emoji"] ?? "",
                    "authorId": .string(reaction.identifier("author") ?? ""),
                ]
            }
        }
        return (reactions[key] ?? []).prefix(1000).sorted { $0.at < $1.at }.map { reaction in
            ["emoji": .string(reaction.emoji), "authorId": .string(reaction.author)]
        }
    }

    /// Returns the first of the contacts in a message's JSON.
    private static func contact(_ text: String?) -> JSONValue? {
        guard let card = text.flatMap({ JSONValue(inText: $0) })?.array?.first else { return nil }
        func values(_ list: String, _ key: String) -> JSONValue {
            .array(card.list(list).prefix(20).map { ["value": $0[key] ?? ""] })
        }
        return [
            "name": card["name"] ?? [:], "number": values("phoneNumbers", "number"),
            "email": values("emails", "email"),
        ]
    }

    // MARK: Files

    private struct File {
        let pointer: JSONValue
        let flag: String?
        let isQuoted: Bool
        let isSticker: Bool
        /// The whole text, of which the message has the first 2,000 characters.
        let longText: String?
        let emoji: String?
        let order: Int
    }

    /// The maximum number of bytes of a text. The app sends at most 64 KiB.
    private static let maxText = 1 << 20

    private func attachments(of message: Int) throws(ImportError) -> [File] {
        var files: [File] = []
        for mark in (attachments[message] ?? []).prefix(Self.maxFiles) {
            files.append(file(try row(at: mark)))
        }
        return files.enumerated().sorted {
            ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        }.map(\.element)
    }

    private func file(_ row: SignalRow) -> File {
        let type = row.text("content_type", "ct")
        var pointer = members(
            ("contentType", type), ("fileName", row.text("file_name")),
            ("caption", row.text("caption")))
        for name in ["width", "height"] {
            guard let length = row.integer(name) else { continue }
            pointer.append(JSONValue.Member(name, .number(String(length))))
        }
        var place: [JSONValue.Member] = []
        if let size = row.integer("data_size") {
            place.append(JSONValue.Member("size", .number(String(size))))
        }
        var longText: String?
        if let id = row.integer("_id"), let stored = files[id] {
            let path = "\(backup.file)/attachments/\(id)"
            let contents = backup.contents(at: stored.mark, count: stored.count)
            sources.add(path, opened: contents)
            place.append(JSONValue.Member("path", .string(path)))
            if type == "text/x-signal-plain", stored.count <= Self.maxText {
                longText = contents.bytes(stored.count, at: 0).map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
        }
        pointer.append(JSONValue.Member("locatorInfo", .object(place)))
        return File(
            pointer: .object(pointer),
            flag: row.flag("voice_note")
                ? "VOICE_MESSAGE"
                : row.flag("borderless") ? "BORDERLESS" : row.flag("video_gif") ? "GIF" : nil,
            isQuoted: row.flag("quote"), isSticker: row.text("sticker_pack_id") != nil,
            longText: longText, emoji: row.text("sticker_emoji"),
            order: row.integer("display_order") ?? 0)
    }

    // MARK: Updates

    /// Returns the event that a row is; nil for a message.
    private func update(_ row: SignalRow, _ type: SignalType, _ message: Message) -> JSONValue? {
        if let call = type.call {
            return self.call(call, message.key.isSMS ? nil : calls[message.key.id])
        }
        if let simple = type.simple { return ["simpleUpdate": ["type": .string(simple)]] }
        let extras = row.bytes("message_extras").flatMap {
            SignalSchema.value($0, of: "MessageExtras")
        }
        switch type.event {
        case .timer:
            return [
                "expirationTimerChange": [
                    "expiresInMs": .number(String(row.integer("expires_in") ?? 0))
                ]
            ]
        case .group:
            let updates = extras?["gv2UpdateDescription"]?["groupChangeUpdate"]
            return ["groupChange": updates ?? [:]]
        case .left: return ["groupChange": ["updates": [["groupMemberLeftUpdate": [:]]]]]
        case .migration: return ["groupChange": ["updates": [["groupV2MigrationUpdate": [:]]]]]
        case .profile:
            let stored = row.text("body").flatMap { text in
                (try? Base64.decode(Array(text.utf8)[...], limit: 1 << 16)).flatMap {
                    SignalSchema.value($0, of: "ProfileDetails")
                }
            }
            let details = extras?["profileChangeDetails"] ?? stored
            guard let change = details?["profileNameChange"] else { return ["profileChange": [:]] }
            return [
                "profileChange": [
                    "previousName": change["previous"] ?? "", "newName": change["new"] ?? "",
                ]
            ]
        case .threadMerge: return ["threadMerge": [:]]
        case .sessionSwitchover: return ["sessionSwitchover": [:]]
        case .groupCall: return groupCall(message.key.isSMS ? nil : calls[message.key.id])
        case nil:
            if extras?["pollTerminate"] != nil { return ["pollTerminate": [:]] }
            if extras?["pinnedMessage"] != nil { return ["pinMessage": [:]] }
            return nil
        }
    }

    private func call(_ call: SignalType.Call, _ details: SignalRow?) -> JSONValue {
        let states = [1: "ACCEPTED", 2: "NOT_ACCEPTED", 3: "MISSED", 10: "MISSED"]
        var members: [JSONValue.Member] = [
            JSONValue.Member("type", call.isVideo ? "VIDEO_CALL" : "AUDIO_CALL"),
            JSONValue.Member("direction", call.isOutgoing ? "OUTGOING" : "INCOMING"),
        ]
        let stated = details?.integer("event").flatMap { states[$0] }
        let implied = call.isMissed ? "MISSED" : call.isOutgoing ? nil : "ACCEPTED"
        if let state = stated ?? implied {
            members.append(JSONValue.Member("state", .string(state)))
        }
        return ["individualCall": .object(members)]
    }

    private func groupCall(_ details: SignalRow?) -> JSONValue {
        let states = [
            1: "ACCEPTED", 3: "MISSED", 5: "GENERIC", 6: "JOINED", 7: "RINGING", 8: "DECLINED",
            9: "OUTGOING_RING", 10: "MISSED",
        ]
        let state = details?.integer("event").flatMap { states[$0] }
        return ["groupCall": ["state": .string(state ?? "GENERIC")]]
    }
}

/// The number in a row by which Signal for Android tells what the row is: a base in the low bits,
/// and flags.
struct SignalType {
    struct Call {
        let isVideo: Bool
        let isOutgoing: Bool
        let isMissed: Bool
    }

    enum Event {
        case timer, group, left, migration, profile, threadMerge, sessionSwitchover, groupCall
    }

    private let number: Int

    init(_ number: Int) { self.number = number }

    var base: Int { number & 0x1F }
    /// The kind of a message that has more than a text.
    var special: Int { number >> 32 & 0xF }
    var isOutgoing: Bool { (21...26).contains(base) || number == 2 || number == 11 }

    var call: Call? {
        guard [1, 2, 3, 8, 10, 11].contains(number) else { return nil }
        return Call(
            isVideo: number >= 8, isOutgoing: number == 2 || number == 11,
            isMissed: number == 3 || number == 8)
    }

    /// The name of an event without details in Signal's own export.
    var simple: String? {
        Self.names[number] ?? Self.specialNames[special]
            ?? Self.flagNames.first(where: { number & $0.flag != 0 })?.name
    }

    private static let names = [
        4: "JOINED_SIGNAL", 5: "UNSUPPORTED_PROTOCOL_MESSAGE", 6: "INVALID_MESSAGE",
        13: "BAD_DECRYPT", 14: "CHANGE_NUMBER", 15: "RELEASE_CHANNEL_DONATION_REQUEST",
        17: "SMS_EXPORT",
    ]
    private static let specialNames = [
        4: "PAYMENT_ACTIVATION_REQUEST", 5: "REPORTED_SPAM", 6: "MESSAGE_REQUEST_ACCEPTED",
        8: "PAYMENTS_ACTIVATED",
    ]
    private static let flagNames: [(flag: Int, name: String)] = [
        (0x400000, "END_SESSION"), (0x200, "IDENTITY_UPDATE"),
        (0x4000, "IDENTITY_VERIFIED"), (0x2000, "IDENTITY_DEFAULT"),
        (0x1000_0000, "CHAT_SESSION_REFRESH"),
    ]
    private static let events: [Int: Event] = [
        7: .profile, 9: .migration, 12: .groupCall, 16: .threadMerge, 18: .sessionSwitchover,
    ]

    var event: Event? {
        if let event = Self.events[number] { return event }
        if number & 0x40000 != 0 { return .timer }
        if number & 0x10000 != 0 { return .group }
        return number & 0x20000 != 0 ? .left : nil
    }
}
