import Conversation
import JSON
import Markup

/// One Hangouts conversation.
struct HangoutsChat {
    private let source: JSONValue
    private var unknown: [String: Int] = [:]

    init(_ source: JSONValue) { self.source = source }

    /// Returns the metadata of a conversation, which newer files nest one level deeper.
    private static func facts(_ source: JSONValue) -> JSONValue {
        let state = source["conversation_state"] ?? source
        let outer = state["conversation"] ?? .null
        return outer["conversation"] ?? outer
    }

    static func name(of source: JSONValue) -> ChatName {
        let facts = facts(source)
        let id = facts["id"]?.text("id") ?? source["conversation_id"]?.text("id") ?? ""
        if let name = facts.text("name") { return ChatName(id: id, name: name) }
        let me = self.me(facts)
        let others = facts.list("participant_data").filter { key($0["id"]) != me }
        let names = others.prefix(5).map { $0.text("fallback_name") ?? key($0["id"]) }
        return ChatName(id: id, name: names.isEmpty ? "Hangouts" : names.joined(separator: ", "))
    }

    private static func me(_ facts: JSONValue) -> String? {
        let state = facts["self_conversation_state"]?["self_read_state"]?["participant_id"]
        return state.map { key($0) }
    }

    private static func key(_ id: JSONValue?) -> String {
        id?.text("gaia_id") ?? id?.text("chat_id") ?? "Unknown"
    }

    mutating func fill(_ builder: inout ConversationBuilder) throws(ImportError) {
        let facts = Self.facts(source)
        builder.conversation.title = CleanText.line(Self.name(of: source).name)
        builder.conversation.kind = facts.text("type") == "GROUP" ? .group : .direct
        builder.isKindKnown = facts.text("type") != nil
        builder.needsSorting = true
        for person in facts.list("participant_data") {
            let key = Self.key(person["id"])
            _ = try builder.participant(key, name: person.text("fallback_name"))
        }
        let events = source.list("events") + source.list("event")
        for event in events { try add(event, &builder) }
        if let me = Self.me(facts).flatMap({ builder.known($0) }) { builder.setMe(me) }
        for (type, count) in unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            let events = WarningText.count(count, "event")
            builder.warn(.unsupported, "\(events) of the type \(type) shown as a notice")
        }
    }

    private mutating func add(
        _ event: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard event.kind == .object else { return }
        // The timestamp is in microseconds.
        let at = event.number("timestamp").flatMap { UnixTime.moment(milliseconds: $0 / 1000) }
        builder.beginEntry(at: at)
        var message = Message()
        message.id = event.text("event_id")
        message.at = at
        let sender = Self.key(event["sender_id"])
        let from = try builder.participant(sender)
        switch event.text("event_type") {
        case "REGULAR_CHAT_MESSAGE", "SMS", "MMS", nil: content(event, &message, &builder)
        case "ADD_USER", "REMOVE_USER":
            membership(event, by: sender, &message, builder)
        case "RENAME_CONVERSATION":
            message.kind = .system
            let name = event["conversation_rename"]?.text("new_name") ?? ""
            let who = builder.name(of: sender)
            message.body = Body.plain("\(who) changed the title to \u{201C}\(name)\u{201D}")
            message.details.system = systemEvent(.titleChanged, by: sender, builder)
        case "HANGOUT_EVENT":
            message.kind = .call
            message.details.call = call(event["hangout_event"])
        case let type?:
            unknown[CleanText.line(type), default: 0] += 1
            message.kind = .system
            message.body = Body.plain(type)
            message.details.system = systemEvent(.notice, by: sender, builder)
        }
        if message.kind != .system { message.from = from }
        if event.text("event_type")?.hasSuffix("MS") == true { message.details.service = .sms }
        try builder.append(message)
    }

    private func systemEvent(
        _ action: SystemAction, by sender: String, _ builder: ConversationBuilder
    ) -> SystemEvent {
        var event = SystemEvent(action: action.rawValue)
        event.actors = [builder.name(of: sender)]
        return event
    }

    private func membership(
        _ source: JSONValue, by sender: String, _ message: inout Message,
        _ builder: ConversationBuilder
    ) {
        let change = source["membership_change"]
        let targets = (change?.list("participant_id") ?? []).map { Self.key($0) }
        let isOwn = targets == [sender]
        let isAdded = source.text("event_type") == "ADD_USER"
        let action: SystemAction =
            isAdded
            ? (isOwn ? .memberJoined : .memberAdded) : (isOwn ? .memberLeft : .memberRemoved)
        var event = systemEvent(action, by: sender, builder)
        if !isOwn { event.targets = targets.prefix(50).map { builder.name(of: $0) } }
        message.kind = .system
        message.details.system = event
    }

    private func call(_ source: JSONValue?) -> Call {
        var call = Call()
        call.isVideo = source?.text("media_type") != "AUDIO_ONLY"
        if let seconds = source?.span("hangout_duration_secs"), seconds > 0 {
            call.duration = seconds
            call.outcome = .answered
        } else if source?.text("event_type") == "END_HANGOUT" {
            call.outcome = .unanswered
        }
        return call
    }

    private func content(
        _ source: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder
    ) {
        let content = source["chat_message"]?["message_content"]
        var text = Body.Builder()
        for segment in content?.list("segment") ?? [] {
            let style = segment["formatting"]
            var kinds: [TextMark.Kind] = []
            if style?.flag("bold") == true { kinds.append(.entity(.bold)) }
            if style?.flag("italics") == true { kinds.append(.entity(.italic)) }
            if style?.flag("strikethrough") == true { kinds.append(.entity(.strike)) }
            if style?.flag("underline") == true { kinds.append(.entity(.underline)) }
            let isBreak = segment.text("type") == "LINE_BREAK"
            let words = isBreak ? "\n" : segment.text("text") ?? ""
            let target = segment["link_data"]?.text("link_target")
            if let link = target.flatMap(Link.mark) { kinds.append(link) }
            text.append(words, kinds)
        }
        message.body = text.blocks
        for attached in content?.list("attachment") ?? [] {
            let photo = attached["embed_item"]?["plus_photo"]
            var attachment = Attachment(
                kind: photo?.text("media_type") == "VIDEO" ? .video : photo == nil ? .file : .image)
            let name = photo?.text("url").map { Path.percentDecoded(Path.lastName($0)) }
            attachment.name = name.map(CleanText.line)
            builder.miss(&attachment, "not in the export")
            message.attachments.append(attachment)
        }
    }
}
