import Conversation
import JSON
import Markup

/// One step of a conversation with an assistant, as its export records it.
struct Turn {
    enum Kind {
        case user, answer
        /// A note by the assistant, or by nobody.
        case remark, note
        /// Nothing that is shown; its files count as those of others do.
        case silent
    }

    var kind: Kind
    var body: [TextBlock] = []
    var files: [RecordFile] = []
    var id: String?
    /// The time of its own, where it is not the record's.
    var at: Moment?
    var model: String?
    /// The same for all pieces of one answer.
    var piece: String?
    var hasFailed = false
    /// Whether its writer takes part in the conversation even if nothing is left of it.
    var takesPart = false
    /// A part of the record that is shown as it is, whatever its fields.
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
        // `<synthetic>` is no model.
        turn.model = model.flatMap { $0.isEmpty || $0.hasPrefix("<") ? nil : $0 }
        turn.piece = piece
        return turn
    }

    static func note(_ text: String) -> Turn { Turn(.note, Body.plain(clipped(text))) }

    /// A thought, in full because it is text to be read.
    static func thought(_ text: String) -> Turn { Turn(.note, Body.plain(text)) }

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

    /// Results of tools are shown up to here.
    private static let maxCharacters = 4_000

    private static func clipped(_ text: String) -> String {
        guard text.utf8.count > maxCharacters else { return text }
        return String(text.prefix(maxCharacters)) + "…"
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
}

/// The turns of one record, and when they were.
struct TurnRecord {
    var at: Moment?
    var turns: [Turn]

    init(_ at: Moment?, _ turns: [Turn]) {
        self.at = at
        self.turns = turns
    }
}
