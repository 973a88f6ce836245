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
    /// Whether messages belong to the session itself, and whether some belong to nested ones. The
    /// file of a nested session has no others.
    private var (hasOwn, hasNested) = (false, false)

    private static let silent: Set<String> = [
        "queue-operation", "progress", "file-history-snapshot", "last-prompt", "permission-mode",
    ]

    /// The prefixes of texts that the program wrote instead of the user.
    private static let openings = [
        "<command-name>", "<command-message>", "<local-command-stdout>", "<local-command-caveat>",
        "<local-command-stderr>", "<system-reminder>", "<task-notification>", "<bash-input>",
        "<bash-stdout>", "<bash-stderr>", "Caveat: ", "[Request interrupted",
    ]
    /// The names of elements that the program writes before the user's words.
    private static let additions = [
        "system-reminder", "ide_opened_file", "ide_selection", "ide_diagnostics",
    ]

    static func array(in file: String, _ sources: ExportFiles) -> String? {
        JSONShape(sources.head(of: file))?.has(loglines) == true ? loglines : nil
    }

    mutating func look(at line: JSONValue) {
        if ["user", "assistant"].contains(line.text("type")) {
            if line.flag("isSidechain") { hasNested = true } else { hasOwn = true }
        }
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
        let texts = Self.parts(of: content).compactMap { $0.string ?? $0.text("text") }
        return texts.contains { !divided($0).said.isEmpty }
    }

    /// Divides a text into the program's part and the user's words that follow it.
    private func divided(_ text: String) -> (program: String, said: String) {
        var said = text.drop(while: \.isWhitespace)
        while let name = Self.additions.first(where: { said.hasPrefix("<\($0)>") }),
            let end = said.place(of: "</\(name)>")
        {
            said = said[end.upperBound...].drop(while: \.isWhitespace)
        }
        if Self.openings.contains(where: said.hasPrefix) { return (text.trimmingBlanks(), "") }
        let program = text[..<said.startIndex].trimmingBlanks()
        return program.isEmpty ? ("", text) : (program, String(said))
    }

    private static func parts(of content: JSONValue?) -> [JSONValue] {
        content?.array ?? [content].compactMap { $0?.string == nil ? nil : $0 }
    }

    mutating func turns(_ line: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        guard line.kind == .object, keeps(line) else { return nil }
        return TurnRecord(context.moment(line.text("timestamp")), turns(of: line, &context))
    }

    private func turns(of line: JSONValue, _ context: inout RecordContext) -> [Turn] {
        switch line.text("type") {
        case "user":
            let isNote =
                line.flag("isMeta") || line.flag("isCompactSummary")
                || line.flag("isVisibleInTranscriptOnly")
            return user(
                line["message"]?["content"], id: line.text("uuid"), isNote: isNote, &context)
        case "assistant": return assistant(line, &context)
        case "system": return [.note(line.text("content") ?? "")]
        case "attachment":
            // A command that the user typed while the model was working.
            guard let command = line["attachment"], command.text("type") == "queued_command" else {
                return []
            }
            return user(command["prompt"], id: line.text("uuid"), isNote: false, &context)
        case "summary", "custom-title", "ai-title": return []
        case let type:
            if !Self.silent.contains(type ?? "") { context.pass(type) }
            return []
        }
    }

    /// Returns whether a line belongs to the branch that was continued last, and to the session
    /// itself.
    private mutating func keeps(_ line: JSONValue) -> Bool {
        if hasOwn, line.flag("isSidechain") {
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

    private func user(
        _ content: JSONValue?, id: String?, isNote: Bool, _ context: inout RecordContext
    ) -> [Turn] {
        var notes: [Turn] = []
        var texts: [String] = []
        var pictures: [RecordFile] = []
        func add(_ text: String) {
            let (program, said) = isNote ? (text, "") : divided(text)
            if !program.isEmpty { notes.append(.note(program)) }
            if !said.isEmpty { texts.append(said) }
        }
        for part in Self.parts(of: content) {
            switch part.text("type") {
            case nil where part.string != nil: add(part.string ?? "")
            case "text": add(part.text("text") ?? "")
            case "image": pictures.append(picture(part))
            case "tool_result": notes.append(result(part["content"]))
            case let type: context.pass(type)
            }
        }
        guard !isNote, notes.isEmpty || !texts.isEmpty || !pictures.isEmpty else {
            return notes + [.silent(pictures)]
        }
        return notes + [.user(texts.joined(separator: "\n\n"), id: id, files: pictures)]
    }

    private func picture(_ part: JSONValue) -> RecordFile {
        let source = part["source"]
        let type = source?.text("media_type") ?? ""
        return RecordFile(picture: "data:\(type);base64,\(source?.text("data") ?? "")")
    }

    /// Returns the result of a tool, such as a picture that it read.
    private func result(_ content: JSONValue?) -> Turn {
        guard let parts = content?.array else { return .result(content) }
        let pictures = parts.filter { $0.text("type") == "image" }
        guard !pictures.isEmpty else { return .result(content) }
        var turn = Turn.result(.array(parts.filter { $0.text("type") != "image" }))
        turn.files = pictures.map(picture)
        return turn
    }

    private func assistant(_ line: JSONValue, _ context: inout RecordContext) -> [Turn] {
        let source = line["message"]
        var turns: [Turn] = []
        for part in Self.parts(of: source?["content"]) {
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
        let sentences = counts.filter { $0.0 > 0 }.map {
            WarningText.count($0.0, "line") + " " + $0.1
        }
        let isNested = hasNested && !hasOwn
        return sentences + (isNested ? ["nested session: an agent wrote the questions"] : [])
    }
}
