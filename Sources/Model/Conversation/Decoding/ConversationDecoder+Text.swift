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
    private mutating func marked(_ raw: String, _ marks: [SourceMark]) -> [TextBlock] {
        let edges = Set(marks.flatMap { [$0.range.lowerBound, $0.range.upperBound] }).sorted()
        var offsets: [Int] = []
        offsets.reserveCapacity(edges.count)
        var units = 0
        var bytes = 0
        for scalar in raw.unicodeScalars {
            // An offset inside a surrogate pair is moved to its start.
            let next = units + (scalar.value > 0xFFFF ? 2 : 1)
            while offsets.count < edges.count, edges[offsets.count] < next { offsets.append(bytes) }
            guard offsets.count < edges.count else { break }
            units = next
            bytes += UTF8.width(scalar)
        }
        while offsets.count < edges.count { offsets.append(raw.utf8.count) }
        let text = CleanText.clean(raw, moving: &offsets)
        fields.noteDroppedMarks(of: raw, in: text)
        var places: [Int: Int] = [:]
        for (edge, offset) in zip(edges, offsets) { places[edge] = offset }
        return PlainText.blocks(
            text,
            marks: marks.compactMap { mark in
                guard let start = places[mark.range.lowerBound],
                    let end = places[mark.range.upperBound], start < end
                else { return nil }
                return TextMark(start..<end, mark.kind)
            })
    }
}

extension FieldReader {
    /// More than any messenger allows. Further marks are ignored.
    private static let maxMarks = 2000

    /// Reads entities in the format of Chatprint, Telegram or Signal.
    mutating func marks() -> [SourceMark] {
        var marks: [SourceMark] = []
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

    private mutating func mark() -> SourceMark? {
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
        return SourceMark(range: offset..<offset + length, kind: kind)
    }

    /// Entity types that look like plain text, or that are detected as links anyway.
    private static let unmarked: Set<String> = [
        "url", "email", "phone_number", "phone", "bank_card", "plain", "unknown", "none",
        "date_time",
    ]
}
