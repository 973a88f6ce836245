import Basics
import Model

/// A format that exports assistant chats as JSON: where the chats and their records are, and how to
/// read a record.
struct AssistantFormat: Sendable {
    typealias Text = @Sendable (JSONValue) -> String?

    enum Source {
        /// Chats in an array, or a single chat outside of an array. The `heavy` members hold the
        /// messages and are skipped while chats are listed.
        case chats(at: [String] = [], heavy: Set<String>)
        case document
        /// The elements of an array, one at a time. The array is the document itself or the named
        /// member.
        case elements(String)
    }

    var assistant: String
    /// Returns the assistant's name if the chat states it.
    var name: Text = { _ in nil }
    var source: Source
    /// Whether the document may be JSON Lines.
    var mayBeLines = false
    var id: Text = { $0.text("id") }
    var title: Text = { $0.text("title") }
    /// The name of chats without a title; nil to name them by id or number.
    var untitled: String? = "New chat"
    /// Learns from the names of the export's files, once for all chats.
    var prepare: @Sendable (inout RecordContext) -> Void = { _ in }
    /// Whether each record is an entry that the report counts.
    var hasEntries = true
    /// Returns the records of a chat, the oldest first.
    var records: @Sendable (JSONValue, inout RecordContext) -> [JSONValue] = { chat, _ in [chat] }
    var turns: @Sendable (JSONValue, inout RecordContext) -> TurnRecord?

    func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var context = RecordContext(clock: builder.clock, files: sources.index)
        prepare(&context)
        switch source {
        case .elements(let member):
            try builder.chooseFile(claim.files) { file, builder throws(ImportError) in
                var context = context
                let document = try open(file, &sources)
                var talk = AssistantTranscriptBuilder(assistant, &builder)
                let path = sources.path(ofRecords: member, in: file)
                try document.forEach(at: path) { record, _ throws(ImportError) in
                    try add(record, &context, to: &talk, &builder, &sources)
                }
                talk.end(context, &builder)
            }
        case .document:
            try builder.chooseFile(claim.files) { file, builder throws(ImportError) in
                try read(try open(file, &sources).tree(), context, &builder, &sources)
            }
        case .chats(let path, let heavy):
            var number = 0
            func name(_: String, of chat: JSONValue) -> ChatName {
                number += 1
                let id = id(chat) ?? (untitled == nil ? String(number) : "")
                return ChatName(id: id, name: title(chat) ?? untitled ?? id)
            }
            try builder.chooseTree(
                in: claim.files, at: path, heavy: heavy, &sources, open: open, name: name
            ) { chat, _, builder, sources throws(ImportError) in
                try read(chat, context, &builder, &sources)
            }
        }
    }

    private func read(
        _ chat: JSONValue, _ context: RecordContext, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        var context = context
        builder.conversation.title = title(chat).map(CleanText.line)
        var talk = AssistantTranscriptBuilder(name(chat) ?? assistant, &builder)
        context.chat = chat
        for record in records(chat, &context) {
            try add(record, &context, to: &talk, &builder, &sources)
        }
        talk.end(context, &builder)
        for sentence in context.leftOut { builder.warn(.importing, sentence) }
    }

    private func add(
        _ record: JSONValue, _ context: inout RecordContext,
        to talk: inout AssistantTranscriptBuilder,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let said = turns(record, &context) else { return }
        if hasEntries { builder.beginEntry(at: said.at) }
        try talk.add(said, &builder, &sources)
        context.index += 1
    }

    private func open(
        _ file: String, _ sources: inout ExportFiles
    ) throws(ImportError) -> JSONDocument {
        let isLines = mayBeLines && sources.holdsLines(file)
        return isLines ? try sources.jsonLines(file) : try sources.json(file)
    }
}

extension Importer {
    /// - Parameter fits: returns whether only this format has a file of this shape.
    init(
        _ name: String, title: String, summary: String,
        fits: @escaping @Sendable (JSONShape) -> Bool, _ format: AssistantFormat
    ) {
        self.init(
            name: name, title: title, summary: summary,
            recognize: { $0.claimsNumbered { $0.shape.map(fits) ?? false } },
            read: { sources, claim, builder throws(ImportError) in
                try format.read(&sources, claim, &builder)
            })
    }
}
