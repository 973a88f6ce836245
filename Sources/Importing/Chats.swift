package import Basics
package import Model

package struct ChatSummary: Sendable, Equatable {
    package var chat: ChatName
    /// The number of messages, or nil if the chat cannot be read.
    package let messages: Int?
    package let people: Int
    package let first: Moment?
    package let last: Moment?

    init(
        _ chat: ChatName, messages: Int? = nil, people: Int = 0, first: Moment? = nil,
        last: Moment? = nil
    ) {
        self.chat = chat
        self.messages = messages
        self.people = people
        self.first = first
        self.last = last
    }
}

/// Lists the chats of an export with their counts, in one reading of its files.
package func chats(
    in export: Export, phrases: ImportPhrases, options: ImportOptions,
    budget: WorkBudget = .unlimited
) throws(ImportError) -> [ChatSummary] {
    var options = options
    options.chat = nil
    // The limit is for one chat, and a list unpacks all of them.
    options.limits.archiveBytes = .max
    let clock = try clock(options)
    var sources = try sources(of: export, options.limits, budget)
    var reading = try reading(sources, phrases, options, clock)
    reading.builder.purpose = .listing
    guard reading.isOfSeparateFiles else {
        return try chats(in: reading.claim, of: reading, &sources) {
            ChatName(id: "", name: $0.conversation.title ?? export.name ?? reading.importer.name)
        }
    }
    var places: [(file: String, chat: ChatName)] = []
    var summaries: [ChatSummary] = []
    for file in reading.claim.files {
        let name = ChatName(id: file, name: Path.stem(file))
        var found = [ChatSummary(name)]
        do throws(ImportError) {
            let claim = Claim(reading.claim.confidence, [file])
            found = try chats(in: claim, of: reading, &sources) { _ in name }
        } catch .noMessages {
            found = []
        } catch {
            guard error != .stopped else { throw error }
        }
        places += found.map { (file, $0.chat) }
        summaries += found
    }
    for (index, name) in distinctNames(of: places).enumerated() { summaries[index].chat = name }
    return summaries
}

/// - Parameter only: returns the name of the only chat, of which the importer reports none.
private func chats(
    in claim: Claim, of reading: Reading, _ sources: inout ExportFiles,
    only: (ConversationBuilder) -> ChatName
) throws(ImportError) -> [ChatSummary] {
    var builder = reading.builder
    try reading.importer.read(&sources, claim, &builder)
    guard builder.summaries.isEmpty else {
        if builder.summaries[0].chat.name.isEmpty, builder.summaries.count == 1 {
            builder.summaries[0].chat = only(builder)
        }
        return builder.summaries
    }
    guard builder.count > 0 else { throw .noMessages(importer: reading.importer.name) }
    return [builder.summary(of: only(builder))]
}
