import Conversation
import JSON
import Markup

/// The lines of one session, of which few are what two said to each other: the rest is what tools were asked and
/// gave back, and what the program told the model.
struct ClaudeCodeSession {
    /// The last thing that was asked under each line: going back and asking anew leaves the former branch in the
    /// file.
    private var lastQuestions: [String: String] = [:]
    private var dropped: Set<String> = []
    private var title: String?
    /// The answer that the message above belongs to: one answer comes in several lines.
    private var answer: String?
    private var abandoned = 0
    private var inner = 0
    private var unknown: [String: Int] = [:]

    /// Results of tools are shown up to here.
    private static let mostCharacters = 4_000

    private static let silent: Set<String> = [
        "queue-operation", "progress", "file-history-snapshot", "last-prompt", "permission-mode",
    ]

    /// How texts begin that the program put into the person's mouth.
    private static let openings = [
        "<command-name>", "<command-message>", "<local-command-stdout>", "<local-command-caveat>",
        "<system-reminder>", "<task-notification>", "<bash-input>", "<bash-stdout>", "Caveat: ",
        "[Request interrupted",
    ]

    /// A first pass.
    mutating func look(at line: JSONValue) {
        switch line.text("type") {
        case "summary": title = title ?? line.text("summary")
        case "custom-title", "ai-title":
            title = line.text("customTitle") ?? line.text("aiTitle") ?? line.text("title") ?? title
        case "user" where isQuestion(line):
            if let parent = line.text("parentUuid"), let id = line.text("uuid") {
                lastQuestions[parent] = id
            }
        default: break
        }
    }

    private func isQuestion(_ line: JSONValue) -> Bool {
        guard line.text("type") == "user", !line.flag("isMeta"), !line.flag("isSidechain"),
            let content = line["message"]?["content"]
        else { return false }
        if let text = content.string { return !isProgram(text) }
        return content.array?.contains { $0.text("type") == "text" } == true
    }

    private func isProgram(_ text: String) -> Bool {
        let start = text.prefix(40).trimmingBlanks()
        return Self.openings.contains(where: start.hasPrefix)
    }

    mutating func add(
        _ line: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard line.kind == .object, keeps(line) else { return }
        let at = line.text("timestamp").flatMap { builder.moment($0) }
        guard builder.keeps(at) else { return }
        switch line.text("type") {
        case "user": try user(line, at, &builder)
        case "assistant": try assistant(line, at, &builder)
        case "system":
            try note(line.text("content").map { Body.plain(clipped($0)) } ?? [], at, &builder)
        case "attachment":
            // What was typed while the model was at work.
            guard line["attachment"]?.text("type") == "queued_command" else { return }
            try say(line["attachment"]?.text("prompt") ?? "", line, at, [], &builder)
        case "summary", "custom-title", "ai-title": break
        case let type:
            let name = type ?? "no type"
            if !Self.silent.contains(name) { unknown[name, default: 0] += 1 }
        }
    }

    /// Whether a line is of the branch that was last gone on with, and of the session itself.
    private mutating func keeps(_ line: JSONValue) -> Bool {
        if line.flag("isSidechain") {
            inner += 1
            return false
        }
        guard let parent = line.text("parentUuid"), let id = line.text("uuid") else { return true }
        let isOverruled = isQuestion(line) && lastQuestions[parent] != id
        guard dropped.contains(parent) || isOverruled else { return true }
        dropped.insert(id)
        abandoned += 1
        return false
    }

    private mutating func user(
        _ line: JSONValue, _ at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let content = line["message"]?["content"]
        let isNote =
            line.flag("isMeta") || line.flag("isCompactSummary")
            || line.flag("isVisibleInTranscriptOnly")
        let parts = content?.array ?? []
        var texts = [content?.string].compactMap(\.self)
        var pictures: [Attachment] = []
        for part in parts {
            switch part.text("type") {
            case "text": texts.append(part.text("text") ?? "")
            case "image":
                let source = part["source"]
                var attachment = Attachment(kind: .image)
                let data =
                    "data:\(source?.text("media_type") ?? "");base64,\(source?.text("data") ?? "")"
                attachment.media = try DataURI.picture(data, of: "a message", in: &builder)
                if attachment.media == nil { builder.miss(&attachment, "not in the export") }
                pictures.append(attachment)
            case "tool_result":
                let text = part["content"].map { ToolResult.text($0) } ?? ""
                guard !text.isEmpty else { continue }
                try note([.code(language: nil, text: CleanText.clean(clipped(text)))], at, &builder)
            default: unknown[part.text("type") ?? "part", default: 0] += 1
            }
        }
        let text = texts.joined(separator: "\n\n")
        guard !isNote, !isProgram(text) else {
            return try note(Body.plain(clipped(text)), at, &builder)
        }
        try say(text, line, at, pictures, &builder)
    }

    private mutating func say(
        _ text: String, _ line: JSONValue, _ at: Moment?, _ pictures: [Attachment],
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var message = Message()
        message.id = line.text("uuid")
        message.at = at
        message.body = Body.plain(text)
        message.attachments = pictures
        guard !message.body.isEmpty || !pictures.isEmpty else { return }
        message.from = try builder.participant(AssistantChats.user, name: "You")
        answer = nil
        try builder.append(message)
    }

    private mutating func assistant(
        _ line: JSONValue, _ at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let source = line["message"]
        let content = source?["content"]
        let parts = content?.array ?? [content].compactMap { $0?.string == nil ? nil : $0 }
        for part in parts {
            switch part.text("type") {
            case "thinking": try note(Body.plain(part.text("thinking") ?? ""), at, &builder)
            case "tool_use":
                let call =
                    (part.text("name") ?? "tool") + "(" + clipped(firstArgument(part["input"]))
                    + ")"
                try note([.code(language: nil, text: CleanText.clean(call))], at, &builder)
            case "text", nil:
                let text = part.string ?? part.text("text") ?? ""
                try speak(Body.markdown(text), source, line, at, &builder)
            case let type?: unknown[type, default: 0] += 1
            }
        }
    }

    private mutating func speak(
        _ body: [TextBlock], _ source: JSONValue?, _ line: JSONValue, _ at: Moment?,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard !body.isEmpty else { return }
        let from = try builder.participant(AssistantChats.assistant, name: "Claude")
        if let model = source?.text("model"), !model.hasPrefix("<") {
            builder.conversation.participants[from].handle = CleanText.line(model)
        }
        let id = source?.text("id")
        if let id, id == answer, builder.conversation.messages.last?.kind == .message {
            builder.conversation.messages[builder.conversation.messages.count - 1].body += body
            return
        }
        answer = id
        var message = Message()
        message.id = line.text("uuid")
        message.at = at
        message.from = from
        message.body = body
        try builder.append(message)
    }

    private func note(
        _ body: [TextBlock], _ at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard !body.isEmpty else { return }
        var message = Message()
        message.kind = .note
        message.at = at
        message.body = body
        try builder.append(message)
    }

    /// What tells one call from another: a path, a command, a question.
    private func firstArgument(_ input: JSONValue?) -> String {
        guard let first = input?.members?.first?.value else { return "" }
        return first.string ?? String(decoding: first.bytes, as: UTF8.self)
    }

    private func clipped(_ text: String) -> String {
        guard text.utf8.count > Self.mostCharacters else { return text }
        return String(text.prefix(Self.mostCharacters)) + "…"
    }

    func end(_ builder: inout ConversationBuilder) {
        builder.conversation.title = title.map(CleanText.line)
        if let user = builder.known(AssistantChats.user) { builder.setMe(user) }
        if abandoned > 0 {
            let lines = WarningText.count(abandoned, "line")
            builder.warn(.importing, "\(lines) of branches that were gone back from left out")
        }
        if inner > 0 {
            let lines = WarningText.count(inner, "line")
            builder.warn(.importing, "\(lines) of agents within the session left out")
        }
        for (kind, count) in unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            builder.warn(
                .unsupported,
                "\(WarningText.count(count, "line or part")) of the type \(kind) left out")
        }
    }
}
