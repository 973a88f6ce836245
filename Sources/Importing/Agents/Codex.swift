import Conversation
import JSON

/// A session of Codex: JSON Lines in `~/.codex/sessions`.
enum Codex {
    static let importer = Importer(
        name: "codex", title: "Codex",
        summary: "a session of Codex, a rollout-….jsonl of ~/.codex/sessions",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { file in
            guard file.begins(with: "{"), JSONLines.areIn(file.head) else { return false }
            let isWrapped =
                file.contains("\"payload\"")
                && (file.contains("\"session_meta\"") || file.contains("\"response_item\"")
                    || file.contains("\"event_msg\""))
            return isWrapped
        }
        return files.isEmpty ? nil : Claim(.certain, files.map(\.name))
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let document = try AgentSessions.chosen(of: claim, &sources, builder)
        AssistantChats.begin(&builder)
        var session = CodexSession()
        try document.forEach(at: []) { line, _ throws(ImportError) in session.look(at: line) }
        try document.forEach(at: []) { line, _ throws(ImportError) in
            try session.add(line, &builder)
        }
        session.end(&builder)
    }
}
