import JSON

/// Files of lines, a session each.
enum AgentSessions {
    /// The one that is asked for, its lines as one array.
    static func chosen(
        of claim: Claim, _ sources: inout SourceFiles, _ builder: ConversationBuilder
    ) throws(ImportError) -> JSONDocument {
        let names = claim.files.map { ChatName(id: $0, name: Path.stem($0)) }
        let file = claim.files[try builder.choose(names)]
        return try sources.jsonLines(file)
    }
}
