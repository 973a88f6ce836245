import Basics
import Model
import Readers

/// `msgstore.db`, WhatsApp's database on Android since 2021.
struct WhatsAppAndroid: WhatsAppTable {
    private struct ChatFacts {
        let id: String
        let subject: String?
        var isGroup: Bool { id.hasSuffix("@g.us") || id.hasSuffix("@newsletter") }
    }

    fileprivate struct Media {
        var path: String?
        var name: String?
        var mime: String?
        var caption: String?
        var size: Int?
        var duration: Double?
        var width: Double?
        var height: Double?
        var hash: String?
        var transcript: String?
    }

    fileprivate typealias Receipt = (delivered: Int, read: Int)

    fileprivate struct LoggedCall {
        let isMine: Bool
        let person: Int?
        let at: Int
        let call: Call
    }

    /// What tables besides that of media and receipts say of a message.
    fileprivate final class Extras {
        var quote: (id: String?, isMine: Bool, sender: Int?, text: String?, type: Int)?
        var link: (url: String?, title: String?, summary: String?)?
        var thumbnail: [UInt8]?
        var location: Location?
        var cards: [String] = []
        var mentions: [Int] = []
        var reactions: [(sender: String, at: Int, emoji: String)] = []
        var options: [(id: Int, text: String, total: Int)] = []
        var votes: [(sender: String, at: Int, options: [Int])] = []
        var isPinned = false
        var edited: Int?
        var revoked: (at: Int?, admin: Int?)?
        var forwards = 0
        var invite: String?
        var timer: Int?
        var album: (pictures: Int, videos: Int)?
        var system = System()
        var isVideoMissed = false
    }

    fileprivate struct System {
        var action = 0
        var people: [Int] = []
        var oldNumber: Int?
        var newNumber: Int?
        var isBlocked: Bool?
        var business: String?
    }

    let tables: ExportDatabase
    fileprivate var people = WhatsAppPeople()
    private var ids: [Int: String] = [:]
    private var chats: [Int: ChatFacts] = [:]
    fileprivate var media: [Int: Media] = [:]
    private var receipts: [Int: Receipt] = [:]
    private var extras: [Int: Extras] = [:]
    private var stickers: [String: [UInt8]] = [:]
    /// The album that a picture or video is part of, by rows.
    private var albums: [Int: Int] = [:]
    private var heads: Set<Int> = []
    /// Pictures and videos that are sent a second time, in a higher resolution.
    private var twins: Set<Int> = []
    /// The pictures of albums that have a reaction or the like, and are messages of their own.
    private var separate: Set<Int> = []
    /// The calls that messages tell of, and the others by the chat's ID.
    private var linked: [Int: LoggedCall] = [:]
    private var unlinked: [String: [LoggedCall]] = [:]
    /// The other calls of the chat that is read, the latest first; nil before its first message.
    private var calls: [LoggedCall]?
    /// The album that the previous message is part of, and its sender.
    private var open: (album: Int, sender: String?)?
    private var unknown: [String: Int] = [:]
    fileprivate var unknownEvents: [String: Int] = [:]
    private var hidden = 0

    static let table = "message"
    static let order = "sort_id, timestamp, _id"
    static let columns = [
        "_id", "chat_row_id", "sort_id", "from_me", "timestamp", "text_data", "message_type",
        "status", "sender_jid_row_id", "key_id", "starred", "origin", "origination_flags",
    ]

    /// Nil for the first row, which belongs to no chat.
    static func chat(_ row: borrowing Database.Row) -> Int? { row.integer(1) }

    static func filter(_ chat: Int, first: Int) -> String { "chat_row_id = \(chat)" }

    // MARK: People and chats

    init(_ tables: ExportDatabase, _ builder: inout ConversationBuilder) throws(ImportError) {
        self.tables = tables
        try tables.rows(of: "jid", ["_id", "raw_string", "user", "server"]) {
            row throws(ImportError) in
            guard let place = row.integer(0) else { return }
            if let raw = row.text(1) {
                ids[place] = raw
            } else if let user = row.text(2), let server = row.text(3) {
                ids[place] = user + "@" + server
            }
        }
        try tables.rows(of: "jid_map", ["lid_row_id", "jid_row_id"]) { row throws(ImportError) in
            people.join(id(row.integer(0)), with: id(row.integer(1)))
        }
        let names = ["lid_row_id", "display_name", "username"]
        try tables.rows(of: "lid_display_name", names) { row throws(ImportError) in
            people.learn(row.text(1) ?? row.text(2), of: id(row.integer(0)), from: .profile)
        }
        try tables.rows(of: "props", ["key", "value"]) { row throws(ImportError) in
            if row.text(0) == "user_push_name" { people.ownName = row.text(1) }
        }
        try tables.rows(of: "chat", ["_id", "jid_row_id", "subject"]) { row throws(ImportError) in
            guard let place = row.integer(0) else { return }
            let jid = row.integer(1)
            chats[place] = ChatFacts(
                id: id(jid) ?? "chat \(place)", subject: row.text(2))
            people.learn(row.text(2), of: id(jid), from: .group)
        }
        if let contacts = try builder.database("wa.db", beside: tables.file) {
            let names = ["jid", "display_name", "wa_name", "given_name", "family_name"]
            try contacts.rows(of: "wa_contacts", names) { row throws(ImportError) in
                let parts = [row.text(3), row.text(4)].compactMap(\.self)
                let own = row.text(1) ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
                people.learn(own, of: row.text(0), from: .addressBook)
                people.learn(row.text(2), of: row.text(0), from: .profile)
            }
        }
        people.book = try ContactBook.beside(tables.file, &builder).book
        let parts = ["child_message_row_id", "parent_message_row_id", "association_type"]
        try tables.rows(of: "message_association", parts) { row throws(ImportError) in
            guard let child = row.integer(0) else { return }
            switch row.integer(2) {
            case 2:
                albums[child] = row.integer(1)
                if let head = row.integer(1) { heads.insert(head) }
            case 7, 12: twins.insert(child)
            default: break
            }
        }
        for (table, column) in albums.isEmpty ? [] : Self.details {
            try tables.rows(of: table, [column]) { row throws(ImportError) in
                if let id = row.integer(0), albums[id] != nil { separate.insert(id) }
            }
        }
        try learnCalls(builder.budget)
    }

    private static let details = [
        ("message_add_on", "parent_message_row_id"), ("message_quoted", "message_row_id"),
        ("message_edit_info", "message_row_id"), ("message_forwarded", "message_row_id"),
    ]

    private mutating func learnCalls(_ budget: WorkBudget) throws(ImportError) {
        var messages: [Int: Int] = [:]
        try tables.rows(of: "message_call_log", ["message_row_id", "call_log_row_id"]) {
            row throws(ImportError) in
            if let call = row.integer(1) { messages[call] = row.integer(0) }
        }
        let columns = [
            "_id", "jid_row_id", "from_me", "timestamp", "video_call", "duration", "call_result",
            "group_jid_row_id",
        ]
        try tables.rows(of: "call_log", columns) { row throws(ImportError) in
            guard budget.reserve(200) else { throw .stopped }
            let isMine = row.integer(2) == 1
            let duration = row.real(5).flatMap { $0 > 0 ? $0 : nil }
            let call = Call(
                isVideo: row.integer(4) == 1, isMine: isMine,
                outcome: Self.outcome(row.integer(6), duration, isMine: isMine),
                duration: duration)
            let logged = LoggedCall(
                isMine: isMine, person: row.integer(1), at: Self.bounded(row.integer(3)), call: call
            )
            let group = row.integer(7).flatMap { $0 > 0 ? $0 : nil }
            if let message = row.integer(0).flatMap({ messages[$0] }) {
                linked[message] = logged
            } else if let chat = id(group ?? row.integer(1)) {
                unlinked[people.key(chat), default: []].append(logged)
            }
        }
    }

    private func id(_ place: Int?) -> String? { place.flatMap { ids[$0] } }

    func name(_ chat: Int) -> ChatName? {
        guard let facts = chats[chat] else {
            // The first row is of a chat with the number -1.
            return chat < 0 ? nil : ChatName(id: "chat \(chat)", name: "Deleted chat \(chat)")
        }
        if facts.id == "status@broadcast" || facts.id.hasSuffix("@status_me") { return nil }
        return ChatName(id: facts.id, name: facts.subject ?? people.name(facts.id))
    }

    // MARK: Other tables

    mutating func learn(
        _ chat: Int, _ rows: MessageRows, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        builder.conversation.kind = chats[chat]?.isGroup == true ? .group : .direct
        builder.isKindKnown = chats[chat] != nil
        let files = [
            "message_row_id", "file_path", "media_name", "mime_type", "media_caption", "file_size",
            "file_length", "media_duration", "width", "height", "file_hash",
            "raw_transcription_text",
        ]
        try rows.each("message_media", files, cost: 500) { id, row in
            let size = row.integer(5).flatMap { $0 > 0 ? $0 : nil } ?? row.integer(6)
            media[id] = Media(
                path: row.text(1), name: row.text(2), mime: row.text(3), caption: row.text(4),
                size: size, duration: row.real(7), width: row.real(8), height: row.real(9),
                hash: row.text(10), transcript: row.text(11))
        }
        let receipt = ["message_row_id", "receipt_timestamp", "read_timestamp"]
        try rows.each("receipt_user", receipt, cost: 60) { id, row in
            receipts[id] = (row.integer(1) ?? 0, row.integer(2) ?? 0)
        }
        try learnTexts(rows)
        try learnAddOns(rows, in: chat)
        try learnEvents(rows)
        if builder.readsMedia { try learnThumbnails(rows) }
    }

    private mutating func more(_ id: Int) -> Extras {
        if let known = extras[id] { return known }
        let new = Extras()
        extras[id] = new
        return new
    }

    private mutating func learnTexts(_ rows: MessageRows) throws(ImportError) {
        let quote = [
            "message_row_id", "key_id", "from_me", "sender_jid_row_id", "text_data", "message_type",
        ]
        try rows.each("message_quoted", quote) { id, row in
            more(id).quote = (
                row.text(1), row.integer(2) == 1, row.integer(3), row.text(4), row.integer(5) ?? 0
            )
        }
        try rows.each("message_text", ["message_row_id", "url", "page_title", "description"]) {
            more($0).link = ($1.text(1), $1.text(2), $1.text(3))
        }
        let place = [
            "message_row_id", "latitude", "longitude", "place_name", "place_address",
            "live_location_share_duration",
        ]
        try rows.each("message_location", place) { id, row in
            var location = Location(
                row.real(1), row.real(2), name: row.text(3), address: row.text(4))
            location.isLive = row.integer(5) ?? 0 > 0
            more(id).location = location
        }
        try rows.each("message_vcard", ["message_row_id", "vcard"]) { id, row in
            if let card = row.text(1) { more(id).cards.append(card) }
        }
        try rows.each("message_mentions", ["message_row_id", "jid_row_id"]) { id, row in
            if let person = row.integer(1) { more(id).mentions.append(person) }
        }
        try rows.each("message_edit_info", ["message_row_id", "edited_timestamp"]) {
            more($0).edited = $1.integer(1) ?? 0
        }
        try rows.each(
            "message_revoked", ["message_row_id", "revoke_timestamp", "admin_jid_row_id"]
        ) {
            more($0).revoked = ($1.integer(1), $1.integer(2))
        }
        try rows.each("message_forwarded", ["message_row_id", "forward_score"]) {
            more($0).forwards = $1.integer(1) ?? 0
        }
        try rows.each("message_group_invite", ["message_row_id", "group_name"]) {
            more($0).invite = $1.text(1) ?? ""
        }
        try rows.each("message_album", ["message_row_id", "image_count", "video_count"]) {
            more($0).album = (Self.bounded($1.integer(1)), Self.bounded($1.integer(2)))
        }
    }

    /// Reads reactions, votes, edits and pins, which refer to their message.
    private mutating func learnAddOns(_ rows: MessageRows, in chat: Int) throws(ImportError) {
        var votes: [Int: (message: Int, sender: String, at: Int)] = [:]
        var reactions = votes
        let columns = [
            "parent_message_row_id", "_id", "from_me", "sender_jid_row_id", "timestamp",
            "message_add_on_type",
        ]
        try rows.each("message_add_on", columns) { id, row in
            let add = row.integer(1) ?? 0
            let sender = sender(isMine: row.integer(2) == 1, row.integer(3), in: chat)
            let at = row.integer(4) ?? 0
            switch row.integer(5) {
            case 56: reactions[add] = (id, sender, at)
            case 67: votes[add] = (id, sender, at)
            case 74: more(id).edited = max(at, more(id).edited ?? 0)
            case 79: more(id).isPinned = true
            default: break
            }
        }
        let reaction = ["message_add_on_row_id", "reaction", "sender_timestamp"]
        try rows.of(Set(reactions.keys)).each("message_add_on_reaction", reaction) { add, row in
            guard let one = reactions[add] else { return }
            more(one.message).reactions.append(
                (one.sender, row.integer(2) ?? one.at, row.text(1) ?? ""))
        }
        let option = ["message_row_id", "_id", "option_name", "vote_total"]
        try rows.each("message_poll_option", option) { id, row in
            more(id).options.append(
                (row.integer(1) ?? 0, row.text(2) ?? "", row.integer(3) ?? 0))
        }
        var choices: [Int: [Int]] = [:]
        let votesOnly = rows.of(Set(votes.keys))
        try votesOnly.each(
            "message_add_on_poll_vote_selected_option",
            ["message_add_on_row_id", "message_poll_option_id"]
        ) { add, row in
            if let option = row.integer(1) { choices[add, default: []].append(option) }
        }
        // A vote without a choice is withdrawn.
        try votesOnly.each(
            "message_add_on_poll_vote", ["message_add_on_row_id", "sender_timestamp"]
        ) { add, row in
            guard let one = votes[add] else { return }
            more(one.message).votes.append(
                (one.sender, row.integer(1) ?? one.at, choices[add] ?? []))
        }
    }

    private mutating func learnEvents(_ rows: MessageRows) throws(ImportError) {
        try rows.each("message_system", ["message_row_id", "action_type"]) {
            more($0).system.action = $1.integer(1) ?? 0
        }
        try rows.each(
            "message_system_chat_participant", ["message_row_id", "user_jid_row_id"]
        ) { id, row in
            if let person = row.integer(1) { more(id).system.people.append(person) }
        }
        try rows.each(
            "message_system_number_change", ["message_row_id", "old_jid_row_id", "new_jid_row_id"]
        ) {
            more($0).system.oldNumber = $1.integer(1)
            more($0).system.newNumber = $1.integer(2)
        }
        try rows.each("message_system_block_contact", ["message_row_id", "is_blocked"]) {
            more($0).system.isBlocked = $1.integer(1) != 0
        }
        try rows.each("message_system_business_state", ["message_row_id", "business_name"]) {
            more($0).system.business = $1.text(1)
        }
        try rows.each("message_ephemeral", ["message_row_id", "duration"]) {
            more($0).timer = $1.integer(1)
        }
        try rows.each("missed_call_logs", ["message_row_id", "video_call"]) {
            more($0).isVideoMissed = $1.integer(1) == 1
        }
    }

    private static func outcome(_ code: Int?, _ duration: Double?, isMine: Bool) -> Call.Outcome? {
        if duration != nil { return .answered }
        return switch code {
        case 2: isMine ? .unanswered : .missed
        case 3: .unanswered
        case 4: .declined
        case 5: .answered
        case 7: .busy
        default: nil
        }
    }

    private mutating func learnThumbnails(_ rows: MessageRows) throws(ImportError) {
        try rows.each("message_thumbnail", ["message_row_id", "thumbnail"], cost: 8_000) {
            more($0).thumbnail = $1.bytes(1)
        }
        let wanted = Set(media.values.compactMap(\.hash))
        try tables.rows(of: "media_hash_thumbnail", ["media_hash", "thumbnail"]) {
            row throws(ImportError) in
            guard let hash = row.text(0), wanted.contains(hash) else { return }
            guard rows.budget.reserve(8_000) else { throw .stopped }
            stickers[hash] = row.bytes(1)
        }
    }

    mutating func end(_ chat: Int, _ builder: inout ConversationBuilder) throws(ImportError) {
        while let call = calls?.popLast() { try add(call, in: chat, &builder) }
        builder.setMe(key: WhatsAppPeople.me)
        builder.warn(unknown: unknown, "message", "shown by content: the type is unknown")
        builder.warn(unknown: unknownEvents, "event", "shown with the number of the type")
        builder.warn(
            .importing, hidden, "message",
            "omitted: a second file of the same picture or video, or never shown by WhatsApp")
    }

    // MARK: Messages

    private func sender(isMine: Bool, _ place: Int?, in chat: Int?) -> String {
        if isMine { return WhatsAppPeople.me }
        return id(place) ?? chat.flatMap { chats[$0]?.id } ?? ""
    }

    mutating func add(
        _ row: borrowing Database.Row, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let id = row.integer(0) ?? 0
        let chat = row.integer(1)
        let isMine = row.integer(3) == 1
        let at = Self.bounded(row.integer(4))
        // A list of chats shows no texts.
        let text = builder.keepsMessages ? row.text(5) ?? "" : row.isNull(5) ? "" : "?"
        let type = row.integer(6) ?? 0
        let status = row.integer(7)
        let isHidden = twins.contains(id) || type == 116 || type == 99 && heads.contains(id)
        let more = extras[id]
        if let chat {
            try addCalls(until: at, isCall: [8, 10, 90].contains(type), in: chat, &builder)
        }
        let sender = sender(isMine: isMine, row.integer(8), in: chat)
        var record = Record(row.text(9), at: Self.moment(at))
        if isHidden {
            if type != 99 { hidden += 1 }
            record.isShown = false
        } else if type == 7 || status == 6 {
            notice(&record, more, text, by: sender)
        } else {
            // Without an author, a message of a group has no sender.
            if !sender.hasSuffix("@g.us") { record.sender = people.person(sender) }
            fill(&record, type, id, text, isVoice: row.integer(11) == 1, more)
            let isGroup = chat.flatMap { chats[$0]?.isGroup } ?? false
            if isMine, record.message.kind != .call {
                record.message.status = status.flatMap { Self.statuses[$0] }
            }
            relate(
                &record, more, in: chat, isForwarded: (row.integer(12) ?? 0) & 1 == 1,
                isStarred: row.integer(10) == 1, isMine && !isGroup ? receipts[id] : nil)
            try illustrate(&record, more, media[id]?.hash, &builder)
        }
        record.continuesLast = joins(record, id, sender)
        try builder.add(record)
    }

    /// Returns whether a message is a further picture of the album that the previous one began.
    private mutating func joins(_ record: Record, _ id: Int, _ sender: String) -> Bool {
        guard record.isShown else { return false }
        let album = separate.contains(id) ? nil : albums[id]
        let details = record.message.hasDetails ? record.message.details : MessageDetails()
        let isOpen = album != nil && open?.album == album && open?.sender == sender
        open = album.map { ($0, sender) }
        return isOpen && details.forwarded == nil && !details.isStarred
    }

    fileprivate mutating func fill(
        _ record: inout Record, _ type: Int, _ id: Int, _ text: String, isVoice: Bool,
        _ more: Extras?
    ) {
        switch type {
        case 0, 28: break
        case 1, 2, 3, 9, 13, 20:
            attach(id, type == 2 && !isVoice ? .audio : Self.kinds[type], &record)
        case 42, 43, 82: attach(id, Self.kinds[type], &record, without: "view once")
        case 4, 14:
            record.show((more?.cards ?? []).compactMap { VCard.read(Array($0.utf8)) })
            if record.message.details.contact == nil, record.files.isEmpty {
                record.message.details.contact = Contact(
                    name: media[id]?.name ?? (text.isEmpty ? "?" : text))
                return
            }
        case 5, 16:
            record.message.details.location = more?.location ?? Location()
            if type == 16 { record.message.details.location?.isLive = true }
        case 15, 64:
            record.message.details.deleted = Deleted(
                at: more?.revoked?.at.flatMap(Self.moment),
                by: self.id(more?.revoked?.admin).map(people.name))
            return
        case 8, 10, 90:
            var call = linked[id]?.call ?? Call()
            if linked[id] == nil {
                call.isVideo = more?.isVideoMissed ?? false
                if type == 10 { call.outcome = .missed }
            }
            return record.becomeCall(call)
        case 24, 94:
            let kind = type == 24 ? "Group invitation" : "Channel invitation"
            let name = more?.invite ?? ""
            record.files = [RecordFile(card: name.nonEmpty ?? kind)]
            if !name.isEmpty {
                record.files[0].attachment.card = Card()
                record.files[0].attachment.card?.text = kind
            }
        case 36:
            record.sender = nil
            record.becomeNotice(.timerChanged, to: Self.length(more?.timer))
            return
        case 112:
            record.sender = nil
            record.becomeNotice(.notice, text: "Privacy notice")
            return
        case 92: record.message.kind = .unknown("event")
        case 66, 106:
            record.message.details.poll = poll(text, more)
            return
        case 99:
            let count = more?.album.map { $0.pictures + $0.videos } ?? 0
            record.files = [RecordFile(card: "Album of \(WarningText.count(count, "file"))")]
        default:
            let isBusiness = Self.businessTypes.contains(type) && !text.isEmpty
            if !isBusiness { unknown["\(type)", default: 0] += 1 }
            if media[id] != nil {
                attach(id, nil, &record)
            } else if !isBusiness {
                record.message.kind = .unknown("type \(type)")
            }
        }
        guard !text.isEmpty else { return }
        let mentioned = (more?.mentions ?? []).compactMap { self.id($0) }
        record.message.body = Body.whatsApp(
            mentioned.isEmpty ? text : people.naming(mentioned, in: text))
    }

    /// Messages of businesses, whose text says what they are.
    private static let businessTypes: Set<Int> = [25, 27, 32, 45, 46, 49, 55]

    private func attach(
        _ id: Int, _ kind: Attachment.Kind?, _ record: inout Record,
        without reason: String = RecordFile.absent
    ) {
        let media = media[id]
        let name = media?.path.map(Path.lastName)
        var file = RecordFile(
            kind ?? FileKind.kind(name: name, mime: media?.mime),
            at: media?.path.map { .beside($0) } ?? .missing(reason))
        let isDocument = file.attachment.kind == .file
        file.attachment.name = (isDocument ? media?.name ?? name : name).map(CleanText.line)
        file.attachment.size = media?.size.flatMap { $0 > 0 ? $0 : nil }
        if file.attachment.kind.isPlayed {
            file.attachment.duration = media?.duration.flatMap { $0 > 0 ? $0 : nil }
        }
        if let width = media?.width, let height = media?.height, width > 0, height > 0 {
            file.attachment.width = width
            file.attachment.height = height
        }
        file.attachment.transcript = media?.transcript.map(CleanText.clean)
        record.files = [file]
        if let caption = media?.caption { record.message.body = Body.whatsApp(caption) }
    }

    fileprivate static func length(_ timer: Int?) -> [String] {
        timer.map { $0 > 0 ? [WarningText.duration($0)] : [] } ?? []
    }

    private func poll(_ question: String, _ more: Extras?) -> Poll {
        var voters: [Int: [String]] = [:]
        let latest = Self.latest(more?.votes ?? []) { ($0.sender, $0.at) }
        for vote in latest {
            for option in vote.options {
                voters[option, default: []].append(CleanText.line(people.name(vote.sender)))
            }
        }
        var poll = Poll(
            question,
            options: (more?.options ?? []).sorted { $0.id < $1.id }.prefix(100).map { item in
                let voters = voters[item.id] ?? []
                return Poll.Option(
                    item.text, votes: max(voters.count, item.total), voters: voters)
            })
        poll.countVoters(latest.count { !$0.options.isEmpty })
        return poll
    }

    /// Returns the last item of each sender, in the order of their first ones.
    private static func latest<Item>(
        _ items: [Item], _ fact: (Item) -> (sender: String, at: Int)
    ) -> [Item] {
        var places: [String: Int] = [:]
        var latest: [Item] = []
        for item in items {
            let (sender, at) = fact(item)
            if let place = places[sender] {
                if fact(latest[place]).at <= at { latest[place] = item }
            } else {
                places[sender] = latest.count
                latest.append(item)
            }
        }
        return latest
    }

    /// - Parameter receipt: nil in a group, whose members receive a message at different times.
    fileprivate func relate(
        _ record: inout Record, _ more: Extras?, in chat: Int?, isForwarded: Bool, isStarred: Bool,
        _ receipt: Receipt?
    ) {
        guard more != nil || isForwarded || isStarred || receipt != nil else { return }
        // Copied once: details are large.
        var details = record.message.details
        if isForwarded || more?.forwards ?? 0 > 0 { details.forwarded = Forwarded() }
        details.isStarred = isStarred
        if let receipt, record.message.kind != .call {
            details.deliveredAt = Self.moment(receipt.delivered)
            details.readAt = Self.moment(receipt.read)
        }
        if let more { relate(&details, more, in: chat) }
        record.message.details = details
    }

    /// Returns a number that sums of a few cannot lead out of range.
    private static func bounded(_ number: Int?) -> Int { min(max(number ?? 0, 0), 1 << 60) }

    fileprivate static func moment(_ time: Int) -> Moment? {
        time > 0 ? UnixTime.moment(milliseconds: Double(time)) : nil
    }

    private func relate(_ details: inout MessageDetails, _ more: Extras, in chat: Int?) {
        if let quote = more.quote {
            let author = sender(isMine: quote.isMine, quote.sender, in: chat)
            details.replyTo = Reply(
                id: quote.id, from: people.name(author), text: quote.text.map(Body.quoted),
                file: Self.kinds[quote.type])
        }
        if let url = more.link?.url.flatMap(Link.url) {
            details.link = LinkPreview(
                url: url, title: more.link?.title, summary: more.link?.summary)
        }
        let reactions = Self.latest(more.reactions) { ($0.sender, $0.at) }
        details.reactions = Reaction.grouped(
            reactions.prefix(1_000).map { (people.name($0.sender), $0.emoji) })
        if let edited = more.edited {
            details.edited = Edited(at: Self.moment(edited))
        }
        details.isPinned = more.isPinned
    }

    /// The kinds of attachments by the types of messages.
    fileprivate static let kinds: [Int: Attachment.Kind] = [
        1: .image, 2: .voice, 3: .video, 4: .contact, 5: .location, 9: .file, 13: .gif,
        14: .contact, 16: .location, 20: .sticker, 42: .image, 43: .video, 82: .voice,
    ]

    fileprivate static let statuses: [Int: Message.Status] = [
        0: .sending, 4: .sent, 5: .delivered, 8: .played, 13: .read,
    ]

    /// Shows the small pictures of the database where there is no other.
    private func illustrate(
        _ record: inout Record, _ more: Extras?, _ hash: String?,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let bytes = more?.thumbnail ?? hash.flatMap({ stickers[$0] }),
            FileSignature.isPicture(bytes)
        else { return }
        if record.message.details.link != nil {
            record.message.details.link?.picture = try builder.store(bytes, name: "")
        } else if record.message.details.location != nil {
            record.message.details.location?.picture = try builder.store(bytes, name: "")
        } else if record.files.count == 1, record.files[0].attachment.kind != .card {
            if case .beside(let path) = record.files[0].place,
                builder.sources.resolve(path, from: tables.file) != nil
            {
                return
            }
            record.files[0].attachment.media = try builder.store(bytes, name: "")
        }
    }

    // MARK: Calls without a message

    private mutating func addCalls(
        until time: Int, isCall: Bool, in chat: Int, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        if calls == nil {
            let key = chats[chat].map { people.key($0.id) }
            calls = (key.flatMap { unlinked[$0] } ?? []).sorted { $0.at > $1.at }
        }
        while let call = calls?.last, call.at <= time + (isCall ? 2_000 : 0) {
            calls?.removeLast()
            // The message that follows tells of the same call.
            if isCall, abs(call.at - time) <= 2_000 { continue }
            try add(call, in: chat, &builder)
        }
    }

    private mutating func add(
        _ logged: LoggedCall, in chat: Int, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let sender = sender(isMine: logged.isMine, logged.person, in: chat)
        var record = Record(at: Self.moment(logged.at), from: people.person(sender))
        record.becomeCall(logged.call)
        open = nil
        try builder.add(record)
    }

    // MARK: Notices

    private mutating func notice(
        _ record: inout Record, _ more: Extras?, _ text: String, by sender: String
    ) {
        let system = more?.system ?? System()
        var event = WhatsAppEvent(action: system.action, text: text)
        if !sender.isEmpty, !sender.hasSuffix("@g.us") { event.actors = [people.name(sender)] }
        event.targets = system.people.compactMap { id($0) }.map(people.name)
        event.oldNumber = id(system.oldNumber).map(people.name)
        event.newNumber = id(system.newNumber).map(people.name)
        event.isUnblocked = system.isBlocked == false
        event.business = system.business
        event.timer = more?.timer
        if !event.fill(&record) { unknownEvents["\(system.action)", default: 0] += 1 }
    }
}

/// An event of a chat on Android, by its number.
private struct WhatsAppEvent {
    let action: Int
    let text: String
    var actors: [String] = []
    var targets: [String] = []
    var oldNumber: String?
    var newNumber: String?
    var isUnblocked = false
    var business: String?
    var timer: Int?

    /// Returns false for an event of an unknown number, which the notice states.
    func fill(_ record: inout Record) -> Bool {
        let people = targets.nonEmpty ?? actors
        let value = text.isEmpty ? [] : [text]
        switch action {
        case 1: record.becomeNotice(.titleChanged, by: actors, to: value)
        case 4, 12, 79: record.becomeNotice(.memberAdded, by: actors, to: targets)
        case 20: record.becomeNotice(.memberJoined, by: people)
        case 5, 13: record.becomeNotice(.memberLeft, by: people)
        case 7, 14: record.becomeNotice(.memberRemoved, by: actors, to: targets)
        case 6: record.becomeNotice(.photoChanged, by: actors)
        case 10, 28:
            record.becomeNotice(
                .numberChanged, by: oldNumber.map { [$0] } ?? people,
                to: [newNumber].compactMap(\.self))
        case 11: record.becomeNotice(.groupCreated, by: actors, to: value)
        case 15: record.becomeNotice(.adminAdded, by: actors, to: targets)
        case 16: record.becomeNotice(.adminRemoved, by: actors, to: targets)
        case 18: record.becomeNotice(.securityCodeChanged, to: people)
        case 27: record.becomeNotice(.descriptionChanged, by: actors)
        case 56, 68:
            record.becomeNotice(.timerChanged, by: actors, to: WhatsAppAndroid.length(timer))
        case 57:
            let whose = people.isEmpty ? "" : " of \(people.joined(separator: ", "))"
            record.becomeNotice(.notice, text: "The linked devices\(whose) changed")
        case 58: record.becomeNotice(isUnblocked ? .unblocked : .blocked)
        case 67: record.becomeNotice(.encryption)
        case 69: record.becomeNotice(.business, by: [business].compactMap(\.self))
        case 70: record.becomeNotice(.call, by: actors)
        case 118: record.becomeNotice(.pinned, by: actors)
        case 165: record.becomeNotice(.nameChanged, by: people)
        default:
            let about = (value + people).joined(separator: " \u{B7} ")
            record.becomeNotice(
                .notice, text: "WhatsApp event \(action)\(about.isEmpty ? "" : ": " + about)")
            return false
        }
        return true
    }
}

/// The table `messages` of `msgstore.db` until 2021, of which each row holds nearly everything that
/// is known of a message.
struct WhatsAppOldAndroid: WhatsAppTable {
    private var new: WhatsAppAndroid
    private var subjects: [String: String] = [:]
    private var quotes: [Int: (id: String?, author: String?, text: String?, type: Int)] = [:]

    var tables: ExportDatabase { new.tables }
    static let table = "messages"
    static let order = "_id"
    static let columns = [
        "_id", "key_remote_jid", "_id", "key_from_me", "timestamp", "data", "media_wa_type",
        "status", "remote_resource", "key_id", "starred", "origin", "media_size", "media_name",
        "media_caption", "media_duration", "media_mime_type", "latitude", "longitude",
        "quoted_row_id", "edit_version", "thumb_image", "forwarded",
    ]

    static func chat(_ row: borrowing Database.Row) -> String? { row.text(1) }

    static func filter(_ chat: String, first: Int) -> String {
        "key_remote_jid = (SELECT key_remote_jid FROM messages WHERE _id = \(first))"
    }

    init(_ tables: ExportDatabase, _ builder: inout ConversationBuilder) throws(ImportError) {
        new = try WhatsAppAndroid(tables, &builder)
        try tables.rows(of: "chat_list", ["key_remote_jid", "subject"]) { row throws(ImportError) in
            if let id = row.text(0), let subject = row.text(1) { subjects[id] = subject }
        }
    }

    func name(_ chat: String) -> ChatName? {
        guard chat != "-1", chat != "status@broadcast" else { return nil }
        return ChatName(id: chat, name: subjects[chat] ?? new.people.name(chat))
    }

    mutating func learn(
        _ chat: String, _ rows: MessageRows, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        builder.conversation.kind = chat.hasSuffix("@g.us") ? .group : .direct
        builder.isKindKnown = true
        let columns = [
            "_id", "key_id", "key_from_me", "remote_resource", "key_remote_jid", "data",
            "media_wa_type",
        ]
        try tables.rows(of: "messages_quotes", columns) { row throws(ImportError) in
            guard let id = row.integer(0) else { return }
            guard rows.budget.reserve(300) else { throw .stopped }
            let author = row.integer(2) == 1 ? WhatsAppPeople.me : row.text(3) ?? row.text(4)
            quotes[id] = (row.text(1), author, row.text(5), row.integer(6) ?? 0)
        }
    }

    mutating func end(_ chat: String, _ builder: inout ConversationBuilder) throws(ImportError) {
        try new.end(-1, &builder)
    }

    mutating func add(
        _ row: borrowing Database.Row, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let id = row.integer(0) ?? 0
        let chat = row.text(1) ?? ""
        let isMine = row.integer(3) == 1
        let type = row.integer(20) == 7 ? 15 : row.integer(6) ?? 0
        let data = row.text(5) ?? ""
        let author = row.text(8)?.nonEmpty
        let sender = isMine ? WhatsAppPeople.me : author ?? chat
        var record = Record(row.text(9), at: WhatsAppAndroid.moment(row.integer(4) ?? 0))
        if row.integer(7) == 6 {
            var event = WhatsAppEvent(action: row.integer(12) ?? 0, text: data)
            if !sender.hasSuffix("@g.us") { event.actors = [new.people.name(sender)] }
            if !event.fill(&record) { new.unknownEvents["\(event.action)", default: 0] += 1 }
            return try builder.add(record)
        }
        let more = WhatsAppAndroid.Extras()
        if type == 4 { more.cards = [data] }
        if type == 5 || type == 16 {
            more.location = Location(row.real(17), row.real(18), name: row.text(13))
        }
        if row.integer(22) ?? 0 > 0 { more.forwards = 1 }
        let file = WhatsAppAndroid.Media(
            path: row.bytes(21).flatMap(Self.path), name: row.text(13), mime: row.text(16),
            caption: row.text(14), size: row.integer(12), duration: row.real(15))
        new.media = file.path == nil && file.mime == nil ? [:] : [id: file]
        if !sender.hasSuffix("@g.us") { record.sender = new.people.person(sender) }
        new.fill(
            &record, type, id, type == 4 ? "" : data, isVoice: row.integer(11) == 1,
            more)
        new.relate(
            &record, more, in: nil, isForwarded: false, isStarred: row.integer(10) == 1, nil)
        if let quote = row.integer(19).flatMap({ quotes[$0] }) {
            record.message.details.replyTo = Reply(
                id: quote.id, from: quote.author.map(new.people.name),
                text: quote.text.map(Body.quoted), file: WhatsAppAndroid.kinds[quote.type])
        }
        if isMine, record.message.kind != .call {
            record.message.status = row.integer(7).flatMap { WhatsAppAndroid.statuses[$0] }
        }
        try builder.add(record)
    }

    /// Returns the path in a serialized Java object: a text with its length in two bytes.
    private static func path(_ bytes: [UInt8]) -> String? {
        for place in bytes.indices.dropLast(3) where bytes[place] == 0x74 {
            let length = Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
            let text = bytes[(place + 3)...].prefix(length)
            if text.count == length, text.starts(with: "Media/".utf8) {
                return String(decoding: text, as: UTF8.self)
            }
        }
        return nil
    }
}
