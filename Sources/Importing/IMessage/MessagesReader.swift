import Basics
import Model
import Readers

/// Reads the rows of one chat of Apple's Messages. Reactions, votes and the parts that replies answer
/// are joined to their messages at the end, because a synchronized database stores them in any order.
struct MessagesReader {
    private enum Column: Int, CaseIterable {
        case ROWID, guid, text, attributedBody, message_summary_info, payload_data, service
        case handle_id, other_handle, subject, date, date_read, date_delivered, date_edited
        case date_retracted, is_from_me, is_sent, is_delivered, error, item_type, group_action_type
        case group_title, share_status, associated_message_guid, associated_message_type
        case associated_message_emoji, balloon_bundle_id, expressive_send_style_id
        case thread_originator_guid, thread_originator_part, is_audio_message, was_downgraded
    }
    static let columns = Column.allCases.map { "\($0)" }

    /// A row of the table `attachment`.
    struct File {
        static let columns = [
            "ROWID", "guid", "filename", "uti", "mime_type", "transfer_name", "is_sticker",
            "hide_attachment", "emoji_image_short_description",
        ]
        let guid: String
        let path: String?
        let name: String?
        let mime: String?
        let isVoice: Bool
        let isSticker: Bool
        let isHidden: Bool
        let emoji: String?

        init(_ row: borrowing Database.Row) {
            guid = row.text(1) ?? ""
            path = row.text(2)
            mime = row.text(4)
            name = row.text(5)
            isVoice = row.text(3) == "com.apple.coreaudio-format"
            isSticker = row.integer(6) == 1
            isHidden = row.integer(7) == 1 || path?.hasSuffix(".pluginPayloadAttachment") == true
            emoji = row.text(8)
        }
    }

    /// The files of a message that no part has yet, in their order.
    private struct FilesLeft {
        private var files: [File?]
        private var places: [String: Int]
        private var next = 0

        init(_ files: [File]) {
            self.files = files
            places = Dictionary(files.enumerated().map { ($1.guid, $0) }) { first, _ in first }
        }

        var all: [File] { files[next...].compactMap(\.self) }

        mutating func take(_ guid: String) -> File? {
            guard let place = places.removeValue(forKey: guid), place >= next else { return nil }
            defer { files[place] = nil }
            return files[place]
        }

        mutating func takeFirst() -> File? {
            guard next < files.count else { return nil }
            defer { next += 1 }
            return files[next]
        }
    }

    private struct Tapback {
        let time: Int
        /// Nil for a removed one.
        let emoji: String?
        let picture: String?
    }

    let people: MessagesPeople
    let service: Service
    /// The file of the database, beside which the attachments are.
    let document: String
    /// The other person of a direct chat.
    let partner: MessagesPeople.Key?
    let ownHandle: String?
    /// The files of messages by the row of the message.
    var files: [Int: [File]] = [:]
    /// The times at which recently deleted messages were deleted, by row.
    var removed: [Int: Int] = [:]
    private var tapbacks: [String: [String: Tapback]] = [:]
    private var polls: [String: [String]] = [:]
    /// The options of polls after they were changed.
    private var versions: [(poll: String, time: Int, options: [(id: String, text: String)])] = []
    /// The polls by the updates that votes refer to.
    private var updated: [String: String] = [:]
    private var votes: [String: [String: (time: Int, options: Set<String>)]] = [:]
    /// The message that has a part other than its first, by the ID of the part.
    private var parts: [String: String] = [:]
    private var replies: [(index: Int, guid: String, part: Int)] = []
    private var unreadVotes = 0
    private var lastPoll: (time: Int, sender: String)?
    /// The number of rows with an unknown code, by code.
    private var unknown: [String: Int] = [:]

    init(
        people: MessagesPeople, service: Service, document: String, partner: MessagesPeople.Key?,
        ownHandle: String?
    ) {
        self.people = people
        self.service = service
        self.document = document
        self.partner = partner
        self.ownHandle = ownHandle
    }

    // MARK: Rows

    /// One row, read when it is needed.
    private struct Row: ~Copyable {
        let row: Int
        let guid: String
        let date: Int
        let sender: Record.Person?
        let at: Moment?
    }

    mutating func add(
        _ row: borrowing Database.Row, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let id = row.integer(0) ?? 0
        let source = Row(
            row: id, guid: text(row, .guid) ?? "row \(id)", date: integer(row, .date),
            sender: sender(row), at: Self.moment(integer(row, .date)))
        let kind = integer(row, .associated_message_type)
        guard integer(row, .item_type) == 0 else { return try event(source, row, &builder) }
        switch kind {
        case 2000...2007, 3000...3007: try tapback(source, row, kind, &builder)
        case 4000: try vote(source, row, &builder)
        case 2 where isPoll(row) && text(row, .associated_message_guid) != nil:
            try update(source, row, &builder)
        case 0, 1000, 2, 3: try message(source, row, kind, &builder)
        default:
            unknown["\(kind)", default: 0] += 1
            try message(source, row, kind, &builder)
        }
    }

    private func text(_ row: borrowing Database.Row, _ column: Column) -> String? {
        row.text(column.rawValue)?.nonEmpty
    }

    private func integer(_ row: borrowing Database.Row, _ column: Column) -> Int {
        row.integer(column.rawValue) ?? 0
    }

    /// Returns the time of a stored one: nanoseconds since 2001, in old databases seconds.
    static func moment(_ time: Int) -> Moment? {
        guard time != 0 else { return nil }
        let milliseconds =
            time.magnitude > 1_000_000_000_000 ? Double(time) / 1e6 : Double(time) * 1e3
        return UnixTime.moment(milliseconds: milliseconds + 978_307_200_000)
    }

    private func sender(_ row: borrowing Database.Row) -> Record.Person? {
        if integer(row, .is_from_me) == 1 { return people.me(ownHandle) }
        let handle = integer(row, .handle_id)
        if handle == 0 { return partner.map(people.person) }
        if let partner, people.known(handle) == nil { return people.person(partner) }
        return people.person(people.key(handle))
    }

    // MARK: Notices

    private mutating func event(
        _ source: borrowing Row, _ row: borrowing Database.Row,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var record = Record(source.guid, at: source.at, from: source.sender)
        let actor = source.sender.map { [$0.name ?? $0.key] } ?? []
        let who = actor.first ?? "Someone"
        let other = integer(row, .other_handle)
        let target = other == 0 ? [] : [people.name(people.key(other))]
        let item = integer(row, .item_type)
        let action = integer(row, .group_action_type)
        switch (item, action) {
        case (1, 0) where other != 0 && other == integer(row, .handle_id):
            record.becomeNotice(.numberChanged, by: actor)
        case (1, 0): record.becomeNotice(.memberAdded, by: actor, to: target)
        case (1, 1): record.becomeNotice(.memberRemoved, by: actor, to: target)
        case (2, _):
            if let title = text(row, .group_title) {
                record.becomeNotice(
                    .titleChanged, by: actor,
                    text: "\(who) named the group \u{201C}\(title)\u{201D}")
            } else {
                record.becomeNotice(.notice, by: actor, text: "\(who) removed the group's name")
            }
        case (3, 0): record.becomeNotice(.memberLeft, by: actor)
        case (3, 1): record.becomeNotice(.photoChanged, by: actor)
        case (3, 2): record.becomeNotice(.photoRemoved, by: actor)
        case (3, 4): record.becomeNotice(.themeChanged, by: actor)
        case (3, 6): record.becomeNotice(.notice, by: actor, text: "\(who) removed the background")
        case (4, 0) where integer(row, .share_status) == 0:
            record.becomeNotice(.locationShared, by: actor)
        case (4, 0):
            record.becomeNotice(.notice, by: actor, text: "\(who) stopped sharing location")
        case (5, _): record.becomeNotice(.notice, by: actor, text: "\(who) kept an audio message")
        case (6, _): record.becomeNotice(.notice, by: actor, text: "SharePlay or FaceTime: \(who)")
        default:
            unknown["\(item) (event, action \(action))", default: 0] += 1
            record.becomeNotice(
                .notice, by: actor, text: "Event of type \(item), action \(action)")
        }
        try builder.add(record, document: document)
    }

    // MARK: Reactions

    private static let emoji = ["❤️", "👍", "👎", "😂", "‼️", "❓"]
    /// The emoji of a sticker as a reaction.
    private static let sticker = "🏷️"

    /// Returns the message of `p:0/GUID` (a part), `bp:GUID` (a card) or `GUID`.
    private static func target(_ text: String) -> (guid: String, part: Int) {
        if text.hasPrefix("bp:") { return (String(text.dropFirst(3)), 0) }
        guard text.hasPrefix("p:"), let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            return (text, 0)
        }
        let part = Int(text[..<slash].dropFirst(2)) ?? 0
        return (String(text[slash...].dropFirst()), part)
    }

    private static func id(_ guid: String, part: Int) -> String {
        part == 0 ? guid : "p:\(part)/\(guid)"
    }

    private mutating func tapback(
        _ source: borrowing Row, _ row: borrowing Database.Row, _ kind: Int,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        builder.beginEntry(at: source.at)
        builder.joinEntry()
        let person = source.sender ?? Record.Person(key: "handle 0", name: "Someone")
        try builder.participant(person, document: document)
        guard builder.keepsMessages else { return }
        let (guid, part) = Self.target(text(row, .associated_message_guid) ?? "")
        let (number, isRemoved) = (kind % 1000, kind >= 3000)
        let emoji =
            number < Self.emoji.count
            ? Self.emoji[number]
            : number == 6 ? text(row, .associated_message_emoji) ?? "❔" : Self.sticker
        let picture = number == 7 ? files[source.row]?.first?.path.map(place) : nil
        let id = Self.id(guid, part: part)
        guard builder.budget.reserve(200) else { throw .stopped }
        if let known = tapbacks[id]?[person.key], known.time > source.date { return }
        tapbacks[id, default: [:]][person.key] = Tapback(
            time: source.date, emoji: isRemoved ? nil : emoji, picture: picture)
    }

    // MARK: Polls

    private func isPoll(_ row: borrowing Database.Row) -> Bool {
        text(row, .balloon_bundle_id)?.hasSuffix(".messages.Polls") == true
    }

    /// Returns the item of a poll's or a vote's address: `data:,` and JSON in Base64.
    private func pollItem(
        _ row: borrowing Database.Row, _ budget: WorkBudget
    ) -> JSONValue? {
        guard let bytes = row.bytes(Column.payload_data.rawValue),
            let url = PropertyList(unarchiving: bytes, budget: budget)?["URL"]?.text,
            url.hasPrefix("data:,")
        else { return nil }
        let coded = Array(url.utf8.dropFirst(6).prefix { $0 != UInt8(ascii: "?") })
        guard let json = try? Base64.decode(coded[...], limit: 1 << 20),
            let value = try? JSONValue(parsing: json, budget: budget)
        else { return nil }
        return value["item"] ?? value
    }

    private static func options(_ item: JSONValue) -> [(id: String, text: String)] {
        item.list("orderedPollOptions").map {
            ($0.text("optionIdentifier") ?? "", $0.text("text") ?? "")
        }
    }

    private mutating func vote(
        _ source: borrowing Row, _ row: borrowing Database.Row,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        builder.beginEntry(at: source.at)
        builder.joinEntry()
        guard let person = source.sender else { return }
        try builder.participant(person, document: document)
        guard builder.keepsMessages else { return }
        guard let item = pollItem(row, builder.budget) else {
            unreadVotes += 1
            return
        }
        let (guid, _) = Self.target(text(row, .associated_message_guid) ?? "")
        let chosen = Set(item.list("votes").compactMap { $0.text("voteOptionIdentifier") })
        if let known = votes[guid]?[person.key], known.time > source.date { return }
        guard builder.budget.reserve(200) else { throw .stopped }
        votes[guid, default: [:]][person.key] = (source.date, chosen)
    }

    private mutating func update(
        _ source: borrowing Row, _ row: borrowing Database.Row,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        builder.beginEntry(at: source.at)
        builder.joinEntry()
        guard builder.keepsMessages else { return }
        let (guid, _) = Self.target(text(row, .associated_message_guid) ?? "")
        updated[source.guid] = guid
        guard let item = pollItem(row, builder.budget) else {
            unreadVotes += 1
            return
        }
        versions.append((guid, source.date, Self.options(item)))
    }

    // MARK: Messages

    /// A bubble of a message.
    private struct Part {
        let number: Int
        var body = Body.Builder()
        var files: [RecordFile] = []
        var effect: String?
        var edited: Edited?
        var isUnsent = false

        init(_ number: Int) { self.number = number }

        /// Whether the part is pictures alone, which stay in one message with their neighbors.
        var isAlbum: Bool {
            body.text.isEmpty && edited == nil && !isUnsent && !files.isEmpty
                && files.allSatisfy { [.image, .video, .gif].contains($0.attachment.kind) }
        }
    }

    private mutating func message(
        _ source: borrowing Row, _ row: borrowing Database.Row, _ kind: Int,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let isOwn = integer(row, .is_from_me) == 1
        let senderKey = source.sender?.key ?? ""
        // Devices that know no polls show this text instead.
        if let lastPoll, lastPoll.sender == senderKey, source.date &- lastPoll.time < 5_000_000_000,
            text(row, .text) == "Sent a poll"
        {
            builder.beginEntry(at: source.at)
            builder.joinEntry()
            self.lastPoll = nil
            return
        }
        var record = Record(source.guid, at: source.at, from: source.sender)
        if let bundle = text(row, .balloon_bundle_id) ?? linkBundle(row) {
            app(bundle, source, row, &record, builder.budget)
        }
        let isApp =
            record.message.details != MessageDetails() || !record.files.isEmpty
        var parts = parts(of: source.row, row, isApp: isApp, builder.budget)
        if kind != 0, kind != 2, kind != 3, kind != 1000, parts.allSatisfy({ $0.body.text.isEmpty })
        {
            var notice = Record(source.guid, at: source.at, from: source.sender)
            notice.becomeNotice(.notice, text: "Message of type \(kind)")
            return try builder.add(notice, document: document)
        }
        join(&parts, of: source.guid, &builder)
        // A card of a link replaces its address.
        if let url = record.message.details.link?.url, parts.count == 1,
            parts[0].body.text.trimmingBlanks() == url
        {
            parts[0].body = Body.Builder()
        }
        if parts.isEmpty { parts.append(Part(0)) }
        annotate(&record, row, isOwn: isOwn)
        builder.beginEntry(at: source.at)
        for (index, part) in parts.enumerated() {
            var own = record
            own.message.id = Self.id(source.guid, part: index == 0 ? 0 : part.number)
            if index > 0 {
                own.message.details.subject = nil
                own.message.details.replyTo = nil
                own.message.details.effect = nil
                own.message.details.link = nil
                own.message.details.poll = nil
                own.files = []
            }
            own.message.body = part.body.blocks
            own.files += part.files
            if let effect = part.effect, own.message.details.effect == nil {
                own.message.details.effect = effect
            }
            if let edited = part.edited { own.message.details.edited = edited }
            if part.isUnsent {
                own.message.details.deleted = Deleted(
                    at: Self.moment(integer(row, .date_retracted))
                        ?? Self.moment(integer(row, .date_edited)))
            }
            let place = builder.conversation.messages.count
            try builder.add(part: own, document: document)
            guard builder.keepsMessages else { continue }
            if index > 0 || part.number > 0 {
                self.parts["p:\(part.number)/\(source.guid)"] = own.message.id
            }
            if index == 0, let reply = answered(row, kind) {
                replies.append((place, reply.guid, reply.part))
            }
        }
        if let time = removed[source.row] { try addRemoval(time, of: source, &builder) }
    }

    /// States that the message above was deleted on the device. It is not unsent: other devices still
    /// have it.
    private func addRemoval(
        _ time: Int, of source: borrowing Row, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var notice = Record("removal \(source.guid)", at: source.at)
        var words = "The message above is in \u{201C}Recently Deleted\u{201D}"
        if let at = Self.moment(time) {
            let time = CivilTime(milliseconds: at.milliseconds)
            let numbers = [time.month, time.day, time.hour, time.minute].map {
                String($0, digits: 2)
            }
            words +=
                " since \(time.year)-\(numbers[0])-\(numbers[1]) \(numbers[2]):\(numbers[3]) UTC"
        }
        notice.becomeNotice(.notice, text: words)
        try builder.add(part: notice, document: document)
    }

    /// Joins neighboring pictures, which Messages shows as one stack.
    private mutating func join(
        _ parts: inout [Part], of guid: String, _ builder: inout ConversationBuilder
    ) {
        var joined: [Part] = []
        for part in parts {
            if let last = joined.indices.last, joined[last].isAlbum, part.isAlbum {
                joined[last].files += part.files
                guard builder.keepsMessages else { continue }
                let first = last == 0 ? 0 : joined[last].number
                self.parts["p:\(part.number)/\(guid)"] = Self.id(guid, part: first)
            } else {
                joined.append(part)
            }
        }
        parts = joined
    }

    /// Returns the message and part that a row answers, or on which it is a sticker.
    private func answered(
        _ row: borrowing Database.Row, _ kind: Int
    ) -> (guid: String, part: Int)? {
        if kind == 1000, let guid = text(row, .associated_message_guid) {
            return Self.target(guid)
        }
        guard let guid = text(row, .thread_originator_guid) else { return nil }
        let part = (text(row, .thread_originator_part) ?? "").prefix { $0 != ":" }
        return (guid, Int(part) ?? 0)
    }

    /// Sets the facts that all parts of a message have in common.
    private func annotate(
        _ record: inout Record, _ row: borrowing Database.Row, isOwn: Bool
    ) {
        var details = record.message.details
        details.subject = text(row, .subject).map(CleanText.line)
        details.effect = text(row, .expressive_send_style_id).flatMap(Self.effect)
        let read = Self.moment(integer(row, .date_read))
        details.readAt = read
        if isOwn {
            let delivered = Self.moment(integer(row, .date_delivered))
            details.deliveredAt = delivered
            record.message.status =
                integer(row, .error) != 0
                ? .failed
                : read != nil
                    ? .read
                    : delivered != nil || integer(row, .is_delivered) == 1
                        ? .delivered : integer(row, .is_sent) == 1 ? .sent : nil
        }
        let own =
            integer(row, .was_downgraded) == 1
            ? Service.sms : text(row, .service).flatMap { IMessageWords.service($0[...]) }
        if let own, own != service { details.service = own }
        record.message.details = details
    }

    private static func effect(_ id: String) -> String? {
        let name = id.split(separator: ".").last.map(String.init) ?? id
        switch name {
        case "impact": return "Slam"
        case "loud": return "Loud"
        case "gentle": return "Gentle"
        case "invisibleink": return "Invisible Ink"
        case "CKHappyBirthdayEffect": return "Balloons"
        case "CKShootingStarEffect": return "Shooting Star"
        default:
            let bare = name.hasPrefix("CK") ? String(name.dropFirst(2)) : name
            return CleanText.line(bare.hasSuffix("Effect") ? String(bare.dropLast(6)) : bare)
        }
    }

    // MARK: Text

    private func parts(
        of id: Int, _ row: borrowing Database.Row, isApp: Bool, _ budget: WorkBudget
    ) -> [Part] {
        var rest = FilesLeft((files[id] ?? []).filter { !$0.isHidden })
        var parts: [Part] = []
        let body = row.bytes(Column.attributedBody.rawValue)
        if let stream = body.flatMap({ TypedStream($0, budget: budget) }) {
            parts = self.parts(of: stream, &rest)
        } else if let text = body.flatMap(TypedStream.salvagedText) ?? text(row, .text) {
            for piece in text.split(separator: "\u{FFFC}", omittingEmptySubsequences: false)
                .enumerated()
            {
                if piece.offset > 0, let first = rest.takeFirst() {
                    var part = Part(parts.count)
                    part.files = [file(first)]
                    parts.append(part)
                }
                guard !piece.element.isEmpty, piece.element != "\u{FFFD}" else { continue }
                var part = Part(parts.count)
                part.body.append(piece.element)
                parts.append(part)
            }
        }
        readEdits(row, &parts, budget)
        for source in rest.all {
            if parts.last?.files.isEmpty ?? true {
                parts.append(Part((parts.last?.number ?? -1) &+ 1))
            }
            parts[parts.count - 1].files.append(file(source))
        }
        if isApp { parts.removeAll { $0.body.text.isEmpty && $0.files.isEmpty && !$0.isUnsent } }
        for index in parts.indices where integer(row, .is_audio_message) == 1 {
            for place in parts[index].files.indices {
                parts[index].files[place].attachment.kind = .voice
            }
        }
        if integer(row, .date_retracted) != 0, parts.isEmpty {
            var part = Part(0)
            part.isUnsent = true
            parts = [part]
        }
        return parts
    }

    private func parts(of stream: TypedStream, _ rest: inout FilesLeft) -> [Part] {
        var parts: [Part] = []
        let units = Array(stream.text.utf16)
        for run in stream.runs {
            let number = run.attributes["__kIMMessagePartAttributeName"]?.integer ?? 0
            if parts.last?.number != number { parts.append(Part(number)) }
            let last = parts.count - 1
            if let guid = run.attributes["__kIMFileTransferGUIDAttributeName"]?.text {
                guard let source = rest.take(guid) else { continue }
                var file = file(source)
                file.attachment.transcript =
                    run.attributes["IMAudioTranscription"]?.text.map(CleanText.clean)
                parts[last].files.append(file)
                continue
            }
            let text = String(decoding: units[run.range], as: UTF16.self)
                .filter { $0 != "\u{FFFC}" && $0 != "\u{FFFD}" }
            parts[last].body.append(text, marks(run.attributes))
            if let effect = run.attributes["__kIMTextEffectAttributeName"]?.integer,
                parts[last].effect == nil
            {
                parts[last].effect = (Self.textEffects[effect] ?? "Effect \(effect)") + " text"
            }
        }
        return parts.filter { !$0.body.text.isEmpty || !$0.files.isEmpty }
    }

    private static let textEffects = [
        4: "Ripple", 5: "Big", 6: "Bloom", 8: "Nod", 9: "Shake", 10: "Jitter", 11: "Small",
        12: "Explode",
    ]
    private static let styles: [(String, Entity.Kind)] = [
        ("__kIMTextBoldAttributeName", .bold), ("__kIMTextItalicAttributeName", .italic),
        ("__kIMTextUnderlineAttributeName", .underline),
        ("__kIMTextStrikethroughAttributeName", .strike),
        ("__kIMMentionConfirmedMention", .mention),
    ]

    private func marks(_ attributes: [String: PropertyList]) -> [TextMark.Kind] {
        var marks = Self.styles.filter { attributes[$0.0] != nil }
            .map { TextMark.Kind.entity($0.1) }
        if let link = attributes["__kIMLinkAttributeName"]?.text.flatMap(Link.mark) {
            marks.append(link)
        }
        return marks
    }

    /// Adds the earlier versions of edited parts, and unsent parts.
    private func readEdits(
        _ row: borrowing Database.Row, _ parts: inout [Part], _ budget: WorkBudget
    ) {
        let edited = integer(row, .date_edited)
        guard edited != 0 || integer(row, .date_retracted) != 0 else { return }
        let summary = row.bytes(Column.message_summary_info.rawValue)
            .flatMap { PropertyList(parsing: $0, budget: budget) }
        let versions = (summary?["ec"]?.members ?? [:]).compactMap { key, list in
            Int(key).map { ($0, list.values) }
        }.sorted { $0.0 < $1.0 }
        var places = Dictionary(parts.enumerated().map { ($1.number, $0) }) { first, _ in first }
        for (number, list) in versions {
            var none = FilesLeft([])
            let read = list.map { version in
                let stream = version["t"]?.data.flatMap { TypedStream($0, budget: budget) }
                let at = version["d"]?.real.flatMap {
                    UnixTime.moment(milliseconds: $0 * 1000 + 978_307_200_000)
                }
                return (at: at, stream: stream)
            }
            guard let last = read.last else { continue }
            if places[number] == nil, let stream = last.stream {
                var part = Part(number)
                part.body = self.parts(of: stream, &none).first?.body ?? part.body
                places[number] = parts.count
                parts.append(part)
            }
            guard let place = places[number] else { continue }
            parts[place].edited = Edited(
                at: read.count > 1 ? last.at : Self.moment(edited),
                history: read.dropLast().map {
                    Edited.Version(at: $0.at, text: CleanText.clean($0.stream?.text ?? ""))
                })
        }
        for number in (summary?["rp"]?.values ?? []).compactMap(\.integer) {
            if places[number] == nil {
                places[number] = parts.count
                parts.append(Part(number))
            }
            if let place = places[number] { parts[place].isUnsent = true }
        }
        if versions.isEmpty, summary?["rp"] == nil {
            for index in parts.indices { parts[index].edited = Edited(at: Self.moment(edited)) }
        }
        parts.sort { $0.number < $1.number }
    }

    // MARK: Files

    private func file(_ source: File) -> RecordFile {
        let name = source.name ?? source.path.map(Path.lastName)
        var file = RecordFile(
            named: name, mime: source.mime,
            at: source.path.map { .beside(place($0)) } ?? .missing(RecordFile.absent))
        if source.isSticker { file.attachment.kind = .sticker }
        if source.isVoice { file.attachment.kind = .voice }
        file.attachment.alt = source.emoji.map(CleanText.line)
        return file
    }

    /// Returns the path of an attachment from the folder of the database:
    /// `~/Library/Messages/Attachments/…`, `~/Library/SMS/Attachments/…`.
    private func place(_ path: String) -> String {
        path.place(of: "Attachments/").map { String(path[$0.lowerBound...]) } ?? path
    }

    // MARK: Apps

    private static let linkBundle = "com.apple.messages.URLBalloonProvider"

    /// A message with only a link may have no bundle, but a payload.
    private func linkBundle(_ row: borrowing Database.Row) -> String? {
        row.isNull(Column.payload_data.rawValue) ? nil : Self.linkBundle
    }

    private mutating func app(
        _ bundle: String, _ source: borrowing Row, _ row: borrowing Database.Row,
        _ record: inout Record, _ budget: WorkBudget
    ) {
        let payload = row.bytes(Column.payload_data.rawValue)
            .flatMap { PropertyList(unarchiving: $0, budget: budget) }
        if bundle == Self.linkBundle { return link(payload, source.row, &record) }
        if isPoll(row) {
            guard let item = pollItem(row, budget) else { return }
            let options = Self.options(item)
            polls[source.guid] = options.map(\.id)
            lastPoll = (source.date, source.sender?.key ?? "")
            record.message.details.poll = Poll(
                item.text("title") ?? "",
                options: options.map { Poll.Option(text: CleanText.line($0.text)) })
            return
        }
        let words = payload?["userInfo"]
        let lines = [
            "caption", "subcaption", "secondary-subcaption", "tertiary-subcaption", "image-title",
            "image-subtitle",
        ].compactMap { words?[$0]?.text }.filter { !$0.isEmpty }
        let summary = payload?["ldtext"]?.text
        if bundle.hasSuffix("PeerPaymentMessagesExtension") {
            record.message.details.payment = Payment(
                amount: CleanText.line(lines.first ?? summary ?? "Apple Cash"))
            return
        }
        let app =
            payload?["an"]?.text ?? Self.apps.first { bundle.hasSuffix($0.0) }?.1
            ?? bundle.split(whereSeparator: { $0 == ":" || $0 == "." }).last.map(String.init) ?? ""
        var card = RecordFile(
            card: lines.first ?? summary ?? app, url: payload?["URL"]?.text)
        let more = lines.dropFirst() + (lines.isEmpty && summary == nil ? [] : [app])
        if !more.isEmpty {
            if card.attachment.card == nil { card.attachment.card = Card() }
            card.attachment.card?.text = CleanText.clean(more.joined(separator: "\n"))
        }
        record.files.append(card)
    }

    private static let apps = [
        ("HandwritingProvider", "Handwritten message"),
        ("DigitalTouchBalloonProvider", "Digital Touch message"),
        ("ActivityMessagesApp", "Fitness"), ("PhotosMessagesApp", "Photos"),
        ("SafetyMonitorMessages", "Check In"), ("FindMyMessagesApp", "Find My"),
        ("business.extension", "Business"),
    ]

    private func link(_ payload: PropertyList?, _ row: Int, _ record: inout Record) {
        let data = payload?["richLinkMetadata"] ?? payload?["metadata"] ?? payload
        guard let url = (data?["URL"] ?? data?["originalURL"])?.text.flatMap(Link.url) else {
            return
        }
        let special = data?["specialization"]
        let song = [special?["artist"]?.text, special?["album"]?.text].compactMap { $0 }
        record.message.details.link = LinkPreview(
            url: url, title: data?["title"]?.text ?? special?["name"]?.text,
            summary: data?["summary"]?.text ?? data?["specialization2"]?["address"]?.text
                ?? (song.isEmpty ? nil : song.joined(separator: " \u{2014} ")),
            site: data?["siteName"]?.text)
        record.linkPicture = files[row]?.first { $0.isHidden }?.path.map(place)
    }

    // MARK: End

    /// Joins reactions, votes and replies to the messages that they belong to.
    mutating func finish(_ builder: inout ConversationBuilder) throws(ImportError) {
        for reply in replies {
            let id = Self.id(reply.guid, part: reply.part)
            builder.setReply(of: reply.index, to: parts[id] ?? (reply.part == 0 ? id : reply.guid))
        }
        var changed: [String: [Poll.Option]] = [:]
        for version in versions.sorted(by: { $0.time < $1.time }) {
            let poll = updated[version.poll] ?? version.poll
            guard polls[poll] != nil else { continue }
            polls[poll] = version.options.map(\.id)
            changed[poll] = version.options.map { Poll.Option(text: CleanText.line($0.text)) }
        }
        for (update, poll) in updated {
            votes[updated[poll] ?? poll, default: [:]].merge(votes[update] ?? [:]) {
                $0.time > $1.time ? $0 : $1
            }
            votes[update] = nil
        }
        var reactions: [String: [String: Tapback]] = [:]
        for (id, all) in tapbacks { reactions[parts[id] ?? id, default: [:]].merge(all) { $1 } }
        if !reactions.isEmpty || !votes.isEmpty || !changed.isEmpty {
            for index in builder.conversation.messages.indices {
                guard builder.budget.mayContinue else { throw .stopped }
                guard let id = builder.conversation.messages[index].id else { continue }
                if let all = reactions.removeValue(forKey: id) {
                    try react(all, index, &builder)
                }
                if let options = changed[id] {
                    builder.conversation.messages[index].details.poll?.options = options
                }
                if let all = votes[id] { count(all, id, index, &builder) }
            }
        }
        let orphans = reactions.values.reduce(0) { $0 + $1.values.count { $0.emoji != nil } }
        builder.warn(
            .importing, orphans, "reaction", "to messages that the chat does not contain omitted")
        builder.warn(
            .importing, unreadVotes, "vote or change of a poll", "that cannot be read omitted")
        builder.warn(unknown: unknown, "message", "shown as text or as a neutral line")
    }

    private func react(
        _ tapbacks: [String: Tapback], _ index: Int, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let present = tapbacks.filter { $0.value.emoji != nil }
            .sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
        var reactions = Reaction.grouped(
            present.map { (builder.name(of: $0.key), $0.value.emoji ?? "") })
        for (key, tapback) in present {
            guard let place = reactions.firstIndex(where: { $0.emoji == tapback.emoji }) else {
                continue
            }
            if key == MessagesPeople.me { reactions[place].isMine = true }
            if let path = tapback.picture, reactions[place].picture == nil {
                reactions[place].picture = try builder.picture(path, document: document)
            }
        }
        builder.conversation.messages[index].details.reactions = reactions
        builder.noteDetails()
    }

    private func count(
        _ votes: [String: (time: Int, options: Set<String>)], _ id: String, _ index: Int,
        _ builder: inout ConversationBuilder
    ) {
        guard let options = polls[id], var poll = builder.conversation.messages[index].details.poll
        else { return }
        let voters = votes.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
        // Two polls of a damaged database may have the same ID.
        for (place, option) in options.enumerated() where place < poll.options.count {
            let chosen = voters.filter { $0.value.options.contains(option) }.map(\.key)
            poll.options[place].votes = chosen.count
            poll.options[place].voters = chosen.map { CleanText.line(builder.name(of: $0)) }
            poll.options[place].isChosen = chosen.contains(MessagesPeople.me)
        }
        poll.totalVoters = voters.count { !$0.value.options.isEmpty }
        builder.conversation.messages[index].details.poll = poll
    }
}
