import Basics
import Model

/// The entries of a whole account, in order: its owner, people, chats and the items of all chats. A
/// copy from before the first entry serves for another pass.
protocol SignalEntries {
    mutating func next() throws(ImportError) -> Bool
    /// Whether the current entry is an item of a chat.
    var isItem: Bool { get }
    /// The current entry, which is not an item, as an object with a single member.
    func value() throws(ImportError) -> JSONValue
    /// The chat of the current item, and the item.
    func item() throws(ImportError) -> (
        chat: String?, value: () throws(ImportError) -> JSONValue
    )
    /// The place of the current entry, from which `values` reads it again.
    var place: Range<Int> { get }
    func values(in place: Range<Int>) throws(ImportError) -> [JSONValue]
}

extension JSONLineReader: SignalEntries {
    var isItem: Bool { text.starts(with: "{\"chatItem\"".utf8) }

    func item() throws(ImportError) -> (
        chat: String?, value: () throws(ImportError) -> JSONValue
    ) {
        let item = try peek()
        return (item["chatItem"]?.identifier("chatId"), { () throws(ImportError) in item })
    }
}

/// The account of Signal's own export, `main.jsonl`, with one single-member object per line, and of
/// the backups of its Android app.
struct SignalAccount: RecordReader {
    private var names: [String: String] = [:]
    /// The recipients by the IDs in mentions.
    private var recipients: [String: String] = [:]
    /// The ID of the account's owner.
    private(set) var me: String?
    private var ownName: String?
    private var groups: Set<String> = []
    private var chats: [(id: String, recipient: String)] = []
    /// The export's files by name without extension. A file is named after the hash of its
    /// contents.
    private var files: [String: String] = [:]
    /// The number of entries of unknown kinds, by kind.
    private var unread: [String: Int] = [:]

    static func isAccount(_ file: Probe.File) -> Bool {
        file.holdsLines
            && (file.contains("\"backupTimeMs\"") || file.contains("\n{\"chatItem\""))
    }

    /// What the export leaves out, as a warning.
    private let omission: String

    private init(files names: [String], omission: String) {
        self.omission = omission
        for name in names where name.holds("files/") { files[Path.stem(name)] = name }
    }

    static func read(
        _ entries: some SignalEntries,
        omission: String = "Signal does not export disappearing messages",
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let account = SignalAccount(files: builder.sources.names, omission: omission)
        var driver = RecordDriver(account, builder)
        var items = AlternatingChats(builder, counting: driver)
        var rest = entries
        while try rest.next() {
            guard rest.isItem else {
                driver.reader.look(at: try rest.value())
                items.endRun()
                continue
            }
            let item = try rest.item()
            try items.see(rest.place, of: "", in: item.chat) {
                driver, builder throws(ImportError) in
                try driver.add(try item.value(), &builder)
            }
        }
        let chats = driver.reader.chats
        let names = chats.map { ChatName(id: $0.id, name: driver.reader.name($0.recipient)) }
        try items.choose(names, &builder) { index, runs, builder throws(ImportError) in
            var driver = driver
            builder.begin(
                title: names[index].name,
                isGroup: driver.reader.groups.contains(chats[index].recipient))
            builder.needsSorting = true
            for run in runs {
                try driver.read(try entries.values(in: run.range), &builder)
            }
            driver.end(&builder)
        }
    }

    func warn(_ builder: inout ConversationBuilder) {
        builder.warn(.importing, omission)
        for (kind, count) in unread.sorted(by: { $0.key < $1.key }).prefix(20) {
            builder.warn(.unsupported, count, "item", "of the kind \(kind) shown as a notice")
        }
    }

    // MARK: People and chats

    mutating func look(at line: JSONValue) {
        if let account = line["account"] {
            ownName =
                Self.joined(account.text("givenName"), account.text("familyName"))
                ?? account.text("username")
        } else if let chat = line["chat"], let id = chat.identifier("id") {
            chats.append((id, chat.identifier("recipientId") ?? ""))
        } else if let recipient = line["recipient"], let id = recipient.identifier("id") {
            if recipient["self"] != nil { me = id }
            if let contact = recipient["contact"] {
                names[id] = Self.name(of: contact)
                if let aci = contact.text("aci") { recipients[aci] = id }
            } else if let group = recipient["group"] {
                groups.insert(id)
                names[id] = group["snapshot"]?["title"]?.text("title") ?? "Group"
            } else if recipient["releaseNotes"] != nil {
                names[id] = "Signal"
            }
        }
    }

    private static func joined(_ given: String?, _ family: String?) -> String? {
        let parts = [given, family].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Returns a contact's name in the apps' order: the owner's nickname, the phone's contact, the
    /// profile name, the number.
    private static func name(of contact: JSONValue) -> String? {
        let nickname = contact["nickname"]
        return joined(nickname?.text("given"), nickname?.text("family"))
            ?? joined(contact.text("systemGivenName"), contact.text("systemFamilyName"))
            ?? joined(contact.text("profileGivenName"), contact.text("profileFamilyName"))
            ?? contact.identifier("e164").map { "+" + $0 } ?? contact.text("username")
    }

    /// Returns the name of the person with the ID in mentions and changes of groups.
    private func person(_ aci: String) -> String? { recipients[aci].map(name) }

    private func name(_ id: String) -> String {
        id == me ? ownName ?? "Me" : names[id] ?? "Unknown"
    }

    // MARK: Messages

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        guard let item = source["chatItem"] else { return nil }
        let author = item.identifier("authorId") ?? ""
        let at = item.milliseconds("dateSent")
        var record = Record("\(author)/\(item.identifier("dateSent") ?? "")", at: at)
        let sender = Record.Person(key: author, name: name(author))
        if let update = item["updateMessage"] {
            SignalAccountNotice(name: name, person: person).fill(&record, update, by: author)
            if record.message.kind == .call { record.sender = sender }
            return record
        }
        record.sender = sender
        fill(&record, item)
        record.message.status = Self.status(item)
        let revisions = item.list("revisions").prefix(100)
        if !revisions.isEmpty {
            record.message.details.edited = Edited(
                at: at,
                history: revisions.map { revision in
                    Edited.Version(
                        at: revision.milliseconds("dateSent"),
                        text: revision["standardMessage"]?["text"].flatMap(plain) ?? "")
                })
        }
        return record
    }

    private mutating func fill(_ record: inout Record, _ item: JSONValue) {
        let reactions: JSONValue?
        if let standard = item["standardMessage"] {
            record.message.body = text(standard["text"])
            record.files = standard.list("attachments").map(file)
            if let text = standard["longText"] {
                // The body has only the beginning.
                record.files.append(found(text, Attachment(kind: .file)))
            }
            record.message.details.replyTo = standard["quote"].map(reply)
            if let preview = standard.list("linkPreview").first,
                let url = preview.text("url").flatMap(Link.url)
            {
                record.message.details.link = LinkPreview(
                    url: url, title: preview.text("title"), summary: preview.text("description"))
            }
            reactions = standard
        } else if let sticker = item["stickerMessage"] {
            var attachment = Attachment(kind: .sticker)
            attachment.alt = sticker["sticker"]?.text("emoji").map(CleanText.line)
            record.files = [found(sticker["sticker"]?["data"], attachment)]
            reactions = sticker
        } else if item["remoteDeletedMessage"] != nil || item["adminDeletedMessage"] != nil {
            record.message.details.deleted = Deleted()
            return
        } else if let poll = item["poll"] {
            record.message.details.poll = self.poll(poll)
            reactions = poll
        } else if let contact = item["contactMessage"]?["contact"]
            ?? item["contactMessage"]?.list("contact").first
        {
            record.message.details.contact = Contact(signal: contact)
            reactions = item["contactMessage"]
        } else if let once = item["viewOnceMessage"] {
            record.files = [RecordFile(.image, at: .missing("not exported: view once"))]
            reactions = once
        } else if let story = item["directStoryReplyMessage"] {
            record.message.body =
                story.text("emoji").map(Body.plain) ?? text(story["textReply"]?["text"])
            record.message.details.replyTo = Reply(text: "a story")
            reactions = story
        } else if let payment = item["paymentNotification"],
            let amount = payment.text("amountMob")
        {
            record.message.details.payment = Payment(
                amount, currency: "MOB", note: payment.text("note"))
            return
        } else {
            let known: Set<String> = ["incoming", "outgoing", "directionless", "revisions", "sms"]
            let members = item.members ?? []
            let kind =
                members.first { $0.value.kind == .object && !known.contains($0.key) }?.key
                ?? "message"
            record.message.kind = .unknown(kind)
            unread[kind, default: 0] += 1
            return
        }
        let pairs = (reactions?.list("reactions") ?? []).prefix(1000).compactMap { reaction in
            reaction.text("emoji").map { (name(reaction.identifier("authorId") ?? ""), $0) }
        }
        record.message.details.reactions = Reaction.grouped(pairs)
    }

    private func text(_ text: JSONValue?) -> [TextBlock] {
        guard let text else { return [] }
        return SigtopBody.blocks(text, name: person)
    }

    /// Returns a text with the names of mentions, without its styles.
    private func plain(_ source: JSONValue) -> String? {
        return text(source).map(\.plainText).joined(separator: "\n").nonEmpty
    }

    private func reply(_ quote: JSONValue) -> Reply {
        let author = quote.identifier("authorId") ?? ""
        return Reply(
            id: quote.identifier("targetSentTimestamp").map { "\(author)/\($0)" },
            from: name(author), text: quote["text"].flatMap(plain).map(CleanText.clean),
            file: quote.list("attachments").first.map { Attachment(signal: $0).kind })
    }

    private func poll(_ source: JSONValue) -> Poll {
        Poll(
            source.text("question") ?? "", isClosed: source.flag("hasEnded"),
            options: source.list("options").prefix(100).map { item in
                let voters = item.list("votes").prefix(1000).map { $0.identifier("voterId") ?? "" }
                return Poll.Option(
                    item.text("option") ?? "", votes: voters.count, voters: voters.map(name))
            })
    }

    /// Returns the delivery state of a sent message: the least advanced state of all recipients.
    private static func status(_ item: JSONValue) -> Message.Status? {
        let sent = item["outgoing"]?.list("sendStatus") ?? []
        let ranks: [(String, Message.Status)] = [
            ("failed", .failed), ("pending", .sending), ("sent", .sent), ("delivered", .delivered),
            ("read", .read), ("viewed", .played),
        ]
        return ranks.first { key, _ in sent.contains { $0[key] != nil } }?.1
    }

    // MARK: Files

    private func file(_ source: JSONValue) -> RecordFile {
        let pointer = source["pointer"]
        var attachment = Attachment(signal: pointer)
        switch source.text("flag") {
        case "VOICE_MESSAGE": attachment.kind = .voice
        case "GIF": attachment.kind = .gif
        case "BORDERLESS": attachment.kind = .sticker
        default: break
        }
        return found(pointer, attachment)
    }

    private func found(_ pointer: JSONValue?, _ attachment: Attachment) -> RecordFile {
        var attachment = attachment
        let place = pointer?["locatorInfo"]
        attachment.size = place?.count("size")
        // The rows of a backup file state a path instead of a name.
        if let path = place?.text("path") {
            return RecordFile(attachment, at: .hashed(path))
        }
        // An invalid hash or key matches no file, so the attachment is reported as missing.
        let hash = Self.bytes(place?.text("plaintextHash")) ?? []
        if let key = Self.bytes(place?.text("localKey")),
            let seal = SignalSeal(key: key, size: attachment.size)
        {
            // A file of a backup is named after its contents and its key.
            let name = (try? SHA256.digest(of: hash, key)).map { Hexadecimal.text(of: $0) } ?? ""
            return RecordFile(
                attachment,
                at: files[name].map { .sealed($0, seal) } ?? .missing(RecordFile.absent))
        }
        let name = Hexadecimal.text(of: hash)
        let path = files[name] ?? files[pointer?.text("fileName").map(Path.stem) ?? ""]
        return RecordFile(attachment, at: path.map { .path($0) } ?? .missing(RecordFile.absent))
    }

    private static func bytes(_ text: String?) -> [UInt8]? {
        text.flatMap { try? Base64.decode(Array($0.utf8)[...], limit: 64) }
    }
}

/// Converts an event in a chat of Signal's export to a call or a notice.
private struct SignalAccountNotice {
    /// Returns the display name for a recipient's ID.
    let name: (String) -> String
    /// Returns the display name for the ID of an account.
    let person: (String) -> String?

    func fill(_ record: inout Record, _ update: JSONValue, by author: String) {
        if let call = update["individualCall"] { return record.becomeCall(self.call(call)) }
        if let call = update["groupCall"] {
            var details = Call()
            details.outcome = call.text("state").flatMap { Self.outcomes[$0] }
            if details.outcome == nil || details.outcome == .answered,
                let start = call.span("startedCallTimestamp"),
                let end = call.span("endedCallTimestamp"),
                end > start
            {
                details.duration = (end - start) / 1000
            }
            return record.becomeCall(details)
        }
        let (action, words) = sentence(update, CleanText.line(name(author)))
        record.becomeNotice(action, text: words)
    }

    private func call(_ source: JSONValue) -> Call {
        var call = Call(
            isVideo: source.text("type") == "VIDEO_CALL",
            isMine: source.text("direction") == "OUTGOING",
            outcome: source.text("state").flatMap { Self.outcomes[$0] })
        if call.outcome == .declined, call.direction == .out { call.outcome = .unanswered }
        return call
    }

    private static let outcomes: [String: Call.Outcome] = [
        "ACCEPTED": .answered, "JOINED": .answered, "DECLINED": .declined,
        "NOT_ACCEPTED": .declined, "MISSED": .missed, "MISSED_NOTIFICATION_PROFILE": .missed,
    ]

    private func sentence(_ update: JSONValue, _ author: String) -> (SystemAction, String) {
        if let simple = update["simpleUpdate"] {
            // A newer version's type is a number.
            let type = simple.identifier("type") ?? "update"
            return Self.simple[type].map { ($0.0, $0.1.replacing("%a", with: author)) }
                ?? (.notice, "\(author): " + Self.words(type))
        }
        if let timer = update["expirationTimerChange"] {
            return (.timerChanged, Self.words(ofTimer: timer, by: author))
        }
        if let change = update["profileChange"] {
            let (old, new) = (change.text("previousName") ?? "", change.text("newName") ?? "")
            let words =
                old.isEmpty || new.isEmpty
                ? "\(author) changed their profile" : "\(old) changed their name to \(new)"
            return (.nameChanged, CleanText.line(words))
        }
        if let group = update["groupChange"] {
            let changes = group.list("updates").prefix(20).compactMap { $0.members?.first }
                .map(change)
            switch changes.count {
            case 0: return (.notice, "\(author) changed the group")
            case 1: return changes[0]
            default: return (.notice, changes.map(\.1).joined(separator: ", "))
            }
        }
        if update["threadMerge"] != nil { return (.migrated, "Two chats were merged") }
        if update["pinMessage"] != nil { return (.pinned, "\(author) pinned a message") }
        if update["pollTerminate"] != nil { return (.notice, "\(author) ended a poll") }
        return (.notice, Self.words(update.members?.first?.key ?? "notice"))
    }

    private static let simple: [String: (SystemAction, String)] = [
        "JOINED_SIGNAL": (.joinedService, "%a joined Signal"),
        "IDENTITY_UPDATE": (.securityCodeChanged, "The safety number with %a has changed"),
        "IDENTITY_VERIFIED": (.securityCodeChanged, "The safety number with %a was verified"),
        "IDENTITY_DEFAULT": (
            .securityCodeChanged, "The safety number with %a is no longer verified"
        ),
        "CHANGE_NUMBER": (.numberChanged, "%a changed their phone number"),
        "BLOCKED": (.blocked, "%a was blocked"), "UNBLOCKED": (.unblocked, "%a was unblocked"),
    ]

    /// Changes of groups: `%a` is who made them, `%b` whom they concern.
    private static let changes: [String: (SystemAction, String)] = [
        "genericGroupUpdate": (.settingsChanged, "%a changed the group"),
        "groupCreationUpdate": (.groupCreated, "%a created the group"),
        "groupNameUpdate": (.titleChanged, "%a named the group “%t”"),
        "groupAvatarUpdate": (.photoChanged, "%a changed the group’s picture"),
        "groupDescriptionUpdate": (.descriptionChanged, "%a changed the description to “%t”"),
        "groupMemberLeftUpdate": (.memberLeft, "%b left the group"),
        "groupMemberRemovedUpdate": (.memberRemoved, "%a removed %b"),
        "groupMemberJoinedUpdate": (.memberJoined, "%b joined the group"),
        "groupMemberJoinedByLinkUpdate": (.memberJoined, "%b joined the group by its link"),
        "groupMemberAddedUpdate": (.memberAdded, "%a added %b"),
        "groupInvitationAcceptedUpdate": (.memberJoined, "%b accepted the invitation to the group"),
        "groupV2MigrationUpdate": (.migrated, "The group was upgraded"),
        "groupJoinRequestUpdate": (.notice, "%b asked to join the group"),
    ]

    /// Returns a change of a group in a sentence, or only in the words of its name if it concerns
    /// people who are not known.
    private func change(_ change: JSONValue.Member) -> (SystemAction, String) {
        let (kind, details) = (change.key, change.value)
        let known = Self.changes[kind]
        var action = known?.0 ?? .notice
        var words = known?.1
        if kind == "groupAdminStatusUpdate" {
            let isAdded = details.flag("wasAdminStatusGranted")
            action = isAdded ? .adminAdded : .adminRemoved
            words = isAdded ? "%a made %b an admin" : "%a removed %b as an admin"
        }
        if kind == "groupExpirationTimerUpdate" {
            action = .timerChanged
            words = Self.words(ofTimer: details, by: "%a")
        }
        let names = [
            "%a": details.first("updaterAci", "removerAci").flatMap(person),
            "%b": details.first("memberAci", "newMemberAci", "removedAci", "aci", "requestorAci")
                .flatMap(person),
            "%t": details.first("newGroupName", "newDescription"),
        ]
        for mark in ["%a", "%b", "%t"] {
            guard let text = words, text.holds(mark) else { continue }
            words = names[mark]?.map { text.replacing(mark, with: CleanText.line($0)) }
        }
        return words.map { (action, $0) }
            ?? (.notice, Self.words(kind.replacing("Update", with: "")))
    }

    private static func words(ofTimer timer: JSONValue, by author: String) -> String {
        let seconds = (timer.count("expiresInMs") ?? 0) / 1000
        return seconds == 0
            ? "\(author) turned disappearing messages off"
            : "\(author) set messages to disappear after \(WarningText.duration(seconds))"
    }

    /// Converts a name such as `groupMemberAdded` or `END_SESSION` to words.
    private static func words(_ name: String) -> String {
        var words = ""
        for scalar in name.unicodeScalars {
            let isUpper = scalar.properties.isUppercase
            if scalar == "_" || isUpper && words.last?.isLowercase == true { words += " " }
            if scalar != "_" { words.unicodeScalars.append(scalar) }
        }
        let text = CleanText.line(words.lowercased())
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

/// Calls as written by signal-export: `Incoming voice call (accepted, 3m 5s)`, `Missed video call`.
enum SignalCall {
    static func read(_ text: String) -> Call? {
        guard text.utf8.count <= 80 else { return nil }
        var words = text.lowercased().split(whereSeparator: { " (),".contains($0) })[...]
        var call = Call()
        switch words.popFirst() {
        case "incoming": call.direction = .in
        case "outgoing": call.direction = .out
        case "missed":
            call.direction = .in
            call.outcome = .missed
        default: return nil
        }
        switch words.popFirst() {
        case "video": call.isVideo = true
        case "voice", "group": break
        default: return nil
        }
        guard words.popFirst() == "call" else { return nil }
        if let word = words.popFirst() {
            guard word == "accepted" || Call.Outcome(rawValue: String(word)) != nil else {
                return nil
            }
            call.outcome = Call.Outcome(rawValue: String(word)) ?? .answered
        }
        let parts = words.compactMap(seconds)
        if call.outcome == .answered, !parts.isEmpty { call.duration = parts.reduce(0, +) }
        return call
    }

    /// Parses `3m`, `5s` or `1h`.
    private static func seconds(_ part: Substring) -> Double? {
        guard let number = Double(part.dropLast()), number < 1e6 else { return nil }
        switch part.last {
        case "s": return number
        case "m": return number * 60
        case "h": return number * 3600
        default: return nil
        }
    }
}
