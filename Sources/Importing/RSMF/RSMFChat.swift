import Conversation
import JSON
import Markup

/// The manifest's events of one conversation.
struct RSMFChat {
    let document: JSONDocument

    init(bytes: [UInt8], file: String) {
        document = JSONDocument(bytes: bytes, file: file)
    }

    func fill(_ builder: inout ConversationBuilder, _ sources: inout SourceFiles)
        throws(ImportError)
    {
        var document = document
        document.allowance = sources.allowance
        guard let head = try document.members(without: ["events"]) else {
            throw .invalid(file: document.file, pointer: "", expected: "an object")
        }
        let people = Dictionary(
            head.list("participants").compactMap { person in
                person.identifier("id").map { ($0, person) }
            }
        ) { first, _ in first }
        let conversations = head.list("conversations")
        let names = conversations.map {
            ChatName(
                id: $0.identifier("id") ?? "",
                name: $0.text("display") ?? $0.text("topic") ?? $0.identifier("id") ?? "")
        }
        let chosen =
            names.isEmpty
            ? nil : conversations[try builder.choose(names)]
        begin(chosen, people, &builder)
        let id = chosen?.identifier("id")
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
        _ sources: inout SourceFiles
    ) throws(ImportError) -> ParticipantIndex {
        if let known = builder.known(id) { return known }
        let source = people[id]
        let index = try builder.participant(
            id, name: source?.text("display") ?? source?.text("email"))
        builder.conversation.participants[index].handle = source?.text("email").map(CleanText.line)
        if let avatar = source?.text("avatar") {
            try builder.avatar(avatar, of: index, from: &sources, document: document.file)
        }
        return index
    }

    private func add(
        _ event: JSONValue, _ people: [String: JSONValue], _ builder: inout ConversationBuilder,
        _ sources: inout SourceFiles
    ) throws(ImportError) -> ParticipantIndex? {
        let at = event.text("timestamp").flatMap { builder.moment($0) }
        guard builder.keeps(at) else { return nil }
        var message = Message()
        message.at = at
        message.id = event.identifier("id")
        message.body = Body.plain(event.text("body") ?? "")
        let sender = event.identifier("participant")
        let name = sender.map { people[$0]?.text("display") ?? $0 }
        var from: ParticipantIndex?
        switch event.text("type") ?? "message" {
        case "join", "leave":
            system(event.text("type") == "join", name, &message)
        case "disclaimer", "history": message.kind = .note
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

    private func system(_ isJoin: Bool, _ name: String?, _ message: inout Message) {
        message.kind = .system
        let action: SystemAction = isJoin ? .memberJoined : .memberLeft
        var event = SystemEvent(action: action.rawValue)
        event.actors = [name].compactMap(\.self).map(CleanText.line)
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
        if let parent = event.identifier("parent") {
            message.details.replyTo = Reply()
            message.details.replyTo?.id = parent
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
            edited.history = edits.map { edit in
                Edited.Version(at: nil, text: CleanText.clean(edit.text("previous") ?? ""))
            }
            message.details.edited = edited
        }
        for receipt in event.list("read_receipts") where event.text("direction") == "outgoing" {
            let at = receipt.text("timestamp").flatMap { builder.moment($0) }
            switch receipt.text("action") {
            case "delivered":
                message.details.deliveredAt = at
                if message.status == nil { message.status = .delivered }
            case "read", nil:
                message.details.readAt = at
                message.status = .read
            default: break
            }
        }
    }
}
