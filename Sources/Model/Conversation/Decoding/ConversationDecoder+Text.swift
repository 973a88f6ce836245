import Basics

extension ConversationDecoder {
    mutating func body(of draft: inout MessageDraft) -> [TextBlock] {
        guard let raw = draft.text, !raw.isEmpty else { return draft.calls }
        // A tool's result is text for programs.
        if draft.role == .tool, draft.format == nil {
            return [.code(language: nil, text: CleanText.clean(raw))] + draft.calls
        }
        let format = draft.format ?? (draft.role == .assistant ? .markdown : .plain)
        guard draft.calls.isEmpty else {
            return read(raw, format) + draft.calls
        }
        guard !draft.marks.isEmpty else { return read(raw, format) }
        guard draft.format == nil || format == .plain else {
            fields.warn(.ignoredValue, "entities apply to plain text only")
            return read(raw, format)
        }
        return marked(raw, draft.marks)
    }

    /// If the budget runs out, the result is shorter; the caller checks this.
    private mutating func read(_ raw: String, _ format: TextFormat) -> [TextBlock] {
        let clean = CleanText.clean(raw)
        fields.noteDroppedMarks(of: raw, in: clean)
        return format.blocks(clean, names: names, budget: fields.budget)
    }

    /// Converts UTF-16 offsets in the text as sent to UTF-8 offsets in the cleaned text.
    private mutating func marked(_ raw: String, _ marks: [TextMark]) -> [TextBlock] {
        let edges = marks.edges
        var offsets = UTF16Offsets.utf8(edges, in: raw)
        let text = CleanText.clean(raw, moving: &offsets)
        fields.noteDroppedMarks(of: raw, in: text)
        return PlainText.blocks(text, marks: marks.moved(from: edges, to: offsets))
    }
}

extension FieldReader {
    /// More than any messenger allows. Further marks are ignored.
    private static let maxMarks = 2000

    /// Reads entities in the format of Chatprint, Telegram or Signal.
    mutating func marks() -> [TextMark] {
        var marks: [TextMark] = []
        guard beginArray() else { return [] }
        var isFull = false
        while nextElement() {
            guard marks.count < FieldReader.maxMarks else {
                if !isFull {
                    warn(
                        .ignoredValue,
                        "more than \(FieldReader.maxMarks) entities; the rest are ignored")
                }
                isFull = true
                skip()
                continue
            }
            if let mark = mark() { marks.append(mark) }
        }
        return marks
    }

    private mutating func mark() -> TextMark? {
        var draft = EntityDraft()
        guard object(into: &draft) else { return nil }
        guard let type = draft.type, let offset = draft.offset, let length = draft.length else {
            return reject(
                missing: draft.type == nil ? "type" : draft.offset == nil ? "offset" : "length")
        }
        guard let kind = draft.kind else {
            if !FieldReader.unmarked.contains(type.lowercased()) {
                warn(.ignoredValue, "the entity type \(FieldReader.quoted(type)) is unknown")
            }
            return nil
        }
        return TextMark(offset..<offset + length, kind)
    }

    /// Entity types that look like plain text, or that are detected as links anyway.
    private static let unmarked: Set<String> = [
        "url", "email", "phone_number", "phone", "bank_card", "plain", "unknown", "none",
        "date_time",
    ]
}
