import Conversation
import JSON
import Markup

/// A format that exports chats with an assistant as JSON: where chats and records are, and what a
/// record says.
struct AssistantFormat: Sendable {
    typealias Text = @Sendable (JSONValue) -> String?

    enum Source {
        /// Chats in an array, or one chat that is not in any. While they are listed, the member
        /// that holds the messages is skipped.
        case chats(at: [String] = [], heavy: String)
        /// The whole document.
        case document
        /// The elements of an array, one at a time: the document itself, or that member.
        case elements(String)
    }

    var assistant: String
    /// The assistant's name where the chat says it.
    var name: Text = { _ in nil }
    var source: Source
    /// Whether the document may be JSON Lines.
    var mayBeLines = false
    var id: Text = { $0.text("id") }
    var title: Text = { $0.text("title") }
    /// The name of chats without a title; nil to name them by id or number.
    var untitled: String? = "New chat"
    /// Whether each record is an entry that the report counts.
    var hasEntries = true
    /// The records of a chat, the oldest first.
    var records: @Sendable (JSONValue, inout RecordContext) -> [JSONValue] = { chat, _ in [chat] }
    var turns: @Sendable (JSONValue, inout RecordContext) -> TurnRecord?

    func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let isLines = mayBeLines && sources.holdsLines(file)
        let document = isLines ? try sources.jsonLines(file) : try sources.json(file)
        var context = RecordContext(clock: builder.clock, fileNames: sources.names)
        if case .elements(let member) = source {
            var talk = AssistantTalk(assistant, &builder)
            let isBare = JSONShape(sources.head(of: file))?.isArray == true
            try document.forEach(at: isBare ? [] : [member]) { record, _ throws(ImportError) in
                try add(record, &context, to: &talk, &builder, &sources)
            }
            return talk.end(context, &builder)
        }
        let chat = try chat(in: document, builder)
        builder.conversation.title = title(chat).map(CleanText.line)
        var talk = AssistantTalk(name(chat) ?? assistant, &builder)
        context.chat = chat
        for record in records(chat, &context) {
            try add(record, &context, to: &talk, &builder, &sources)
        }
        talk.end(context, &builder)
        for sentence in context.leftOut { builder.warn(.importing, sentence) }
    }

    private func add(
        _ record: JSONValue, _ context: inout RecordContext, to talk: inout AssistantTalk,
        _ builder: inout ConversationBuilder, _ sources: inout SourceFiles
    ) throws(ImportError) {
        guard let said = turns(record, &context) else { return }
        if hasEntries { builder.beginEntry(at: said.at) }
        try talk.add(said, &builder, &sources)
        context.index += 1
    }

    private func chat(
        in document: JSONDocument, _ builder: ConversationBuilder
    ) throws(ImportError) -> JSONValue {
        guard case .chats(let path, let heavy) = source else { return try document.tree() }
        var number = 0
        return try document.pick(at: path, heavy: heavy, builder) { chat in
            number += 1
            let id = id(chat) ?? (untitled == nil ? String(number) : "")
            return ChatName(id: id, name: title(chat) ?? untitled ?? id)
        }
    }
}

extension Importer {
    /// - Parameter fits: whether the shape of a file is this format's, and no other's.
    init(
        _ name: String, title: String, summary: String,
        fits: @escaping @Sendable (JSONShape) -> Bool, _ format: AssistantFormat
    ) {
        self.init(
            name: name, title: title, summary: summary, recognize: { $0.claim(fits) },
            read: { sources, claim, builder throws(ImportError) in
                try format.read(&sources, claim, &builder)
            })
    }
}
