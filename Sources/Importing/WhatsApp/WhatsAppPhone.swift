import Basics
import Model
import Readers

/// `ChatStorage.sqlite`, WhatsApp's database on iPhones and Macs.
struct WhatsAppPhone: WhatsAppTable {
    private struct Session {
        let id: String
        let name: String?
        var isGroup: Bool { id.hasSuffix("@g.us") }
    }

    private struct Media {
        var path: String?
        var thumbnail: String?
        var title: String?
        var card: String?
        var cardName: String?
        var address: String?
        var size: Int?
        var duration: Double?
        var latitude: Double?
        var longitude: Double?
        var metadata: [UInt8]?
    }

    let tables: ExportDatabase
    private var people = WhatsAppPeople()
    private var sessions: [Int: Session] = [:]
    /// The IDs of members by their rows.
    private var members: [Int: String] = [:]
    private var media: [Int: Media] = [:]
    private var details: [Int: [UInt8]] = [:]
    private var links: [Int: (title: String?, summary: String?, address: String?)] = [:]
    private var hasBegun = false
    private var unknown: [String: Int] = [:]
    private var openPolls = 0

    static let table = "ZWAMESSAGE"
    static let order = "ZSORT, Z_PK"
    static let columns = [
        "Z_PK", "ZCHATSESSION", "ZSORT", "ZISFROMME", "ZMESSAGEDATE", "ZTEXT", "ZMESSAGETYPE",
        "ZMESSAGESTATUS", "ZGROUPEVENTTYPE", "ZGROUPMEMBER", "ZFROMJID", "ZSTANZAID", "ZSTARRED",
    ]

    static func chat(_ row: borrowing Database.Row) -> Int? { row.integer(1) }

    static func filter(_ chat: Int, first: Int) -> String { "ZCHATSESSION = \(chat)" }

    // MARK: People and chats

    init(_ tables: ExportDatabase, _ builder: inout ConversationBuilder) throws(ImportError) {
        self.tables = tables
        try learnContacts(&builder)
        try tables.rows(of: "ZWAPROFILEPUSHNAME", ["ZJID", "ZPUSHNAME"]) {
            row throws(ImportError) in
            people.learn(row.text(1), of: row.text(0), from: .profile)
        }
        let columns = ["Z_PK", "ZMEMBERJID", "ZCONTACTNAME", "ZFIRSTNAME"]
        try tables.rows(of: "ZWAGROUPMEMBER", columns) { row throws(ImportError) in
            guard let place = row.integer(0), let id = row.text(1) else { return }
            members[place] = id
            people.learn(row.text(2), of: id, from: .group)
            people.learn(row.text(3), of: id, from: .profile)
        }
        let facts = ["Z_PK", "ZCONTACTJID", "ZPARTNERNAME"]
        try tables.rows(of: "ZWACHATSESSION", facts) { row throws(ImportError) in
            guard let place = row.integer(0) else { return }
            let session = Session(id: row.text(1) ?? "", name: row.text(2))
            sessions[place] = session
            if !session.isGroup { people.learn(session.name, of: session.id, from: .group) }
        }
    }

    private mutating func learnContacts(
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let table = "ZWAADDRESSBOOKCONTACT"
        if let contacts = try builder.database("ContactsV2.sqlite", beside: tables.file) {
            try contacts.rows(of: table, ["ZLID", "ZWHATSAPPID"]) { row throws(ImportError) in
                guard let number = row.text(1) else { return }
                people.join(row.text(0).map(Self.hidden), with: Self.id(number))
            }
            let columns = ["ZLID", "ZWHATSAPPID", "ZFULLNAME", "ZBUSINESSNAME"]
            try contacts.rows(of: table, columns) { row throws(ImportError) in
                let id = row.text(1).map(Self.id) ?? row.text(0).map(Self.hidden)
                people.learn(row.text(2) ?? row.text(3), of: id, from: .addressBook)
            }
        }
        people.book = try ContactBook.beside(tables.file, &builder).book
    }

    private static func id(_ number: String) -> String {
        number.holds("@") ? number : number.drop { $0 == "+" } + "@s.whatsapp.net"
    }

    private static func hidden(_ id: String) -> String { id.holds("@") ? id : id + "@lid" }

    /// Status updates are not chats, although they have as many messages.
    func name(_ chat: Int) -> ChatName? {
        guard let session = sessions[chat] else {
            return ChatName(id: "session \(chat)", name: "Session \(chat)")
        }
        if session.id.hasSuffix("@status") || session.id.hasSuffix("@lid.status")
            || session.id == "status@broadcast"
        {
            return nil
        }
        let name = session.isGroup ? session.name ?? "Group" : people.name(session.id)
        return ChatName(id: session.id, name: name)
    }

    // MARK: Other tables

    mutating func learn(
        _ chat: Int, _ rows: MessageRows, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let isGroup = sessions[chat]?.isGroup ?? false
        builder.conversation.kind = isGroup ? .group : .direct
        builder.isKindKnown = true
        let columns = [
            "ZMESSAGE", "ZMEDIALOCALPATH", "ZXMPPTHUMBPATH", "ZTITLE", "ZVCARDSTRING", "ZVCARDNAME",
            "ZMEDIAURL", "ZFILESIZE", "ZMOVIEDURATION", "ZLATITUDE", "ZLONGITUDE", "ZMETADATA",
        ]
        try rows.each("ZWAMEDIAITEM", columns, cost: 600) { id, row in
            media[id] = Media(
                path: row.text(1), thumbnail: row.text(2), title: row.text(3), card: row.text(4),
                cardName: row.text(5), address: row.text(6), size: row.integer(7),
                duration: row.real(8), latitude: row.real(9), longitude: row.real(10),
                metadata: row.bytes(11))
        }
        try rows.each("ZWAMESSAGEINFO", ["ZMESSAGE", "ZRECEIPTINFO"]) {
            details[$0] = $1.bytes(1)
        }
        let cards = ["ZMESSAGE", "ZTITLE", "ZSUMMARY", "ZMATCHEDTEXT", "ZCONTENT1"]
        try rows.each("ZWAMESSAGEDATAITEM", cards) {
            links[$0] = ($1.text(1), $1.text(2), $1.text(3) ?? $1.text(4))
        }
    }

    mutating func end(_ chat: Int, _ builder: inout ConversationBuilder) throws(ImportError) {
        builder.setMe(key: WhatsAppPeople.me)
        builder.warn(unknown: unknown, "message", "shown by content: the type is unknown")
        builder.warn(
            .unsupported, openPolls, "poll",
            "without options: their place in the database is not documented")
    }

    // MARK: Messages

    mutating func add(
        _ row: borrowing Database.Row, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let id = row.integer(0) ?? 0
        let session = row.integer(1).flatMap { sessions[$0] }
        let isMine = row.integer(3) == 1
        let type = row.integer(6) ?? 0
        let text = row.text(5) ?? ""
        let member = row.integer(9).flatMap { members[$0] }
        let sender =
            isMine
            ? WhatsAppPeople.me
            : member ?? (session?.isGroup == true ? nil : row.text(10) ?? session?.id)
        var record = Record(
            row.text(11), at: Self.moment(row.real(4)), from: sender.map { people.person($0) })
        let event = row.integer(8) ?? 0
        let isFirst = !hasBegun
        hasBegun = true
        switch type {
        case 6:
            notice(
                &record, event, text, by: isMine ? WhatsAppPeople.me : member, builder.budget)
        case 10: notice(&record, event, isFirst: isFirst, text)
        default:
            fill(&record, type, text, media[id])
            relate(&record.message.details, id, type)
            if isMine { record.message.status = row.integer(7).flatMap { Self.statuses[$0] } }
            if row.integer(12) == 1 { record.message.details.isStarred = true }
        }
        try builder.add(record)
    }

    private static func moment(_ seconds: Double?) -> Moment? {
        guard let seconds, seconds != 0 else { return nil }
        return UnixTime.moment(milliseconds: (seconds + 978_307_200) * 1_000)
    }

    /// 6 is delivered, or read; 8 is read, or played.
    private static let statuses: [Int: Message.Status] = [
        1: .sent, 6: .delivered, 8: .read, 9: .sending,
    ]

    private mutating func fill(
        _ record: inout Record, _ type: Int, _ text: String, _ media: Media?
    ) {
        switch type {
        case 0, 7: record.message.body = Body.whatsApp(text)
        case 1, 20: attach(media, .image, &record)
        case 2, 43, 54: attach(media, .video, &record)
        case 3, 53: attach(media, .voice, &record)
        case 38, 39:
            attach(media, type == 38 ? .image : .video, &record, without: "view once")
        case 4: contacts(media, &record)
        case 5:
            record.message.details.location = Location(
                media?.latitude, media?.longitude, name: media?.title)
        case 8, 24: attach(media, .file, &record)
        case 11: attach(media, .gif, &record)
        case 14:
            record.message.details.deleted = Deleted()
            if let admin = media?.card, admin.holds("@") {
                record.message.details.deleted?.by = people.name(admin)
            }
        case 15: attach(media, .sticker, &record)
        case 46:
            record.message.details.poll = Poll(text.isEmpty ? media?.title ?? "" : text)
            openPolls += 1
        default:
            unknown["\(type)", default: 0] += 1
            if media?.path != nil {
                attach(media, nil, &record)
            } else {
                record.message.kind = .unknown("type \(type)")
            }
        }
        if ![0, 7, 14, 46].contains(type), !text.isEmpty {
            record.message.body = Body.whatsApp(text)
        }
    }

    private func attach(
        _ media: Media?, _ kind: Attachment.Kind?, _ record: inout Record,
        without reason: String = RecordFile.absent
    ) {
        let mime = media?.card.flatMap { $0.holds("/") ? $0 : nil }
        let path = media?.path.map { "Message/" + $0.drop { $0 == "/" } }
        let name = path.map(Path.lastName)
        var file = RecordFile(
            kind ?? FileKind.kind(name: name, mime: mime),
            at: path.map { .beside($0) } ?? .missing(reason))
        if file.attachment.kind == .file {
            file.attachment.name = (media?.title ?? name).map(CleanText.line)
        } else {
            file.attachment.name = name.map(CleanText.line)
            if let title = media?.title { record.message.body = Body.whatsApp(title) }
        }
        file.attachment.size = media?.size.flatMap { $0 > 0 ? $0 : nil }
        if file.attachment.kind.isPlayed {
            file.attachment.duration = media?.duration.flatMap { $0 > 0 ? $0 : nil }
        }
        if let thumbnail = media?.thumbnail {
            file.poster = { "Message/" + thumbnail.drop { $0 == "/" } }
        }
        record.files = [file]
    }

    private func contacts(_ media: Media?, _ record: inout Record) {
        let cards = (media?.card ?? "").split(separator: "_$!<VCard-Separator>!$_").map {
            VCard.read(Array($0.utf8))
        }
        let names = (media?.cardName ?? media?.title ?? "").split(
            separator: "_$!<Name-Separator>!$_")
        let known = cards.compactMap(\.self)
        if known.isEmpty {
            record.message.details.contact = Contact(name: names.joined(separator: ", "))
        } else {
            record.show(known)
        }
    }

    // MARK: Relations

    private mutating func relate(_ details: inout MessageDetails, _ id: Int, _ type: Int) {
        var summary: String?
        if let bytes = media[id]?.metadata, !bytes.isEmpty, let fields = ProtobufFields(bytes) {
            if let quoted = fields.text(5), Self.isStanza(quoted) {
                let author = fields.text(6).flatMap { $0.holds("@") ? people.name($0) : nil }
                details.replyTo = Reply(
                    id: quoted, from: author,
                    text: fields.message(19)?.text(1).map(Body.quoted))
            }
            summary = fields.text(3)
        }
        if type == 7 || links[id] != nil {
            let link = links[id]
            let address = link?.address ?? media[id]?.address
            if let url = address.flatMap(Link.url) {
                details.link = LinkPreview(
                    url: url, title: link?.title ?? media[id]?.title,
                    summary: link?.summary ?? summary)
            }
        }
        if let bytes = self.details[id], let fields = ProtobufFields(bytes) {
            details.reactions = reactions(fields)
        }
    }

    private static func isStanza(_ id: String) -> Bool {
        (16...40).contains(id.utf8.count) && id.utf8.allSatisfy(ASCII.isHexDigit)
    }

    private func reactions(_ fields: ProtobufFields) -> [Reaction] {
        guard let all = fields.message(7) else { return [] }
        let others = all.messages(1).prefix(1_000).compactMap { one -> (String, String)? in
            guard let id = one.text(2), let emoji = one.text(3) else { return nil }
            return (people.name(id), emoji)
        }
        let own = all.messages(2).prefix(1).compactMap { $0.text(2) }
        return Reaction.grouped(others + own.map { (people.name(WhatsAppPeople.me), $0) })
    }

    // MARK: Notices

    /// A group's event: a sentence, the changed subject, or the people.
    private func notice(
        _ record: inout Record, _ event: Int, _ text: String, by member: String?,
        _ budget: WorkBudget
    ) {
        record.sender = nil
        if text.hasPrefix("\u{200E}") {
            return record.becomeNotice(.notice, text: Marks.plain(text[...]).trimmingBlanks())
        }
        let ids = text.split { $0 == ";" || $0 == "," }.map(String.init)
        let areIDs = !ids.isEmpty && ids.allSatisfy { $0.holds("@") && !$0.holds(" ") }
        let hasActor = areIDs && text.holds(";")
        let actors = [hasActor ? ids.first : member].compactMap(\.self).map(people.name)
        let targets = areIDs ? (hasActor ? Array(ids.dropFirst()) : ids).map(people.name) : []
        switch event {
        case 1: record.becomeNotice(.titleChanged, by: actors, to: Self.subject(text, budget))
        case 2, 50: record.becomeNotice(.memberAdded, by: actors, to: targets)
        case 7: record.becomeNotice(.memberRemoved, by: actors, to: targets)
        case 12: record.becomeNotice(.groupCreated, by: actors)
        case 15: record.becomeNotice(.memberJoined, by: targets.nonEmpty ?? actors)
        case 26: record.becomeNotice(.timerChanged, by: actors)
        default:
            let words = areIDs ? (actors + targets).joined(separator: ", ") : text
            let about = words.isEmpty ? "" : ": \(words)"
            record.becomeNotice(.notice, text: "Group event \(event)\(about)")
        }
    }

    /// The new subject: the text, or a member of an object of JSON.
    private static func subject(_ text: String, _ budget: WorkBudget) -> [String] {
        guard !text.isEmpty else { return [] }
        guard text.hasPrefix("{"), budget.reserve(4 * text.utf8.count) else { return [text] }
        defer { budget.release(4 * text.utf8.count) }
        let json = Result { () throws(JSONError) in
            try JSONValue(parsing: Array(text.utf8), maxDepth: 8, budget: budget)
        }
        // Text that only looks like an object is shown as it is.
        guard case .success(let object) = json else { return [text] }
        return [object.text("subject") ?? text]
    }

    private func notice(_ record: inout Record, _ event: Int, isFirst: Bool, _ text: String) {
        switch event {
        // Of voice or video: the numbers of either are not documented.
        case 1, 4, 22: record.becomeNotice(.notice, text: "Missed call")
        case 3: record.becomeNotice(.securityCodeChanged)
        default:
            if isFirst, text.isEmpty {
                record.becomeNotice(.encryption)
            } else {
                record.becomeNotice(
                    .notice, text: text.isEmpty ? "Notice \(event)" : Marks.plain(text[...]))
            }
        }
        record.sender = nil
    }
}

extension Record {
    /// Shows contact cards: one as the message's contact, several as attachments.
    mutating func show(_ contacts: [Contact]) {
        guard contacts.count > 1 else {
            message.details.contact = contacts.first
            return
        }
        files += contacts.prefix(100).map { contact in
            var file = RecordFile(.contact, at: .nothing)
            file.attachment.title = CleanText.line(contact.name)
            file.attachment.caption = contact.phones.first.map(CleanText.line)
            return file
        }
    }
}
