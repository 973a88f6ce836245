import Basics
import Model

/// The data backup of Threema for Android: a ZIP of tables and media, encrypted with the password of
/// the backup. Each contact, group and distribution list has a table of messages.
enum Threema {
    static let importer = Importer(
        name: "threema", title: "Threema",
        summary: "the ZIP of Threema's data backup on Android, with its password",
        recognize: recognize, read: read)

    fileprivate static let contacts = "contacts.csv"

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claims { file in
            guard Path.lastName(file.name) == contacts else { return false }
            var rows = CSVRows(file.head)
            let columns = rows.next() ?? []
            return columns.contains("identity") && columns.contains("publickey")
        }
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let folders = claim.files.map(Path.folder)
        var chats: [(backup: ThreemaBackup, chat: ThreemaBackup.Chat)] = []
        for folder in folders {
            let backup = try ThreemaBackup(in: folder, &builder)
            chats += backup.chats.map { (backup, $0) }
        }
        let names = chats.map { place in
            let id = folders.count > 1 ? place.backup.folder + place.chat.id : place.chat.id
            return ChatName(id: id, name: place.chat.name)
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            var reader = try ThreemaReader(chats[index].backup, chats[index].chat, &builder)
            try reader.read(&builder)
        }
    }
}

/// A table of a backup: a row of names, and rows of values in quotation marks.
private struct ThreemaTable {
    struct Row {
        fileprivate let columns: [String: Int]
        fileprivate let values: [String]

        /// Returns a value; empty if there is none.
        subscript(name: String) -> String {
            guard let index = columns[name], index < values.count else { return "" }
            let value = values[index]
            return value.utf8.contains(UInt8(ascii: "\\")) ? Self.plain(value) : value
        }

        /// Backslashes are doubled.
        private static func plain(_ value: String) -> String {
            var out: [UInt8] = []
            var isEscape = false
            for byte in value.utf8 {
                isEscape = byte == UInt8(ascii: "\\") && !isEscape
                if !isEscape { out.append(byte) }
            }
            if isEscape { out.append(UInt8(ascii: "\\")) }
            return String(decoding: out, as: UTF8.self)
        }

        func flag(_ name: String) -> Bool { self[name] == "1" }

        /// In milliseconds.
        func time(_ name: String) -> Moment? {
            Double(self[name]).flatMap { $0 > 0 ? UnixTime.moment(milliseconds: $0) : nil }
        }
    }

    private var rows: CSVRows
    private let columns: [String: Int]
    private let budget: WorkBudget

    init(_ file: String, _ builder: ConversationBuilder) throws(ImportError) {
        budget = builder.budget
        let sources = builder.sources
        rows = CSVRows(sources.resolve(file) == file ? try sources.decoded(file) : [])
        let names = (rows.next() ?? []).enumerated().map { ($1, $0) }
        columns = Dictionary(names) { first, _ in first }
    }

    mutating func next() throws(ImportError) -> Row? {
        guard budget.mayContinue else { throw .stopped }
        guard let values = rows.next() else { return nil }
        return Row(columns: columns, values: values)
    }
}

private struct ThreemaBackup {
    struct Chat {
        enum Kind { case contact, group, list }
        let kind: Kind
        /// The contact's identity, the ID of the group's files or that of the list.
        let id: String
        let name: String
        let file: String
        var summary: String?
        /// The ID and the creator by which tables of reactions name a group.
        var group: (id: String, creator: String)?
    }

    struct Contact {
        let name: String
        /// The ID of the contact's files.
        let file: String
    }

    let folder: String
    private(set) var contacts: [String: Contact] = [:]
    private(set) var chats: [Chat] = []
    /// The owner's identity, if a table states it.
    private(set) var own: String?

    init(in folder: String, _ builder: inout ConversationBuilder) throws(ImportError) {
        self.folder = folder
        var files = Set(
            builder.sources.sentNames.filter {
                Path.folder($0) == folder && Path.fileExtension($0) == "csv"
            })
        func take(_ prefix: String, _ id: String) -> String? {
            let file = folder + prefix + id + ".csv"
            guard files.remove(file) != nil, Self.holdsMessages(file, builder.sources) else {
                return nil
            }
            return file
        }
        var table = try ThreemaTable(folder + Threema.contacts, builder)
        while let row = try table.next() {
            let identity = row["identity"]
            guard !identity.isEmpty, contacts[identity] == nil else { continue }
            guard builder.budget.reserve(200) else { throw .stopped }
            let name = [row["firstname"], row["lastname"]].filter { !$0.isEmpty }
                .joined(separator: " ")
            // Until version 18, the identity was the ID.
            let file = row["identity_id"].nonEmpty ?? identity
            contacts[identity] = Contact(
                name: name.nonEmpty ?? row["nick_name"].nonEmpty ?? identity, file: file)
            if let messages = take("message_", file) {
                chats.append(
                    Chat(
                        kind: .contact, id: identity, name: contacts[identity]?.name ?? identity,
                        file: messages))
            }
        }
        try learnGroups(take, builder)
        try learnLists(take, builder)
        for file in files.sorted() where Self.isOfMessages(file) {
            guard Self.holdsMessages(file, builder.sources) else { continue }
            let id = Path.stem(file)
            let kind: Chat.Kind = id.hasPrefix("message_") ? .contact : .group
            chats.append(Chat(kind: kind, id: id, name: id, file: file))
        }
        try learnOwner(builder)
    }

    private static func isOfMessages(_ file: String) -> Bool {
        let name = Path.lastName(file)
        return ["message_", "group_message_", "distribution_list_message_"].contains {
            name.hasPrefix($0)
        }
    }

    /// Whether a row follows the names of the columns.
    private static func holdsMessages(_ file: String, _ sources: ExportFiles) -> Bool {
        var rows = CSVRows(sources.prefix(of: file, count: 4_096))
        return rows.next() != nil && rows.next() != nil
    }

    private mutating func learnGroups(
        _ take: (String, String) -> String?, _ builder: ConversationBuilder
    ) throws(ImportError) {
        var table = try ThreemaTable(folder + "groups.csv", builder)
        while let row = try table.next() {
            let (id, creator) = (row["id"], row["creator"])
            let uid = row["group_uid"].nonEmpty ?? id + "-" + creator
            guard let file = take("group_message_", uid) else { continue }
            guard builder.budget.reserve(300) else { throw .stopped }
            chats.append(
                Chat(
                    kind: .group, id: uid, name: row["groupname"].nonEmpty ?? uid, file: file,
                    summary: row["groupDesc"].nonEmpty, group: (id, creator)))
        }
    }

    private mutating func learnLists(
        _ take: (String, String) -> String?, _ builder: ConversationBuilder
    ) throws(ImportError) {
        var table = try ThreemaTable(folder + "distribution_list.csv", builder)
        while let row = try table.next() {
            let id = row["id"]
            guard let file = take("distribution_list_message_", id) else { continue }
            guard builder.budget.reserve(300) else { throw .stopped }
            let name = row["distribution_list_name"].nonEmpty ?? id
            chats.append(Chat(kind: .list, id: id, name: name, file: file))
        }
    }

    /// A chat with a contact has two people: whoever is not the contact is the owner.
    private mutating func learnOwner(_ builder: ConversationBuilder) throws(ImportError) {
        var table = try ThreemaTable(folder + "contact_reactions.csv", builder)
        while own == nil, let row = try table.next() {
            let sender = row["sender_identity"]
            if !sender.isEmpty, sender != row["identity"] { own = sender }
        }
    }

    func name(_ identity: String) -> String {
        contacts[identity]?.name ?? (identity == own ? Self.ownName : identity)
    }

    static let ownName = "Me"
}

private struct ThreemaReader {
    private struct Ballot {
        let question: String
        let isClosed: Bool
        var options: [(id: String, order: Int, text: String, count: Int)] = []
        var votes: [(option: String, voter: String)] = []
    }

    private let backup: ThreemaBackup
    private let chat: ThreemaBackup.Chat
    private var own: String?
    private var reactions: [String: [(sender: String, emoji: String)]] = [:]
    private var polls: [String: Ballot] = [:]
    private var unknown: [String: Int] = [:]

    private static let me = ConversationBuilder.anonymousMe

    init(
        _ backup: ThreemaBackup, _ chat: ThreemaBackup.Chat, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        self.backup = backup
        self.chat = chat
        own = backup.own
        try learnReactions(builder)
        try learnPolls(builder)
    }

    // MARK: Tables beside the messages

    private mutating func learnReactions(_ builder: ConversationBuilder) throws(ImportError) {
        let isGroup = chat.kind == .group
        let name = isGroup ? "group_reactions.csv" : "contact_reactions.csv"
        var table = try ThreemaTable(backup.folder + name, builder)
        while let row = try table.next() {
            let isHere =
                isGroup
                ? chat.group.map {
                    row["api_group_id"] == $0.id && row["group_creator_identity"] == $0.creator
                } ?? false : row["identity"] == chat.id
            guard isHere else { continue }
            guard builder.budget.reserve(200) else { throw .stopped }
            reactions[row["api_message_id"], default: []].append(
                (row["sender_identity"], row["emoji_sequence"]))
        }
    }

    private mutating func learnPolls(_ builder: ConversationBuilder) throws(ImportError) {
        var table = try ThreemaTable(backup.folder + "ballot.csv", builder)
        // Other tables name a poll by two of its columns.
        var ids: [String: String] = [:]
        while let row = try table.next() {
            guard row["ref_id"] == chat.id else { continue }
            guard builder.budget.reserve(500) else { throw .stopped }
            ids[row["aid"] + "-" + row["creator"]] = row["id"]
            polls[row["id"]] = Ballot(question: row["name"], isClosed: row["state"] == "CLOSED")
        }
        guard !polls.isEmpty else { return }
        table = try ThreemaTable(backup.folder + "ballot_choice.csv", builder)
        while let row = try table.next() {
            guard let id = ids[row["ballot"]] else { continue }
            guard builder.budget.reserve(200) else { throw .stopped }
            let count = min(max(Int(row["vote_count"]) ?? 0, 0), 1_000_000)
            polls[id]?.options.append(
                (row["aid"], Int(row["order"]) ?? 0, row["name"], count))
        }
        table = try ThreemaTable(backup.folder + "ballot_vote.csv", builder)
        while let row = try table.next() {
            guard let id = ids[row["ballot_uid"]], row["choice"] == "1" else { continue }
            guard builder.budget.reserve(100) else { throw .stopped }
            polls[id]?.votes.append((row["choice_uid"], row["identity"]))
        }
    }

    // MARK: Messages

    mutating func read(_ builder: inout ConversationBuilder) throws(ImportError) {
        builder.begin(title: chat.name, subtitle: chat.summary, isGroup: chat.kind != .contact)
        builder.needsSorting = true
        var table = try ThreemaTable(chat.file, builder)
        while let row = try table.next() {
            if row.flag("isoutbox"), own == nil, !row["identity"].isEmpty { own = row["identity"] }
            try builder.add(record(row), document: chat.file)
        }
        builder.setMe(key: Self.me)
        builder.warn(untimed: "message", "without a time")
        builder.warn(unknown: unknown, "message", "shown as text")
    }

    private func person(_ identity: String) -> Record.Person {
        if identity == own || identity == Self.me {
            return Record.Person(
                key: Self.me, name: ThreemaBackup.ownName, handle: own,
                avatar: backup.folder + "contact_avatar_me", isMe: true)
        }
        let contact = backup.contacts[identity]
        return Record.Person(
            key: identity, name: contact?.name ?? identity, handle: identity,
            avatar: contact.map { backup.folder + "contact_profile_pic_" + $0.file })
    }

    private func name(_ identity: String) -> String {
        identity == own || identity == Self.me ? ThreemaBackup.ownName : backup.name(identity)
    }

    private mutating func record(_ row: ThreemaTable.Row) -> Record {
        let (type, body) = (row["type"], row["body"])
        let isMine = row.flag("isoutbox")
        let identity = isMine ? Self.me : chat.kind == .contact ? chat.id : row["identity"]
        var record = Record(
            row["apiid"].nonEmpty ?? row["uid"].nonEmpty,
            at: row.time("posted_at") ?? row.time("created_at"))
        if type == "STATUS" || row.flag("isstatusmessage") && type == "TEXT" {
            record.becomeNotice(.notice, text: body)
            return record
        }
        let json = JSONValue(inText: body)?.array ?? []
        switch type {
        case "VOIP_STATUS":
            record.sender = person(identity)
            record.becomeCall(call(json, isMine: isMine))
            return record
        case "GROUP_CALL_STATUS", "GROUP_STATUS", "FORWARD_SECURITY_STATUS":
            event(&record, json.dropFirst().first ?? .null, type)
            return record
        default: break
        }
        if !identity.isEmpty { record.sender = person(identity) }
        if isMine { record.message.status = Self.status(row["messagestae"]) }
        relate(&record, row, identity)
        guard row["deleted_at"].isEmpty else {
            record.message.details.deleted = Deleted(at: row.time("deleted_at"), by: nil)
            return record
        }
        fill(&record, row, type, body, json)
        return record
    }

    private mutating func fill(
        _ record: inout Record, _ row: ThreemaTable.Row, _ type: String, _ body: String,
        _ json: [JSONValue]
    ) {
        switch type {
        case "TEXT": text(body, &record)
        case "FILE": attach(json, row, &record)
        case "IMAGE": attach(.image, row, &record)
        case "VIDEO": attach(.video, row, &record, duration: json.first?.double)
        case "VOICEMESSAGE": attach(.voice, row, &record, duration: json.first?.double)
        case "LOCATION":
            let (north, east) = (json.first?.double, json.dropFirst().first?.double)
            record.message.details.location = Location(
                north, east, name: json.dropFirst(4).first?.string,
                address: json.dropFirst(3).first?.string)
        case "BALLOT":
            let id = json.dropFirst().first?.int.map(String.init) ?? ""
            record.message.details.poll = poll(polls[id])
            // The first is the poll itself, the last its end.
            if json.first?.int != 1 { record.message.details.poll?.isClosed = true }
        default:
            unknown[type.isEmpty ? "no type" : type, default: 0] += 1
            record.message.body = Body.plain(body)
        }
        if record.message.body.isEmpty, !row["caption"].isEmpty {
            record.message.body = Body.whatsApp(naming(row["caption"]))
        }
    }

    /// A text may begin with the lines of a quotation: `> ABCDEFGH: words`.
    private func text(_ body: String, _ record: inout Record) {
        guard body.hasPrefix("> "), record.message.details.replyTo == nil else {
            record.message.body = Body.whatsApp(naming(body))
            return
        }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        let quoted = lines.prefix { $0.hasPrefix("> ") }.map { $0.dropFirst(2) }
        let head = quoted.first?.prefix(10) ?? ""
        guard quoted.count < lines.count, head.hasSuffix(": "), head.utf8.count == 10 else {
            record.message.body = Body.whatsApp(naming(body))
            return
        }
        let words = ([quoted[0].dropFirst(10)] + quoted.dropFirst()).joined(separator: "\n")
        record.message.details.replyTo = Reply(
            from: name(String(head.prefix(8))), text: Body.quoted(words))
        record.message.body = Body.whatsApp(
            naming(lines.dropFirst(quoted.count).joined(separator: "\n").trimmingBlanks()))
    }

    /// Replaces mentions such as `@[ABCDEFGH]` by names.
    private func naming(_ text: String) -> String {
        guard text.holds("@[") else { return text }
        var parts = text.split(separator: "@[", omittingEmptySubsequences: false)[...]
        var out = String(parts.removeFirst())
        for part in parts {
            let identity = part.prefix { $0 != "]" }
            guard identity.utf8.count == 8, identity.endIndex < part.endIndex,
                identity.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x5B })
            else {
                out += "@[" + part
                continue
            }
            let name = identity == "@@@@@@@@" ? "all" : CleanText.line(name(String(identity)))
            out += "\u{2068}@\(name)\u{2069}" + part[identity.endIndex...].dropFirst()
        }
        return out
    }

    // MARK: Files

    private var prefix: (media: String, thumbnail: String) {
        switch chat.kind {
        case .contact: ("message_media_", "message_thumbnail_")
        case .group: ("group_message_media_", "group_message_thumbnail_")
        case .list: ("distribution_list_message_media_", "distribution_list_thumbnail_")
        }
    }

    private func attach(
        _ kind: Attachment.Kind, _ row: ThreemaTable.Row, _ record: inout Record,
        duration: Double? = nil
    ) {
        let uid = row["uid"]
        let thumbnail = backup.folder + prefix.thumbnail + uid
        var file = RecordFile(kind, at: .hashed(backup.folder + prefix.media + uid))
        file.poster = { thumbnail }
        file.attachment.duration = duration.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
        record.files = [file]
    }

    private func attach(
        _ json: [JSONValue], _ row: ThreemaTable.Row, _ record: inout Record
    ) {
        let fields = json + [JSONValue](repeating: .null, count: max(0, 10 - json.count))
        let facts = fields[9]
        let (mime, name) = (fields[2].string, fields[4].string)
        var kind = FileKind.kind(name: name, mime: mime)
        switch (kind, fields[5].int) {
        case (.image, 2), (.gif, 2): kind = .sticker
        case (.audio, 1): kind = .voice
        case (.image, _) where facts.flag("a"): kind = .gif
        default: break
        }
        attach(kind, row, &record, duration: facts.number("d"))
        record.files[0].attachment.name = name.map(CleanText.line)
        record.files[0].attachment.size = fields[3].int.flatMap {
            (1...1 << 50).contains($0) ? $0 : nil
        }
        if !kind.isPlayed { record.files[0].attachment.duration = nil }
        if let width = facts.length("w"), let height = facts.length("h") {
            record.files[0].attachment.width = width
            record.files[0].attachment.height = height
        }
        if let caption = fields[7].string, !caption.isEmpty {
            record.message.body = Body.whatsApp(naming(caption))
        }
    }

    // MARK: Relations

    private func relate(_ record: inout Record, _ row: ThreemaTable.Row, _ identity: String) {
        let quoted = row["quoted_message_apiid"]
        if !quoted.isEmpty { record.message.details.replyTo = Reply(id: quoted) }
        if !row["edited_at"].isEmpty {
            record.message.details.edited = Edited(at: row.time("edited_at"))
        }
        if (Int(row["display_tags"]) ?? 0) & 1 == 1 { record.message.details.isStarred = true }
        if identity == Self.me, chat.kind == .contact {
            if let time = row.time("delivered_at") { record.message.details.deliveredAt = time }
            if let time = row.time("read_at") { record.message.details.readAt = time }
        }
        var pairs = (reactions[row["apiid"]] ?? []).map { (name($0.sender), $0.emoji) }
        if pairs.isEmpty { pairs = marks(row, identity) }
        if !pairs.isEmpty {
            record.message.details.reactions = Reaction.grouped(Array(pairs.prefix(1_000)))
        }
    }

    /// The thumbs that versions before reactions stored as the state of a message.
    private func marks(
        _ row: ThreemaTable.Row, _ identity: String
    ) -> [(name: String, emoji: String)] {
        let thumbs = ["USERACK": "👍", "USERDEC": "👎"]
        if let thumb = thumbs[row["messagestae"]] {
            let sender = identity == Self.me ? chat.id : Self.me
            return [(chat.kind == .contact ? name(sender) : "", thumb)]
        }
        let states = JSONValue(inText: row["g_msg_states"])?.members ?? []
        return states.compactMap { member in
            thumbs[member.value.string ?? ""].map { (name(member.key), $0) }
        }
    }

    private static func status(_ state: String) -> Message.Status? {
        switch state {
        case "PENDING", "TRANSCODING", "UPLOADING", "SENDING": .sending
        case "SENDFAILED", "FS_KEY_MISMATCH": .failed
        case "SENT": .sent
        case "DELIVERED", "USERACK", "USERDEC": .delivered
        case "READ": .read
        case "CONSUMED": .played
        default: nil
        }
    }

    private func poll(_ source: Ballot?) -> Poll {
        guard let source else { return Poll("Poll") }
        var voters: [String: [String]] = [:]
        for vote in source.votes { voters[vote.option, default: []].append(vote.voter) }
        var poll = Poll(
            source.question, isClosed: source.isClosed,
            options: source.options.sorted { $0.order < $1.order }.prefix(100).map { item in
                let people = voters[item.id] ?? []
                return Poll.Option(
                    item.text, votes: max(people.count, item.count), voters: people.map(name),
                    isChosen: people.contains { $0 == own })
            })
        poll.countVoters(Set(source.votes.map(\.voter)).count)
        return poll
    }

    // MARK: Events

    private func call(_ json: [JSONValue], isMine: Bool) -> Call {
        let facts = json.dropFirst().first ?? .null
        var call = Call(
            isVideo: false, isMine: isMine,
            duration: facts.span("duration").flatMap { $0 > 0 ? $0 : nil })
        switch facts["status"]?.int {
        case 1: call.outcome = isMine ? .unanswered : .missed
        case 2: call.outcome = .answered
        case 3:
            switch facts["reason"]?.int {
            case 1: call.outcome = .busy
            case 2: call.outcome = .unanswered
            default: call.outcome = .declined
            }
        case 4: call.outcome = .unanswered
        default: break
        }
        return call
    }

    private mutating func event(_ record: inout Record, _ facts: JSONValue, _ type: String) {
        let people = [facts.text("identity")].compactMap(\.self).map(name)
        let who = people.first ?? "Somebody"
        let poll = facts.text("ballotName").map { "“\($0)”" } ?? "a poll"
        switch (type, facts["status"]?.int) {
        case ("GROUP_CALL_STATUS", 1?):
            let caller = facts.text("callerIdentity").map(name)
            record.becomeNotice(
                .call, by: [caller].compactMap(\.self),
                text: (caller.map { "\($0) started" } ?? "Started") + " a group call")
        case ("GROUP_CALL_STATUS", 2?): record.becomeNotice(.call, text: "The group call ended")
        case ("GROUP_STATUS", 0?): record.becomeNotice(.groupCreated)
        case ("GROUP_STATUS", 1?):
            record.becomeNotice(
                .titleChanged, to: [facts.text("newGroupName")].compactMap(\.self))
        case ("GROUP_STATUS", 2?): record.becomeNotice(.photoChanged)
        case ("GROUP_STATUS", 3?): record.becomeNotice(.memberAdded, to: people)
        case ("GROUP_STATUS", 4?): record.becomeNotice(.memberLeft, by: people)
        case ("GROUP_STATUS", 5?): record.becomeNotice(.memberRemoved, to: people)
        case ("GROUP_STATUS", 6?):
            record.becomeNotice(.notice, text: "The group is for notes: it has no other members")
        case ("GROUP_STATUS", 7?):
            record.becomeNotice(.notice, text: "The group is no longer for notes only")
        case ("GROUP_STATUS", 8?):
            record.becomeNotice(.notice, text: "\(who) voted in \(poll)")
        case ("GROUP_STATUS", 9?):
            record.becomeNotice(.notice, text: "\(who) changed the vote in \(poll)")
        case ("GROUP_STATUS", 10?): record.becomeNotice(.notice, text: "A new vote in \(poll)")
        case ("GROUP_STATUS", 11?):
            record.becomeNotice(.notice, text: "All votes in \(poll) are complete")
        case ("GROUP_STATUS", 12?): record.becomeNotice(.descriptionChanged)
        case ("GROUP_STATUS", 13?):
            record.becomeNotice(.notice, text: "The creator left the group")
        case ("FORWARD_SECURITY_STATUS", let status?) where Self.secrecy[status] != nil:
            record.becomeNotice(.encryption, text: Self.secrecy[status])
        case ("FORWARD_SECURITY_STATUS", 0?) where facts.text("staticText") != nil:
            record.becomeNotice(.encryption, text: facts.text("staticText"))
        default:
            let code = facts["status"]?.int.map { " \($0)" } ?? ""
            unknown[type + code, default: 0] += 1
            record.becomeNotice(.notice, text: "Event: " + type + code)
        }
    }

    private static let secrecy = [
        1: "A message without forward secrecy was received",
        2: "The session with forward secrecy was reset",
        3: "Messages are protected by forward secrecy",
        4: "Received messages are protected by forward secrecy",
        5: "Messages were skipped and cannot be decrypted",
        6: "A message arrived out of order and cannot be decrypted",
        7: "Messages are no longer protected by forward secrecy",
        8: "The session with forward secrecy is invalid",
        9: "Forward secrecy is off in this chat",
    ]
}
