import Conversation
import JSON
import Markup

/// A conversation of one person and one assistant, with notes about thoughts, tool calls and their
/// results, whichever program wrote it.
struct AssistantTalk {
    /// The assistant's name.
    let name: String
    /// The answer that the message above belongs to: some programs write one in several pieces.
    private var answer: String?
    private var unknown: [String: Int] = [:]

    /// Results of tools are shown up to here.
    private static let mostCharacters = 4_000

    init(_ name: String) { self.name = name }

    mutating func say(
        _ text: String, id: String? = nil, at: Moment?, with attachments: [Attachment] = [],
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var message = Message()
        message.id = id
        message.at = at
        message.body = Body.plain(text)
        message.attachments = attachments
        guard !message.body.isEmpty || !attachments.isEmpty else { return }
        message.from = try builder.participant(AssistantChats.user, name: "You")
        answer = nil
        try builder.append(message)
    }

    /// - Parameter piece: the same for all pieces of one answer.
    mutating func answer(
        _ text: String, id: String? = nil, at: Moment?, model: String? = nil,
        with attachments: [Attachment] = [], piece: String? = nil,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let body = Body.markdown(text)
        guard !body.isEmpty || !attachments.isEmpty else { return }
        let from = try builder.participant(AssistantChats.assistant, name: name)
        if let model, !model.isEmpty, !model.hasPrefix("<") {
            builder.conversation.participants[from].handle = CleanText.line(model)
        }
        if let piece, piece == answer, builder.conversation.messages.last?.kind == .message {
            builder.conversation.messages[builder.conversation.messages.count - 1].body += body
            return builder.joinEntry()
        }
        answer = piece
        var message = Message()
        message.id = id
        message.at = at
        message.from = from
        message.body = body
        message.attachments = attachments
        try builder.append(message)
    }

    // MARK: Notes

    func note(
        _ body: [TextBlock], at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard !body.isEmpty else { return }
        var message = Message()
        message.kind = .note
        message.at = at
        message.body = body
        try builder.append(message)
    }

    func note(
        _ text: String, at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        try note(Body.plain(Self.clipped(text)), at: at, &builder)
    }

    /// Adds a thought, in full because it is text to be read.
    func thought(
        _ text: String, at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        try note(Body.plain(text), at: at, &builder)
    }

    func call(
        _ name: String?, _ input: JSONValue?, at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        if let input { FieldLog.current?.took(input) }
        let call = (name ?? "tool") + "(" + Self.clipped(Self.firstArgument(input)) + ")"
        try note([.code(language: nil, text: CleanText.clean(call))], at: at, &builder)
    }

    func result(
        _ result: JSONValue?, at: Moment?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        if let result { FieldLog.current?.took(result) }
        let text = result.map { ToolResult.text($0) } ?? ""
        guard !text.isEmpty else { return }
        var shown = CleanText.clean(Self.clipped(text))
        while shown.last?.isNewline == true { shown.removeLast() }
        try note([.code(language: nil, text: shown)], at: at, &builder)
    }

    /// The argument that distinguishes one call from another: a path, a command, a question.
    /// Arguments may be JSON in a text.
    private static func firstArgument(_ input: JSONValue?) -> String {
        var input = input
        if let text = input?.string {
            // What is no JSON is the argument itself.
            guard let parsed = JSONValue(inText: text), parsed.kind == .object else { return text }
            input = parsed
        }
        guard let first = input?.members?.first?.value else { return "" }
        if let words = first.array, !words.isEmpty, words.allSatisfy({ $0.string != nil }) {
            return words.compactMap(\.string).joined(separator: " ")
        }
        return first.string ?? String(decoding: first.bytes, as: UTF8.self)
    }

    static func clipped(_ text: String) -> String {
        guard text.utf8.count > mostCharacters else { return text }
        return String(text.prefix(mostCharacters)) + "…"
    }

    // MARK: Files

    /// A picture whose bytes stand in the text, or the place of one.
    func picture(
        _ address: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) -> Attachment {
        var attachment = Attachment(kind: .image)
        attachment.media = try DataURI.picture(address, of: "a message", in: &builder)
        if attachment.media == nil { builder.miss(&attachment, "not in the export") }
        return attachment
    }

    func file(_ name: String?, mime: String? = nil, _ builder: inout ConversationBuilder)
        -> Attachment
    {
        var attachment = Attachment(kind: FileKind.kind(name: name, mime: mime))
        attachment.name = name.map { CleanText.line(Path.lastName($0)) }
        builder.miss(&attachment, "not in the export")
        return attachment
    }

    // MARK: The end

    /// Counts what is of a type that nobody knows.
    mutating func pass(_ type: String?) { unknown[type ?? "no type", default: 0] += 1 }

    func end(_ builder: inout ConversationBuilder) {
        if let user = builder.known(AssistantChats.user) { builder.setMe(user) }
        for (type, count) in unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            let parts = WarningText.count(count, "line or part")
            builder.warn(
                .unsupported, "\(parts) of the type \(CleanText.line(type.prefixed)) omitted")
        }
    }
}

extension String {
    /// Short enough for a sentence.
    fileprivate var prefixed: String { utf8.count > 80 ? prefix(80) + "…" : self }
}
