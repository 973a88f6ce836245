import Conversation
import JSON
import Markup

/// The lines of one session, of which few are what two said to each other: the rest is what tools
/// were asked and gave back, and what the program told the model.
struct ClaudeCodeSession {
    /// The last thing that was asked under each line: going back and asking anew leaves the former
    /// branch in the file.
    private var lastQuestions: [String: String] = [:]
    private var dropped: Set<String> = []
    private var title: String?
    private var talk = AssistantTalk("Claude")
    private var abandoned = 0
    private var inner = 0

    private static let silent: Set<String> = [
        "queue-operation", "progress", "file-history-snapshot", "last-prompt", "permission-mode",
    ]

    /// The beginnings of texts that the program, not the person, wrote.
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
        builder.beginEntry(at: at)
        switch line.text("type") {
        case "user": try user(line, at, &builder)
        case "assistant": try assistant(line, at, &builder)
        case "system":
            try talk.note(line.text("content") ?? "", at: at, &builder)
        case "attachment":
            // What was typed while the model was at work.
            guard line["attachment"]?.text("type") == "queued_command" else { return }
            let prompt = line["attachment"]?.text("prompt") ?? ""
            try talk.say(prompt, id: line.text("uuid"), at: at, &builder)
        case "summary", "custom-title", "ai-title": break
        case let type:
            if !Self.silent.contains(type ?? "") { talk.pass(type) }
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
                let data =
                    "data:\(source?.text("media_type") ?? "");base64,\(source?.text("data") ?? "")"
                pictures.append(try talk.picture(data, &builder))
            case "tool_result":
                try talk.result(part["content"], at: at, &builder)
            case let type: talk.pass(type)
            }
        }
        let text = texts.joined(separator: "\n\n")
        guard !isNote, !isProgram(text) else {
            return try talk.note(text, at: at, &builder)
        }
        try talk.say(text, id: line.text("uuid"), at: at, with: pictures, &builder)
    }

    private mutating func assistant(
        _ line: JSONValue, _ at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let source = line["message"]
        let content = source?["content"]
        let parts = content?.array ?? [content].compactMap { $0?.string == nil ? nil : $0 }
        for part in parts {
            switch part.text("type") {
            case "thinking": try talk.thought(part.text("thinking") ?? "", at: at, &builder)
            case "tool_use": try talk.call(part.text("name"), part["input"], at: at, &builder)
            case "text", nil:
                try talk.answer(
                    part.string ?? part.text("text") ?? "", id: line.text("uuid"), at: at,
                    model: source?.text("model"), piece: source?.text("id"), &builder)
            case let type: talk.pass(type)
            }
        }
    }

    func end(_ builder: inout ConversationBuilder) {
        builder.conversation.title = title.map(CleanText.line)
        if abandoned > 0 {
            let lines = WarningText.count(abandoned, "line")
            builder.warn(.importing, "\(lines) of abandoned branches omitted")
        }
        if inner > 0 {
            let lines = WarningText.count(inner, "line")
            builder.warn(.importing, "\(lines) of subagents omitted")
        }
        talk.end(&builder)
    }
}
