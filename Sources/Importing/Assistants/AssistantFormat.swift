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

    func read(_ claim: Claim, _ builder: inout ConversationBuilder) throws(ImportError) {
        var context = RecordContext(clock: builder.clock, files: builder.sources.index)
        prepare(&context)
        switch source {
        case .elements(let member):
            try builder.chooseFile(claim.files) { file, builder throws(ImportError) in
                var context = context
                let document = try builder.sources.json(file, mayBeLines: mayBeLines)
                var talk = AssistantTranscript(assistant, &builder)
                let path = builder.sources.path(ofRecords: member, in: file)
                try document.forEach(at: path) { record, _ throws(ImportError) in
                    try add(record, &context, to: &talk, &builder)
                }
                talk.end(context, &builder)
            }
        case .document:
            try builder.chooseFile(claim.files) { file, builder throws(ImportError) in
                let document = try builder.sources.json(file, mayBeLines: mayBeLines)
                try read(try document.tree(), context, &builder)
            }
        case .chats(let path, let heavy):
            var number = 0
            func name(_: String, of chat: JSONValue) -> ChatName {
                number += 1
                let id = id(chat) ?? (untitled == nil ? String(number) : "")
                return ChatName(id: id, name: title(chat) ?? untitled ?? id)
            }
            try builder.chooseTree(
                in: claim.files, at: path, heavy: heavy, mayBeLines: mayBeLines, name: name
            ) { chat, _, builder throws(ImportError) in
                try read(chat, context, &builder)
            }
        }
    }

    private func read(
        _ chat: JSONValue, _ context: RecordContext, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var context = context
        builder.conversation.title = title(chat).map(CleanText.line)
        var talk = AssistantTranscript(name(chat) ?? assistant, &builder)
        context.chat = chat
        for record in records(chat, &context) {
            try add(record, &context, to: &talk, &builder)
        }
        talk.end(context, &builder)
        for sentence in context.leftOut { builder.warn(.importing, sentence) }
    }

    private func add(
        _ record: JSONValue, _ context: inout RecordContext,
        to talk: inout AssistantTranscript, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let said = turns(record, &context) else { return }
        try talk.add(said, isCounted: hasEntries, &builder)
        context.index += 1
    }
}

extension Importer {
    init(_ name: String, title: String, summary: String, _ format: AssistantFormat) {
        self.init(
            name: name, title: title, summary: summary, reading: .numbered,
            read: { claim, builder throws(ImportError) in try format.read(claim, &builder) })
    }
}

/// Documents that assistants write beside a chat: ChatGPT's canvas, Claude's and Grok's artifacts.
enum AssistantDocument {
    private static func blocks(
        _ text: String, title: String?, isCode: Bool, language: String?
    ) -> [TextBlock] {
        let title = title.map { Body.plain(CleanText.line($0)) } ?? []
        guard isCode else { return title + Body.markdown(text) }
        return title + [.code(language: language, text: CleanText.clean(text))]
    }

    /// Returns the document that a message to a tool of ChatGPT creates. Returns nil if the message
    /// creates none or cannot be parsed; the message is then shown verbatim.
    static func canvas(to recipient: String, _ source: String) -> [TextBlock]? {
        guard recipient == "canmore.create_textdoc",
            let document = JSONValue(inText: source),
            let text = document.text("content")
        else { return nil }
        let type = document.text("type") ?? "document"
        let language = type.hasPrefix("code/") ? String(type.dropFirst(5)) : nil
        return blocks(
            text, title: document.text("name"), isCode: type != "document", language: language)
    }

    /// Returns an artifact that a tool call of Claude writes.
    static func blocks(of artifact: JSONValue) -> [TextBlock] {
        self.artifact(
            artifact.text("content") ?? "", title: artifact.text("title"),
            type: artifact.text("type"), language: artifact.text("language"))
    }

    /// - Parameter type: the media type, such as `text/markdown` or `application/vnd.ant.code`.
    private static func artifact(
        _ text: String, title: String?, type: String?, language: String?
    ) -> [TextBlock] {
        var text = text.drop(while: \.isNewline)
        while text.last?.isNewline == true { text.removeLast() }
        let kind = type?.split { "/.+".contains($0) }.last.map(String.init) ?? "markdown"
        return blocks(
            String(text), title: title, isCode: kind != "markdown",
            language: language ?? (["code", "plain"].contains(kind) ? nil : kind))
    }

    /// Converts an answer with artifacts in its text: `<antArtifact title="…">…</antArtifact>`.
    static func blocks(of answer: String, artifacts name: String) -> [TextBlock] {
        EmbeddedElements.parts(of: answer, named: name).flatMap { part in
            switch part {
            case .text(let text): Body.markdown(text)
            case .element(let tag, let text):
                artifact(
                    text, title: tag["title"], type: tag["type"] ?? tag["contenttype"],
                    language: tag["language"])
            }
        }
    }
}

/// The conversation of one user and one assistant, for all assistant formats.
struct AssistantTranscript {
    private static let user = "user"

    /// The assistant's name.
    private let name: String
    /// The answer that the previous message belongs to. Some programs write an answer in several
    /// pieces.
    private var answer: String?
    /// Whether the last message is not a note.
    private var isLastSaid = false
    private var emptyMessages = 0

    init(_ name: String, _ builder: inout ConversationBuilder) {
        self.name = name
        builder.conversation.service = .assistant
        builder.conversation.kind = .assistant
        builder.isKindKnown = true
    }

    /// Adds the messages of one entry.
    ///
    /// - Parameter isCounted: whether the report counts the entry.
    mutating func add(
        _ entry: TurnRecord, isCounted: Bool = true, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        if isCounted { builder.beginEntry(at: entry.at) }
        for turn in entry.turns {
            if let whole = turn.whole { FieldLog.current?.took(whole) }
            if turn.kind == .silent {
                // The files count like all others.
                _ = try builder.attachments(of: turn.files)
            } else if let record = record(turn, at: entry.at) {
                try builder.add(part: record)
            }
        }
        if entry.isEmptyMessage { emptyMessages += 1 }
    }

    private mutating func record(_ turn: Turn, at: Moment?) -> Record? {
        var record = Record(turn.id, at: turn.at ?? at)
        record.message.body = turn.body
        record.files = turn.files
        if turn.hasFailed { record.message.status = .failed }
        record.isShown = !record.isEmpty
        guard record.isShown || turn.takesPart else { return nil }
        if turn.kind == .note || turn.kind == .remark { record.message.kind = .note }
        switch turn.kind {
        case .user:
            record.sender = Record.Person(key: Self.user, name: "You")
            answer = nil
        case .answer, .remark:
            record.sender = Record.Person(key: "assistant", name: name, handle: turn.model)
            record.continuesLast = isLastSaid && turn.piece != nil && turn.piece == answer
            answer = turn.piece
        case .note, .silent: break
        }
        if record.isShown { isLastSaid = record.message.kind == .message }
        return record
    }

    func end(_ context: RecordContext, _ builder: inout ConversationBuilder) {
        builder.setMe(key: Self.user)
        builder.warn(.emptyMessage, emptyMessages, "message", "without content omitted")
        for (type, count) in context.unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            let parts = count == 1 ? "1 line or part" : "\(count) lines or parts"
            builder.warn(
                .unsupported, "\(parts) of the type \(CleanText.line(type.prefixed)) omitted")
        }
    }
}

extension String {
    /// At most 80 characters of the text, short enough for a warning.
    fileprivate var prefixed: String { utf8.count > 80 ? prefix(80) + "…" : self }
}

/// Messages that each name their parent. Edited or regenerated messages start new branches, and the
/// branch seen last is the chat.
struct AssistantTree {
    private(set) var nodes: [String: JSONValue] = [:]
    /// The number of messages, including those without an ID or with another's.
    let count: Int
    private var lastID: String?
    private let parent: String

    /// - Parameter source: an array of messages with IDs, or an object with the IDs as keys.
    init(_ source: JSONValue?, id: String, parent: String) {
        self.parent = parent
        let entries = source?.entries ?? []
        let list = source?.array ?? []
        count = entries.count + list.count
        for member in entries { add(member.key, member.value) }
        for message in list {
            if let id = message.identifier(id) { add(id, message) }
        }
    }

    private mutating func add(_ id: String, _ message: JSONValue) {
        if nodes.updateValue(message, forKey: id) == nil { lastID = id }
    }

    /// Returns the messages from the first to the one with `id`, or to the last.
    func path(to id: String?) -> [JSONValue] {
        var id = id ?? lastID
        var path: [JSONValue] = []
        var seen: Set<String> = []
        while let here = id, let node = nodes[here], seen.insert(here).inserted {
            path.append(node)
            id = node.identifier(parent)
        }
        return path.reversed()
    }

    /// Reports the number of messages on other branches.
    func path(to id: String?, _ context: inout RecordContext) -> [JSONValue] {
        let path = path(to: id)
        context.leaveOut(branches: count - path.count)
        return path
    }

    /// Returns the current branch of a chat that lists its messages. Returns all messages if they
    /// do not form one tree: older exports have no parents, and a chat may have lost some messages.
    ///
    /// - Parameter leaf: the ID of the last message, or nil if the export does not state it.
    static func branch(
        of messages: [JSONValue], id: String, parent: String, leaf: String?,
        isUser: (JSONValue) -> Bool, _ context: inout RecordContext
    ) -> [JSONValue] {
        let tree = AssistantTree(.array(messages), id: id, parent: parent)
        let roots = messages.filter { message in
            message.identifier(parent).flatMap { tree.nodes[$0] } == nil
        }
        // Only a user begins a chat. An edited first message is another root, with the same parent.
        guard !roots.isEmpty, roots.count < messages.count, roots.allSatisfy(isUser),
            Set(roots.map { $0.identifier(parent) }).count == 1
        else { return messages }
        return tree.path(to: leaf.flatMap { tree.nodes[$0] == nil ? nil : $0 }, &context)
    }
}

extension RecordContext {
    mutating func leaveOut(branches count: Int) {
        guard count > 0 else { return }
        let messages = WarningText.count(count, "message")
        leftOut.append("\(messages) of other branches (edits, new answers) omitted")
    }
}
