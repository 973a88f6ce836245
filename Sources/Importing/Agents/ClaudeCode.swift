import Conversation
import JSON
import Markup

/// A session of Claude Code: JSON Lines in `~/.claude/projects`, or from the web an array of the
/// same in `loglines`.
enum ClaudeCode {
    static let importer = Importer(
        name: "claudecode", title: "Claude Code",
        summary: "a session of Claude Code, a .jsonl of ~/.claude/projects or JSON from the web",
        recognize: recognize, read: read)

    private static let array = "loglines"

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { file in
            if file.shape?.has("\(array)[].type", "\(array)[].message") == true { return true }
            guard file.head.first == UInt8(ascii: "{"), JSONLines.areIn(file.head) else {
                return false
            }
            let isSession = file.contains("\"sessionId\"") || file.contains("\"leafUuid\"")
            // Gemini CLI has sessions by lines, too.
            return isSession && !file.contains("\"projectHash\"")
                && (file.contains("\"type\":\"user\"") || file.contains("\"type\":\"assistant\"")
                    || file.contains("\"parentUuid\""))
        }
        return files.isEmpty ? nil : Claim(.certain, files.map(\.name))
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let document = try AgentSessions.chosen(
            of: claim, orIn: array, &sources, builder)
        let path = document.holdsLines ? [] : [array]
        AssistantChats.begin(&builder)
        var session = ClaudeCodeSession()
        try document.forEach(at: path) { line, _ throws(ImportError) in
            session.look(at: line)
        }
        try document.forEach(at: path) { line, _ throws(ImportError) in
            try session.add(line, &builder)
        }
        session.end(&builder)
    }
}
