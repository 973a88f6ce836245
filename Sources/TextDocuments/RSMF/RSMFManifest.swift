import Basics
import Layout
import Model

/// The messages of one day, as listed in `rsmf_manifest.json`.
struct RSMFManifest {
    static let version = "2.0.0"

    private let part: ConversationPart
    private let source: RSMFSource
    private var events: RSMFEvents
    private(set) var media: [MediaIndex] = []
    private var attachments = 0

    init(
        _ part: ConversationPart, of whole: Conversation, _ source: RSMFSource,
        ids: RSMFEventIDs, people everyone: RSMFPeople, words: MessageWords
    ) {
        self.part = part
        self.source = source
        var people = everyone
        for message in words.budget.checked(part.conversation.messages) {
            people.add(message, me: whole.me, words.budget)
        }
        events = RSMFEvents(words, source, ids: ids, people: people, of: whole)
    }

    private var conversation: Conversation { part.conversation }

    /// - Parameter reserve: called before memory is allocated.
    mutating func json(_ reserve: (_ bytes: Int) throws -> Void) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", Self.version)
        writer.member("eventcollectionid", source.collection)
        writer.key("participants")
        writer.array { writer in
            for index in events.people.listed {
                write(conversation.participants[index], events.people.ids[index], to: &writer)
            }
            for other in events.people.others {
                writer.object { writer in
                    writer.member("id", other.id)
                    writer.member("display", other.name)
                }
            }
        }
        writer.key("conversations")
        writer.array { writer in writeConversation(&writer) }
        writer.key("events")
        writer.beginArray()
        var reserved = 0
        var seen: Set<MediaIndex> = []
        for (index, message) in conversation.messages.enumerated() {
            // The written bytes, doubled because the array grows by doubling.
            try reserve(2 * (writer.bytes.count - reserved))
            reserved = writer.bytes.count
            let files = events.write(message, at: part.places[index], &writer)
            attachments += files.count
            media += files.filter { seen.insert($0).inserted }
        }
        writer.endArray()
        writer.endObject()
        try reserve(0)
        return writer.drain()
    }

    private func write(_ person: Participant, _ id: String, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("display", person.name)
            let stated = [person.handle, person.id].compactMap { $0 }
            if let address = stated.first(where: MailField.isAddress) {
                writer.member("email", address)
            }
            if let handle = person.handle, !MailField.isAddress(handle) {
                writer.member("account_id", handle)
            }
        }
    }

    private func writeConversation(_ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", source.collection)
            writer.member("platform", conversation.service.rawValue)
            writer.member("type", conversation.kind == .group ? "channel" : "direct")
            writer.member("display", optional: conversation.title)
            writer.member("participants", events.people.listed.map { events.people.ids[$0] })
            if let index = events.people.custodian {
                writer.member("custodian", events.people.ids[index])
            }
            var custom = [("timezone", conversation.timeZone)]
            if let subtitle = conversation.subtitle { custom.append(("subtitle", subtitle)) }
            RSMFEvents.write(custom, &writer)
        }
    }

    // MARK: - Mail fields

    /// The fields are only valid after the manifest is written.
    var fields: [(name: String, value: String)] {
        var fields = [
            ("X-RSMF-Version", Self.version),
            ("X-RSMF-Generator", MailField.line(source.generator)),
        ]
        if let first = events.first { fields.append(("X-RSMF-BeginDate", first.text)) }
        if let last = events.last { fields.append(("X-RSMF-EndDate", last.text)) }
        fields.append(("X-RSMF-EventCount", String(conversation.messages.count)))
        if conversation.service != .other {
            fields.append(("X-RSMF-Application", conversation.service.rawValue))
        }
        if let custodian = source.custodian, !custodian.isEmpty {
            fields.append(("X-RSMF-Custodian", MailField.line(custodian)))
        }
        let names = events.people.listed.map { conversation.participants[$0].name }
            .filter { !$0.isEmpty }
        if !names.isEmpty {
            // Each name is on a separate line: a field with many values is folded (RFC 5322,
            // 2.2.3).
            fields.append(
                ("X-RSMF-Participants", names.map(MailField.text).joined(separator: ",\r\n ")))
        }
        fields.append(("X-RSMF-AttachmentCount", String(attachments)))
        fields.append(("X-RSMF-EventCollectionID", source.collection))
        if let title = conversation.title, !title.isEmpty {
            fields.append(("Subject", MailField.line(title)))
        }
        return fields
    }
}

private struct RSMFEvents {
    private var words: MessageWords
    private let source: RSMFSource
    private let ids: RSMFEventIDs
    let people: RSMFPeople
    private let whole: Conversation
    private var losses: RSMFLosses
    private(set) var first: Moment?
    private(set) var last: Moment?

    init(
        _ words: MessageWords, _ source: RSMFSource, ids: RSMFEventIDs, people: RSMFPeople,
        of whole: Conversation
    ) {
        self.words = words
        self.source = source
        self.ids = ids
        self.people = people
        self.whole = whole
        losses = RSMFLosses(whole, holds: Set(source.fileNames.keys))
    }

    private var conversation: Conversation { words.conversation }

    /// - Parameter place: the index of the message in the whole conversation.
    /// - Returns: the message's files.
    mutating func write(
        _ message: Message, at place: Int, _ writer: inout JSONWriter
    ) -> [MediaIndex] {
        let type = RSMFType(message)
        let description = description(of: message, at: place)
        var custom = custom(of: message, at: place)
        writer.beginObject()
        writer.member("id", ids.ids[place])
        writer.member("type", type.rawValue)
        writer.member("conversation", source.collection)
        if let sender = participant(of: message, type) { writer.member("participant", sender) }
        if let at = message.at { writer.member("timestamp", noted(at).text) }
        let body = body(of: message)
        if !body.isEmpty { writer.member("body", body) }
        if message.kind == .message, let from = message.from, let me = conversation.me {
            writer.member("direction", from == me ? "outgoing" : "incoming")
        }
        if let parent = parent(of: place) {
            if ids.files[parent] == ids.files[place] {
                writer.member("parent", ids.ids[parent])
            } else {
                custom.append(("parent", ids.ids[parent]))
            }
        }
        let files = writeAttachments(of: message, &writer)
        if message.hasDetails { write(message.details, of: message, &writer) }
        // A delivery step may be known without its time.
        if !message.hasDetails { writeReceipts(of: message, &writer) }
        if !description.isEmpty { custom.append(("description", description)) }
        Self.write(custom, &writer)
        writer.endObject()
        return files
    }

    /// Viewers show the values on hovering over an event.
    static func write(_ custom: [(String, String)], _ writer: inout JSONWriter) {
        let values = custom.filter { !$0.1.isEmpty }
        guard !values.isEmpty else { return }
        writer.key("custom")
        writer.array { writer in
            for (name, value) in values {
                writer.object { writer in
                    writer.member("name", name)
                    writer.member("value", value)
                }
            }
        }
    }

    private func custom(of message: Message, at place: Int) -> [(String, String)] {
        var custom: [(String, String)] = []
        if message.number > 0 { custom.append(("number", String(message.number))) }
        if source.digests.indices.contains(place) {
            custom.append(("sha256", source.digests[place]))
        }
        if case .unknown(let kind) = message.kind { custom.append(("kind", kind)) }
        if let event = message.details.system { custom.append(("action", event.action)) }
        return custom
    }

    /// Empty if every part of the message has a field.
    private mutating func description(of message: Message, at place: Int) -> String {
        guard !losses.isEmpty(for: message, at: place) else { return "" }
        let remarks =
            words.before(message) + words.links(in: message)
            + words.after(message, without: { [losses] in losses.holds($0) })
        return remarks.joined(separator: "\n")
    }

    /// A description of the contents if there is no body.
    private mutating func body(of message: Message) -> String {
        var bytes: [UInt8] = []
        PlainBody(words).write(words.body(of: message), "", to: &bytes)
        guard bytes.isEmpty else { return String(decoding: bytes.dropLast(), as: UTF8.self) }
        return words.contents(of: message, without: { [losses] in losses.holds($0) })
            .joined(separator: "\n")
    }

    private func participant(of message: Message, _ type: RSMFType) -> String? {
        switch type {
        case .join, .leave: RSMFType.mover(of: message).flatMap { people.id(named: $0) }
        case .message, .disclaimer, .unknown: message.from.map { people.ids[$0] }
        }
    }

    private func parent(of place: Int) -> Int? {
        let message = whole.messages[place]
        guard message.hasDetails else { return nil }
        return message.details.replyTo?.index ?? message.details.thread?.index
    }

    /// Has the original offset or the zone's. Extends the time range.
    private mutating func noted(_ moment: Moment) -> Moment {
        let dated = dated(moment)
        if first.map({ dated < $0 }) ?? true { first = dated }
        if last.map({ dated > $0 }) ?? true { last = dated }
        return dated
    }

    private mutating func dated(_ moment: Moment) -> Moment {
        // Offsets are whole minutes.
        let offset = (moment.offset ?? words.offset(at: moment)) / 60 * 60
        return Moment(milliseconds: moment.milliseconds, offset: offset)
    }

    // MARK: - Lists

    private func writeAttachments(
        of message: Message, _ writer: inout JSONWriter
    ) -> [MediaIndex] {
        let held = words.budget.checked(message.attachments).compactMap { attachment in
            losses.file(of: attachment).map { (attachment, $0) }
        }
        guard !held.isEmpty else { return [] }
        writer.key("attachments")
        writer.beginArray()
        for (attachment, media) in held {
            let name = source.fileNames[media] ?? ""
            writer.beginObject()
            writer.member("id", name)
            writer.member("display", attachment.name ?? name)
            writer.member("size", conversation.media[media].bytes.count)
            writer.endObject()
        }
        writer.endArray()
        return held.map(\.1)
    }

    private mutating func write(
        _ details: MessageDetails, of message: Message, _ writer: inout JSONWriter
    ) {
        if details.deleted != nil { writer.member("deleted", true) }
        if details.isStarred { writer.member("importance", "high") }
        if !details.reactions.isEmpty {
            writer.key("reactions")
            writer.beginArray()
            for reaction in words.budget.checked(details.reactions) where !reaction.emoji.isEmpty {
                write(reaction, &writer)
            }
            writer.endArray()
        }
        if let edited = details.edited, let editor = message.from.map({ people.ids[$0] }) {
            write(edited, by: editor, now: body(of: message), &writer)
        }
        writeReceipts(of: message, &writer)
    }

    private func write(_ reaction: Reaction, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("value", reaction.emoji)
        writer.member("count", reaction.count)
        var by = words.budget.checked(reaction.by).compactMap { people.id(named: $0) }
        if reaction.isMine, let me = conversation.me.map({ people.ids[$0] }), !by.contains(me) {
            by.append(me)
        }
        if !by.isEmpty { writer.member("participants", by) }
        writer.endObject()
    }

    /// Writes each edit as a step from one text to the next.
    private mutating func write(
        _ edited: Edited, by editor: String, now: String, _ writer: inout JSONWriter
    ) {
        writer.key("edits")
        writer.beginArray()
        let history = edited.history
        if history.isEmpty {
            writer.beginObject()
            writer.member("participant", editor)
            if let at = edited.at { writer.member("timestamp", dated(at).text) }
            writer.endObject()
        }
        for (index, version) in words.budget.checked(history.enumerated()) {
            let isLast = index == history.count - 1
            writer.beginObject()
            writer.member("participant", editor)
            if let at = isLast ? edited.at : history[index + 1].at {
                writer.member("timestamp", dated(at).text)
            }
            writer.member("previous", version.text)
            writer.member("new", isLast ? now : history[index + 1].text)
            writer.endObject()
        }
        writer.endArray()
    }

    private mutating func writeReceipts(of message: Message, _ writer: inout JSONWriter) {
        let steps = RSMFLosses.steps(of: message)
        guard !steps.isEmpty, let from = message.from, let reader = losses.reader(of: from) else {
            return
        }
        writer.key("read_receipts")
        writer.beginArray()
        for step in steps {
            writer.beginObject()
            writer.member("participant", people.ids[reader])
            writer.member("action", step.isRead ? "read" : "delivered")
            if let at = step.at { writer.member("timestamp", dated(at).text) }
            writer.endObject()
        }
        writer.endArray()
    }
}
