import Basics
import Model

/// Hangouts' part of a Takeout: `Hangouts.json` with all conversations.
enum Hangouts {
    static let importer = Importer(
        name: "hangouts", title: "Hangouts",
        summary: "Hangouts.json of Google's Takeout",
        reading: .one, read: read)

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let document = try builder.sources.json(file)
        var isOld = false
        try document.visit(["conversation_state"]) { reader throws(ImportError) in
            isOld = true
            try reader.skip()
        }
        try builder.chooseTree(
            in: [file], at: [isOld ? "conversation_state" : "conversations"],
            heavy: isOld ? [] : ["events"], name: { HangoutsChat.name(of: $1) }
        ) { source, _, builder throws(ImportError) in
            // Older files nest both members in `conversation_state`.
            let source = isOld ? source["conversation_state"] ?? source : source
            let chat = HangoutsChat(source)
            try chat.begin(&builder)
            var driver = RecordDriver(chat, builder)
            try driver.read(source.list("events") + source.list("event"), &builder)
            driver.end(&builder)
        }
    }
}

private struct HangoutsChat: RecordReader {
    static let unknown = (noun: "event", outcome: "shown as a notice")

    private let source: JSONValue
    /// The names of the participants so far, by key.
    private var names: [String: String] = [:]

    init(_ source: JSONValue) {
        self.source = source
        for person in Self.facts(source).list("participant_data") {
            let key = Self.key(person["id"])
            note(key, person.text("fallback_name"))
        }
    }

    private mutating func note(_ key: String, _ name: String?) {
        if names[key] == nil { names[key] = CleanText.line(name ?? key) }
    }

    private func name(_ key: String) -> String { names[key] ?? key }

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

    var me: String? { Self.me(Self.facts(source)) }

    func begin(_ builder: inout ConversationBuilder) throws(ImportError) {
        let facts = Self.facts(source)
        builder.begin(
            title: Self.name(of: source).name, isGroup: facts.text("type").map { $0 == "GROUP" })
        builder.needsSorting = true
        for person in facts.list("participant_data") {
            _ = try builder.participant(
                Self.key(person["id"]), name: person.text("fallback_name"))
        }
    }

    mutating func record(_ event: JSONValue, _ context: inout RecordContext) -> Record? {
        guard event.kind == .object else { return nil }
        // The timestamp is in microseconds.
        let at = event.number("timestamp").flatMap { UnixTime.moment(milliseconds: $0 / 1000) }
        let sender = Self.key(event["sender_id"])
        note(sender, nil)
        var record = Record(event.text("event_id"), at: at, from: Record.Person(key: sender))
        switch event.text("event_type") {
        case "REGULAR_CHAT_MESSAGE", "SMS", "MMS", nil: content(event, &record)
        case "ADD_USER", "REMOVE_USER": membership(event, by: sender, &record)
        case "RENAME_CONVERSATION":
            let title = event["conversation_rename"]?.text("new_name") ?? ""
            let who = name(sender)
            record.becomeNotice(
                .titleChanged, by: [who],
                text: "\(who) changed the title to \u{201C}\(title)\u{201D}")
        case "HANGOUT_EVENT": record.becomeCall(call(event["hangout_event"]))
        case let type?:
            context.pass(CleanText.line(type))
            record.becomeNotice(.notice, by: [name(sender)], text: type)
        }
        if event.text("event_type")?.hasSuffix("MS") == true {
            record.message.details.service = .sms
        }
        return record
    }

    private func membership(_ source: JSONValue, by sender: String, _ record: inout Record) {
        let targets = (source["membership_change"]?.list("participant_id") ?? []).map {
            Self.key($0)
        }
        let isOwn = targets == [sender]
        let isAdded = source.text("event_type") == "ADD_USER"
        let action: SystemAction =
            isAdded
            ? (isOwn ? .memberJoined : .memberAdded) : (isOwn ? .memberLeft : .memberRemoved)
        record.becomeNotice(action, by: [name(sender)])
        // An ID without a name is shown verbatim.
        if !isOwn {
            record.message.details.system?.targets = targets.prefix(50).map { name($0) }
        }
    }

    private func call(_ source: JSONValue?) -> Call {
        var call = Call(isVideo: source?.text("media_type") != "AUDIO_ONLY")
        if let seconds = source?.span("hangout_duration_secs"), seconds > 0 {
            call.duration = seconds
            call.outcome = .answered
        } else if source?.text("event_type") == "END_HANGOUT" {
            call.outcome = .unanswered
        }
        return call
    }

    private func content(_ source: JSONValue, _ record: inout Record) {
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
        record.message.body = text.blocks
        record.files = (content?.list("attachment") ?? []).map { attached in
            let photo = attached["embed_item"]?["plus_photo"]
            let name = photo?.text("url").map { Path.percentDecoded(Path.lastName($0)) }
            let isVideo = photo?.text("media_type") == "VIDEO"
            return RecordFile(isVideo ? .video : photo == nil ? .file : .image, named: name)
        }
    }
}
