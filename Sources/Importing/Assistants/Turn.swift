import Basics
import Model

/// One step of an assistant conversation, as its export records it.
struct Turn {
    enum Kind {
        case user, answer
        /// `remark` is a note by the assistant, `note` a note without a sender.
        case remark, note
        /// A step that is not shown. Its files count like all others.
        case silent
    }

    var kind: Kind
    var body: [TextBlock] = []
    var files: [RecordFile] = []
    var id: String?
    /// The step's own time, if it differs from the record's.
    var at: Moment?
    var model: String?
    /// The ID that all pieces of one answer share.
    var piece: String?
    var hasFailed = false
    /// Whether the sender takes part in the conversation even if the step has nothing to show.
    var takesPart = false
    /// A part of the record that is shown verbatim. All of its fields count as imported.
    var whole: JSONValue?

    init(_ kind: Kind, _ body: [TextBlock] = [], files: [RecordFile] = [], id: String? = nil) {
        self.kind = kind
        self.body = body
        self.files = files
        self.id = id
    }

    static func user(_ text: String, id: String? = nil, files: [RecordFile] = []) -> Turn {
        Turn(.user, Body.plain(text), files: files, id: id)
    }

    static func answer(
        _ text: String, id: String? = nil, model: String? = nil, files: [RecordFile] = [],
        piece: String? = nil
    ) -> Turn {
        var turn = Turn(.answer, Body.markdown(text), files: files, id: id)
        // `<synthetic>` does not name a model.
        turn.model = model.flatMap { $0.isEmpty || $0.hasPrefix("<") ? nil : $0 }
        turn.piece = piece
        return turn
    }

    static func note(_ text: String) -> Turn { Turn(.note, Body.plain(clipped(text))) }

    /// Thoughts are text for readers and are not shortened.
    static func thought(_ text: String) -> Turn { Turn(.note, Body.plain(text)) }

    /// Returns the thought of a `reasoning` item of OpenAI's Responses API.
    static func reasoning(_ item: JSONValue, _ context: inout RecordContext) -> Turn {
        let parts = item.list("summary") + item.list("content")
        return .thought(parts.compactMap { context.text(of: $0) }.joined(separator: "\n\n"))
    }

    static func code(_ text: String, of whole: JSONValue? = nil) -> Turn {
        var turn = Turn(.note)
        if !text.isEmpty { turn.body = [.code(language: nil, text: CleanText.clean(text))] }
        turn.whole = whole
        return turn
    }

    static func call(_ name: String?, _ input: JSONValue?) -> Turn {
        let argument = clipped(firstArgument(input))
        return code((name ?? "tool") + "(" + argument + ")", of: input)
    }

    static func result(_ result: JSONValue?) -> Turn {
        let text = result.map { ToolResult.text($0) } ?? ""
        var shown = CleanText.clean(clipped(text))
        while shown.last?.isNewline == true { shown.removeLast() }
        var turn = Turn(.note)
        if !text.isEmpty { turn.body = [.code(language: nil, text: shown)] }
        turn.whole = result
        return turn
    }

    static func silent(_ files: [RecordFile]) -> Turn { Turn(.silent, files: files) }

    // MARK: Tools

    /// The maximum length of the text that a note shows of a tool call or result, in characters.
    private static let maxCharacters = 4_000

    private static func clipped(_ text: String) -> String {
        guard text.utf8.count > maxCharacters else { return text }
        return String(text.prefix(maxCharacters)) + "…"
    }

    /// Returns the argument that distinguishes a call from others: a path, a command, a question.
    /// The arguments may be JSON in a string.
    private static func firstArgument(_ input: JSONValue?) -> String {
        var input = input
        if let text = input?.string {
            // Text that is not a JSON object is itself the argument.
            guard let parsed = JSONValue(inText: text), parsed.kind == .object else { return text }
            input = parsed
        }
        guard let first = input?.members?.first?.value else { return "" }
        if let words = first.array, !words.isEmpty, words.allSatisfy({ $0.string != nil }) {
            return words.compactMap(\.string).joined(separator: " ")
        }
        return first.string ?? String(decoding: first.bytes, as: UTF8.self)
    }
}

struct TurnRecord {
    var at: Moment?
    var turns: [Turn]

    init(_ at: Moment?, _ turns: [Turn]) {
        self.at = at
        self.turns = turns
    }

    /// Whether the record is a question or an answer of which nothing can be shown.
    var isEmptyMessage: Bool {
        turns.contains { [.user, .answer].contains($0.kind) }
            && turns.allSatisfy { $0.body.isEmpty && $0.files.isEmpty }
    }
}
