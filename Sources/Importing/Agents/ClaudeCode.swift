import Conversation
import JSON
import Markup

/// A session of Claude Code: JSON Lines in `~/.claude/projects`.
enum ClaudeCode {
    static let importer = Importer(
        name: "claudecode", title: "Claude Code",
        summary: "a session of Claude Code, a .jsonl of ~/.claude/projects",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { file in
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
        let document = try AgentSessions.chosen(of: claim, &sources, builder)
        AssistantChats.begin(&builder)
        var session = ClaudeCodeSession()
        try document.forEach(at: []) { line, _ throws(ImportError) in
            session.look(at: line)
        }
        try document.forEach(at: []) { line, _ throws(ImportError) in
            try session.add(line, &builder)
        }
        session.end(&builder)
    }
}
