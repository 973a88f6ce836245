import Basics
import Model

/// A Claude Code session: JSON Lines in `~/.claude/projects`, or, from the web, an array of the
/// same records in `loglines`.
///
/// Few lines are conversation. The others are tool calls, their results, and what the program added
/// for the model.
struct ClaudeCode: AgentSession {
    static let importer = Importer(
        "claudecode", title: "Claude Code",
        summary: "a session of Claude Code, a .jsonl of ~/.claude/projects or JSON from the web",
        fits: { file in
            if file.shape?.has("\(loglines)[].type", "\(loglines)[].message") == true {
                return true
            }
            guard file.head.first == UInt8(ascii: "{"), JSONLines.areIn(file.head) else {
                return false
            }
            let isSession = file.contains("\"sessionId\"") || file.contains("\"leafUuid\"")
            // Gemini CLI stores sessions as JSON Lines, too.
            return isSession && !file.contains("\"projectHash\"")
                && (file.contains("\"type\":\"user\"") || file.contains("\"type\":\"assistant\"")
                    || file.contains("\"parentUuid\""))
        },
        ClaudeCode.self)

    static let assistant = "Claude"
    private static let loglines = "loglines"

    /// The last question after each line. When a user goes back and asks again, the abandoned
    /// branch stays in the file.
    private var lastQuestions: [String: String] = [:]
    private var dropped: Set<String> = []
    private(set) var title: String?
    private var abandoned = 0
    private var inner = 0

    private static let silent: Set<String> = [
        "queue-operation", "progress", "file-history-snapshot", "last-prompt", "permission-mode",
    ]

    /// The prefixes of texts that the program wrote instead of the user.
    private static let openings = [
        "<command-name>", "<command-message>", "<local-command-stdout>", "<local-command-caveat>",
        "<system-reminder>", "<task-notification>", "<bash-input>", "<bash-stdout>", "Caveat: ",
        "[Request interrupted",
    ]

    static func array(in file: String, _ sources: borrowing ExportFiles) -> String? {
        JSONShape(sources.head(of: file))?.has(loglines) == true ? loglines : nil
    }

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

    mutating func turns(_ line: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        guard line.kind == .object, keeps(line) else { return nil }
        return TurnRecord(context.moment(line.text("timestamp")), turns(of: line, &context))
    }

    private func turns(of line: JSONValue, _ context: inout RecordContext) -> [Turn] {
        switch line.text("type") {
        case "user": return user(line, &context)
        case "assistant": return assistant(line, &context)
        case "system": return [.note(line.text("content") ?? "")]
        case "attachment":
            // A command that the user typed while the model was working.
            guard let command = line["attachment"], command.text("type") == "queued_command" else {
                return []
            }
            return [.user(command.text("prompt") ?? "", id: line.text("uuid"))]
        case "summary", "custom-title", "ai-title": return []
        case let type:
            if !Self.silent.contains(type ?? "") { context.pass(type) }
            return []
        }
    }

    /// Returns whether a line belongs to the branch that was continued last, and to the session
    /// itself.
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

    private func user(_ line: JSONValue, _ context: inout RecordContext) -> [Turn] {
        let content = line["message"]?["content"]
        let isNote =
            line.flag("isMeta") || line.flag("isCompactSummary")
            || line.flag("isVisibleInTranscriptOnly")
        var texts = [content?.string].compactMap(\.self)
        var pictures: [RecordFile] = []
        var results: [Turn] = []
        for part in content?.array ?? [] {
            switch part.text("type") {
            case "text": texts.append(part.text("text") ?? "")
            case "image":
                let source = part["source"]
                let type = source?.text("media_type") ?? ""
                let address = "data:\(type);base64,\(source?.text("data") ?? "")"
                pictures.append(RecordFile(picture: address))
            case "tool_result": results.append(.result(part["content"]))
            case let type: context.pass(type)
            }
        }
        let text = texts.joined(separator: "\n\n")
        guard !isNote, !isProgram(text) else {
            return results + [.silent(pictures), .note(text)]
        }
        return results + [.user(text, id: line.text("uuid"), files: pictures)]
    }

    private func assistant(_ line: JSONValue, _ context: inout RecordContext) -> [Turn] {
        let source = line["message"]
        let content = source?["content"]
        let parts = content?.array ?? [content].compactMap { $0?.string == nil ? nil : $0 }
        var turns: [Turn] = []
        for part in parts {
            switch part.text("type") {
            case "thinking": turns.append(.thought(part.text("thinking") ?? ""))
            case "tool_use": turns.append(.call(part.text("name"), part["input"]))
            case "text", nil:
                turns.append(
                    .answer(
                        part.string ?? part.text("text") ?? "", id: line.text("uuid"),
                        model: source?.text("model"), piece: source?.text("id")))
            case let type: context.pass(type)
            }
        }
        return turns
    }

    var leftOut: [String] {
        let counts = [
            (abandoned, "of abandoned branches omitted"),
            (inner, "of nested sessions omitted"),
        ]
        return counts.filter { $0.0 > 0 }.map { WarningText.count($0.0, "line") + " " + $0.1 }
    }
}
