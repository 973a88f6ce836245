import Basics
import Layout
import Model

/// The messages of one day, as listed in `rsmf_manifest.json`.
struct RSMFManifest {
    /// The version of the format.
    static let version = "2.0.0"

    private let part: ConversationPart
    private let source: RSMFSource
    private var events: RSMFEvents
    /// The files of the events, in the events' order.
    private(set) var media: [MediaIndex] = []
    private var attachments = 0

    init(
        _ part: ConversationPart, of whole: Conversation, _ source: RSMFSource,
        _ ids: RSMFEventIDs, _ everyone: RSMFPeople, _ words: MessageWords
    ) {
        self.part = part
        self.source = source
        var people = everyone
        for message in words.budget.checked(part.conversation.messages) {
            people.note(message, me: whole.me, words.budget)
        }
        events = RSMFEvents(words, source, ids, people, whole)
    }

    private var conversation: Conversation { part.conversation }

    /// - Parameter take: called before memory is allocated.
    mutating func json(_ take: (_ bytes: Int) throws -> Void) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", Self.version)
        writer.member("eventcollectionid", source.collection)
        writer.key("participants")
        writer.array { writer in
            for index in events.people.listed {
                write(conversation.participants[index], events.people.ids[index], &writer)
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
            try take(2 * (writer.bytes.count - reserved))
            reserved = writer.bytes.count
            let files = events.write(message, at: part.places[index], &writer)
            attachments += files.count
            media += files.filter { seen.insert($0).inserted }
        }
        writer.endArray()
        writer.endObject()
        try take(0)
        return writer.drain()
    }

    private func write(_ person: Participant, _ id: String, _ writer: inout JSONWriter) {
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
