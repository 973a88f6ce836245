import Basics
import Model

/// Relativity's Short Message Format 2.0 for e-discovery: a mail with a ZIP attached, that ZIP, or
/// a ZIP of such mails.
enum RSMF {
    static let importer = Importer(
        name: "rsmf", title: "RSMF",
        summary:
            "Relativity's short message format: the .rsmf mail, its rsmf.zip, or a ZIP of such mails",
        recognize: recognize, read: read)

    static let manifest = "rsmf_manifest.json"

    private static func recognize(_ probe: Probe) -> Claim? {
        if let file = probe.names.first(where: { Path.lastName($0) == manifest }) {
            return Claim(.certain, [file])
        }
        if probe.isArchive {
            let mails = probe.names.filter { Path.fileExtension($0) == "rsmf" }
            return mails.isEmpty ? nil : Claim(.certain, mails.sorted())
        }
        guard let file = probe.files.first else { return nil }
        if file.shape != nil { return file.has("rsmf") ? Claim(.certain, [file.name]) : nil }
        let head = String(decoding: file.head.prefix(16 << 10), as: UTF8.self).lowercased()
        let isMail = head.holds("mime-version:") && head.holds("content-type:")
        let isMarked = head.holds("x-rsmf-") || Path.fileExtension(file.name) == "rsmf"
        return isMail && isMarked ? Claim(.certain, [file.name]) : nil
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let (sources, limits) = (builder.sources, builder.options.limits)
        guard claim.files.count == 1 else {
            return try read(claim.files, &builder) { file, body throws(ImportError) in
                try open(file, sources, limits, body)
            }
        }
        // The only mail stays open, so that it is unpacked once.
        try open(claim.files[0], sources, limits) { chat throws(ImportError) in
            try read(claim.files, &builder) { _, body throws(ImportError) in try body(chat) }
        }
    }

    private typealias Body = (RSMFChat) throws(ImportError) -> Void

    /// Reads a chat that may continue from mail to mail.
    private static func read(
        _ files: [String], _ builder: inout ConversationBuilder,
        open: (String, Body) throws(ImportError) -> Void
    ) throws(ImportError) {
        let export = builder.sources
        let reader = RSMFReader(context: RecordContext(clock: builder.clock))
        var chats = AlternatingChats(builder, counting: reader)
        var names: [ChatName] = []
        var seen: Set<String> = []
        /// The mails that have events of a chat; an undeclared event may be of any.
        var mails: [String: [String]] = [:]
        var undeclared: [String] = []
        func count(_ chat: RSMFChat, _ wanted: [ChatName]) throws(ImportError) {
            try chat.fill(wanted.map(\.id), of: export) { id, body throws(ImportError) in
                try chats.see(0..<0, of: "", in: id, body)
            }
        }
        for file in files {
            var declared: [ChatName] = []
            try open(file) { chat throws(ImportError) in
                declared = try chat.names()
                for name in declared where seen.insert(name.id).inserted { names.append(name) }
                if builder.purpose == .listing, !declared.isEmpty {
                    try count(chat, declared)
                }
            }
            if declared.isEmpty { undeclared.append(file) }
            for id in Set(declared.map(\.id)) { mails[id, default: []].append(file) }
        }
        if names.isEmpty {
            // All events are of one chat.
            names = [ChatName(id: "", name: "")]
            builder.options.chat = nil
        }
        if builder.purpose == .listing {
            for file in undeclared {
                try open(file) { chat throws(ImportError) in
                    try count(chat, names)
                }
            }
        }
        try chats.choose(names, &builder) { index, _, builder throws(ImportError) in
            builder.needsSorting = true
            var reader = reader
            let wanted = names[index].id
            let own = Set((mails[wanted] ?? []) + undeclared)
            for file in files where own.contains(file) {
                try open(file) { chat throws(ImportError) in
                    try chat.fill([wanted], of: export) { _, body throws(ImportError) in
                        try body(&reader, &builder)
                    }
                }
            }
        }
    }

    /// Calls `body` with the manifest of a file and the files beside the manifest.
    private static func open(
        _ file: String, _ sources: ExportFiles, _ limits: Limits, _ body: Body
    ) throws(ImportError) {
        let budget = sources.budget
        let bytes = try sources.document(file)
        guard bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") else {
            return try body(RSMFChat(bytes: bytes, file: file, sources))
        }
        guard let (content, isBase64) = MailMessage(bytes).archive() else {
            throw .notFound(importer: importer.name, expected: "a ZIP attached to the mail")
        }
        guard budget.reserve(content.count) else { throw .stopped }
        defer { budget.release(content.count) }
        var archive = Array(bytes[content])
        if isBase64 {
            guard let decoded = try? Base64.decode(archive[...], limit: limits.documentBytes) else {
                throw .archive(.unreadable)
            }
            archive = decoded
        }
        // This is the only nested archive that is opened: the mail is just its envelope.
        let password = sources.password
        let sources = ExportFiles(
            try ZipArchive(ByteSource(archive), limits: limits), name: "rsmf.zip", beside: .none,
            limits: limits, budget: budget)
        sources.password = password
        try sources.unlock()
        guard let file = sources.names.first(where: { Path.lastName($0) == manifest }) else {
            throw .notFound(importer: importer.name, expected: manifest)
        }
        try body(RSMFChat(bytes: try sources.document(file), file: file, sources))
    }
}

/// What the events of one conversation have in common.
private struct RSMFReader {
    var context: RecordContext
    var faults: RSMFFaults?
    /// The sender of outgoing messages in the current mail.
    var outgoing: String?
}

private struct RSMFChat {
    private let document: JSONDocument
    /// The files beside the manifest.
    private let sources: ExportFiles

    init(bytes: [UInt8], file: String, _ sources: ExportFiles) {
        document = JSONDocument(bytes: bytes, file: file, budget: sources.budget)
        self.sources = sources
    }

    /// Returns the conversations that the manifest declares.
    func names() throws(ImportError) -> [ChatName] {
        try document.facts(without: ["events"]).list("conversations").map {
            ChatName(
                id: $0.identifier("id") ?? "",
                name: $0.text("display") ?? $0.text("topic") ?? $0.identifier("id") ?? "")
        }
    }

    /// Adds the events to their conversations. Without declared conversations, and without a
    /// conversation of its own, an event may be of any.
    ///
    /// - Parameters:
    ///   - wanted: the IDs of the chats to fill.
    ///   - export: the files of the builders.
    ///   - add: calls its argument with the reader and the builder of a chat.
    func fill(
        _ wanted: [String], of export: ExportFiles,
        add: (String, (inout RSMFReader, inout ConversationBuilder) throws(ImportError) -> Void)
            throws(ImportError) -> Void
    ) throws(ImportError) {
        let head = try document.facts(without: ["events"])
        let people = Dictionary(
            head.list("participants").compactMap { person in
                person.identifier("id").map { ($0, person) }
            }
        ) { first, _ in first }
        let faults = RSMFFaults(head: head, people: people)
        var conversations: [String: JSONValue] = [:]
        for conversation in head.list("conversations") {
            let id = conversation.identifier("id") ?? ""
            if conversations[id] == nil { conversations[id] = conversation }
        }
        let isDeclared = !conversations.isEmpty
        let ids = wanted.filter { !isDeclared || conversations[$0] != nil }
        // The conversations are in other mails.
        guard !ids.isEmpty else { return }
        for id in ids {
            try add(id) { reader, builder throws(ImportError) in
                // Different mails may have files with the same name.
                builder.forgetFileNames()
                builder.sources = sources
                reader.faults = faults
                reader.outgoing = nil
                begin(conversations[id], &builder)
                // Participants without messages belong to the conversation, too.
                for id in conversations[id]?.list("participants") ?? [] {
                    guard let id = id.string else { continue }
                    try builder.participant(person(id, people), document: document.file)
                }
            }
        }
        let known = Set(ids)
        let isOneChat = wanted == [""] && !isDeclared
        try document.forEach(at: ["events"]) { event, pointer throws(ImportError) in
            guard event.kind == .object else {
                throw .invalid(file: document.file, pointer: pointer, expected: "an event")
            }
            let isAny = event["conversation"] == nil || isOneChat
            for id in isAny ? ids : [event.identifier("conversation") ?? ""] {
                guard known.contains(id) else { continue }
                try add(id) { reader, builder throws(ImportError) in
                    reader.faults?.look(at: event)
                    let record = record(event, people, &reader.context)
                    try builder.add(record, document: document.file)
                    if event.text("direction") == "outgoing" {
                        reader.outgoing = record.sender?.key ?? reader.outgoing
                    }
                }
            }
        }
        for id in ids {
            try add(id) { reader, builder throws(ImportError) in
                try builder.settleFiles()
                // A mail is not kept in memory after its events are read.
                builder.sources = export
                reader.faults?.warn(&builder)
                let custodian = conversations[id]?.identifier("custodian")
                let isKnown = custodian.flatMap(builder.known) != nil
                builder.setMe(key: isKnown ? custodian : reader.outgoing)
            }
        }
    }

    private func begin(_ conversation: JSONValue?, _ builder: inout ConversationBuilder) {
        guard let conversation else { return }
        let platform = conversation.text("platform")?.lowercased() ?? ""
        builder.conversation.service = Service(rawValue: platform) ?? .other
        let people = conversation.list("participants").count
        builder.begin(title: conversation.first("display", "topic"), isGroup: people > 2)
        builder.isKindKnown = people > 0
    }

    private func person(_ id: String, _ people: [String: JSONValue]) -> Record.Person {
        let source = people[id]
        return Record.Person(
            key: id, name: source?.first("display", "email"),
            handle: source?.first("email", "account_id"), avatar: source?.text("avatar"))
    }

    private func record(
        _ event: JSONValue, _ people: [String: JSONValue], _ context: inout RecordContext
    ) -> Record {
        var record = Record(
            event.identifier("id"), at: context.moment(event.text("timestamp")))
        record.message.body = Body.plain(event.text("body") ?? "")
        let sender = event.identifier("participant")
        let name = sender.map { people[$0]?.text("display") ?? $0 }
        switch event.text("type") ?? "message" {
        case "join", "leave":
            system(event.text("type") == "join", name, custom("action", of: event), &record.message)
        case "disclaimer", "history": record.message.kind = .note
        // An event without a sender is a system message.
        case "unknown" where sender == nil:
            record.message.kind = .system
            let action = custom("action", of: event) ?? SystemAction.notice.rawValue
            record.message.details.system = SystemEvent(action: CleanText.line(action))
        default: record.sender = sender.map { person($0, people) }
        }
        if event.flag("deleted") { record.message.details.deleted = Deleted() }
        record.message.details.isStarred = event.text("importance") == "high"
        relate(event, people, &record.message, &context)
        record.files = event.list("attachments").map { item in
            let id = item.text("id") ?? ""
            var file = RecordFile(named: item.text("display") ?? id, at: .beside(id))
            file.attachment.size = item.count("size")
            return file
        }
        return record
    }

    /// Returns a custom value that the manifest's writer added to an event.
    private func custom(_ name: String, of event: JSONValue) -> String? {
        event.list("custom").prefix(100).first { $0.text("name") == name }?.text("value")
    }

    private func system(
        _ isJoin: Bool, _ name: String?, _ stated: String?, _ message: inout Message
    ) {
        message.kind = .system
        let people = [name].compactMap(\.self)
        let isMoved = (isJoin ? SystemAction.memberAdded : .memberRemoved).rawValue == stated
        let action: SystemAction =
            isJoin
            ? isMoved ? .memberAdded : .memberJoined : isMoved ? .memberRemoved : .memberLeft
        message.details.system = SystemEvent(
            action, by: isMoved ? [] : people, to: isMoved ? people : [])
        if message.body.isEmpty, let name {
            message.body = Body.plain("\(name) \(isJoin ? "joined" : "left")")
        }
    }

    private func relate(
        _ event: JSONValue, _ people: [String: JSONValue], _ message: inout Message,
        _ context: inout RecordContext
    ) {
        func name(_ id: String) -> String { CleanText.line(people[id]?.text("display") ?? id) }
        // The `parent` field cannot refer to a message in another mail; a custom value can.
        if let parent = event.identifier("parent") ?? custom("parent", of: event) {
            message.details.replyTo = Reply(id: parent)
        }
        message.details.reactions = event.list("reactions").prefix(100).compactMap { item in
            guard let value = item.text("value") else { return nil }
            let by = item.list("participants").prefix(200).compactMap(\.string).map(name)
            return Reaction(
                emoji: CleanText.line(value), count: item.tally("count") ?? max(by.count, 1),
                by: by)
        }
        let edits = event.list("edits").prefix(100)
        if !edits.isEmpty {
            var edited = Edited(at: context.moment(edits.last?.text("timestamp")))
            // Each text was written when its predecessor was edited.
            var at: Moment?
            for edit in edits {
                if let previous = edit.text("previous") {
                    edited.history.append(
                        Edited.Version(at: at, text: CleanText.clean(previous)))
                }
                at = context.moment(edit.text("timestamp"))
            }
            message.details.edited = edited
        }
        // Only the sender of a message sees its delivery state.
        let isOutgoing = event.text("direction") == "outgoing"
        for receipt in event.list("read_receipts") {
            let at = context.moment(receipt.text("timestamp"))
            switch receipt.text("action") {
            case "delivered":
                message.details.deliveredAt = at
                if isOutgoing, message.status == nil { message.status = .delivered }
            case "read", nil:
                message.details.readAt = at
                if isOutgoing { message.status = .read }
            default: break
            }
        }
    }
}

/// The required fields that a manifest lacks. The manifest is read anyway, with warnings.
private struct RSMFFaults {
    private let people: Set<String>
    private var missing: [String] = []
    private var timeless = 0
    private var senderless = 0
    private var strangers = 0
    private var nameless = 0
    private var kinds: Set<String> = []

    private static let types: Set<String> = [
        "message", "disclaimer", "join", "leave", "history", "unknown",
    ]

    init(head: JSONValue, people: [String: JSONValue]) {
        self.people = Set(people.keys)
        for key in ["version", "participants", "conversations"] where head[key] == nil {
            missing.append(key)
        }
    }

    mutating func look(at event: JSONValue) {
        if event.text("timestamp") == nil { timeless += 1 }
        if event.identifier("id") == nil { nameless += 1 }
        let type = event.text("type") ?? "message"
        if !Self.types.contains(type), kinds.count < 8 { kinds.insert(type) }
        if let sender = event.identifier("participant") {
            if !people.contains(sender) { strangers += 1 }
        } else if type == "message" {
            senderless += 1
        }
    }

    func warn(_ builder: inout ConversationBuilder) {
        for key in missing { builder.warn(.importing, "the manifest has no \"\(key)\"") }
        let counts: [(Int, String)] = [
            (timeless, "without a time"), (nameless, "without an ID"),
            (senderless, "without a participant"),
            (strangers, "by a participant missing from the manifest"),
        ]
        for (count, what) in counts { builder.warn(.importing, count, "event", what) }
        for kind in kinds.sorted() {
            builder.warn(.importing, "events of the unknown type \"\(kind)\"")
        }
    }
}
