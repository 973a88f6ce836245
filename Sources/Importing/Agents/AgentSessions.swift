import JSON

/// Files that hold a session each.
enum AgentSessions {
    /// The session that is asked for; JSON Lines are one array.
    ///
    /// - Parameter array: the member of a JSON object that holds the same lines as an array.
    static func chosen(
        of claim: Claim, orIn array: String? = nil, _ sources: inout SourceFiles,
        _ builder: ConversationBuilder
    ) throws(ImportError) -> JSONDocument {
        let names = claim.files.map { ChatName(id: $0, name: Path.stem($0)) }
        let file = claim.files[try builder.choose(names)]
        if let array, JSONShape(sources.head(of: file))?.has(array) == true {
            return try sources.json(file)
        }
        return try sources.jsonLines(file)
    }
}
