import Conversation
import JSON
import Markup
import Resources

/// The events of one conversation in the manifest.
struct RSMFChat {
    private let document: JSONDocument

    init(bytes: [UInt8], file: String, budget: WorkBudget) {
        document = JSONDocument(bytes: bytes, file: file, budget: budget)
    }

    private func head() throws(ImportError) -> JSONValue {
        guard let head = try document.members(without: ["events"]) else {
            throw .invalid(file: document.file, pointer: "", expected: "an object")
        }
        return head
    }

    /// Returns the conversations that the manifest declares.
    func names() throws(ImportError) -> [ChatName] {
        try head().list("conversations").map {
            ChatName(
                id: $0.identifier("id") ?? "",
                name: $0.text("display") ?? $0.text("topic") ?? $0.identifier("id") ?? "")
        }
    }

    /// - Parameter id: the ID of the selected conversation, or nil if the manifest declares none.
    func fill(
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles, conversation id: String?
    ) throws(ImportError) {
        let head = try head()
        let people = Dictionary(
            head.list("participants").compactMap { person in
                person.identifier("id").map { ($0, person) }
            }
        ) { first, _ in first }
        let conversations = head.list("conversations")
        let chosen = conversations.first { ($0.identifier("id") ?? "") == id }
        // The conversation is in another mail.
        guard chosen != nil || conversations.isEmpty else { return }
        begin(chosen, people, &builder)
        // Participants without messages belong to the conversation, too.
        for id in chosen?.list("participants") ?? [] {
            if let id = id.string { _ = try person(id, people, &builder, &sources) }
        }
        var faults = RSMFFaults(head: head, people: people)
        var outgoing: ParticipantIndex?
        try document.forEach(at: ["events"]) { event, pointer throws(ImportError) in
            guard event.kind == .object else {
                throw .invalid(file: document.file, pointer: pointer, expected: "an event")
            }
            guard
                id == nil || event["conversation"] == nil || event.identifier("conversation") == id
            else { return }
            faults.look(at: event)
            let from = try add(event, people, &builder, &sources)
            if event.text("direction") == "outgoing" { outgoing = from ?? outgoing }
        }
        faults.warn(&builder)
        builder.needsSorting = true
        let custodian = chosen?.identifier("custodian").flatMap { builder.known($0) }
        if let me = custodian ?? outgoing { builder.setMe(me) }
    }

    private func begin(
        _ conversation: JSONValue?, _ people: [String: JSONValue],
        _ builder: inout ConversationBuilder
    ) {
        guard let conversation else { return }
        let title = conversation.text("display") ?? conversation.text("topic")
        builder.conversation.title = title.map(CleanText.line)
        let platform = conversation.text("platform")?.lowercased() ?? ""
        builder.conversation.service = Service(rawValue: platform) ?? .other
        builder.conversation.kind = conversation.list("participants").count > 2 ? .group : .direct
        builder.isKindKnown = !conversation.list("participants").isEmpty
    }

    private func person(
        _ id: String, _ people: [String: JSONValue], _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) -> ParticipantIndex {
        if let known = builder.known(id) { return known }
        let source = people[id]
        let index = try builder.participant(
            id, name: source?.text("display") ?? source?.text("email"))
        builder.conversation.participants[index].handle =
            (source?.text("email") ?? source?.text("account_id"))
            .map(CleanText.line)
        if let avatar = source?.text("avatar") {
            try builder.avatar(avatar, of: index, from: &sources, document: document.file)
        }
        return index
    }

    private func add(
        _ event: JSONValue, _ people: [String: JSONValue], _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) -> ParticipantIndex? {
        let at = event.text("timestamp").flatMap { builder.moment($0) }
        var message = builder.message(at: at)
        message.id = event.identifier("id")
        message.body = Body.plain(event.text("body") ?? "")
        let sender = event.identifier("participant")
        let name = sender.map { people[$0]?.text("display") ?? $0 }
        var from: ParticipantIndex?
        switch event.text("type") ?? "message" {
        case "join", "leave":
            system(event.text("type") == "join", name, custom("action", of: event), &message)
        case "disclaimer", "history": message.kind = .note
        // An event without a sender is a system message.
        case "unknown" where sender == nil:
            message.kind = .system
            let action = custom("action", of: event) ?? SystemAction.notice.rawValue
            message.details.system = SystemEvent(action: CleanText.line(action))
        default:
            if let sender { from = try person(sender, people, &builder, &sources) }
            message.from = from
        }
        if event.flag("deleted") { message.details.deleted = Deleted() }
        message.details.isStarred = event.text("importance") == "high"
        try relate(event, people, &message, &builder)
        for item in event.list("attachments") {
            let id = item.text("id") ?? ""
            let shown = item.text("display") ?? id
            var attachment = Attachment(kind: FileKind.kind(name: shown.isEmpty ? id : shown))
            attachment.name = CleanText.line(shown)
            attachment.size = item.count("size")
            try builder.attach(id, to: &attachment, from: &sources, document: document.file)
            message.attachments.append(attachment)
        }
        try builder.append(message)
        return from
    }

    /// Returns a custom value that the manifest's writer added to an event.
    private func custom(_ name: String, of event: JSONValue) -> String? {
        event.list("custom").prefix(100).first { $0.text("name") == name }?.text("value")
    }

    private func system(
        _ isJoin: Bool, _ name: String?, _ stated: String?, _ message: inout Message
    ) {
        message.kind = .system
        let people = [name].compactMap(\.self).map(CleanText.line)
        let isMoved = (isJoin ? SystemAction.memberAdded : .memberRemoved).rawValue == stated
        let action: SystemAction =
            isJoin
            ? isMoved ? .memberAdded : .memberJoined : isMoved ? .memberRemoved : .memberLeft
        var event = SystemEvent(action: action.rawValue)
        if isMoved { event.targets = people } else { event.actors = people }
        message.details.system = event
        if message.body.isEmpty, let name {
            message.body = Body.plain("\(name) \(isJoin ? "joined" : "left")")
        }
    }

    private func relate(
        _ event: JSONValue, _ people: [String: JSONValue], _ message: inout Message,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        func name(_ id: String) -> String { CleanText.line(people[id]?.text("display") ?? id) }
        // The `parent` field cannot refer to a message in another mail; a custom value can.
        if let parent = event.identifier("parent") ?? custom("parent", of: event) {
            message.details.replyTo = Reply(id: parent)
        }
        message.details.reactions = event.list("reactions").prefix(100).compactMap { item in
            guard let value = item.text("value") else { return nil }
            let by = item.list("participants").prefix(200).compactMap(\.string).map(name)
            var reaction = Reaction(
                emoji: CleanText.line(value), count: item.tally("count") ?? max(by.count, 1))
            reaction.by = by
            return reaction
        }
        let edits = event.list("edits").prefix(100)
        if !edits.isEmpty {
            var edited = Edited()
            edited.at = edits.last?.text("timestamp").flatMap { builder.moment($0) }
            // Each text was written when its predecessor was edited.
            var at: Moment?
            for edit in edits {
                if let previous = edit.text("previous") {
                    edited.history.append(
                        Edited.Version(at: at, text: CleanText.clean(previous)))
                }
                at = edit.text("timestamp").flatMap { builder.moment($0) }
            }
            message.details.edited = edited
        }
        // Only the sender of a message sees its delivery state.
        let isOutgoing = event.text("direction") == "outgoing"
        for receipt in event.list("read_receipts") {
            let at = receipt.text("timestamp").flatMap { builder.moment($0) }
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
