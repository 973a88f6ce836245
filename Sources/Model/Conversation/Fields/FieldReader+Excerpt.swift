import Basics

extension FieldReader {
    /// Reads IDs, numbers and criteria. A single one needs no brackets.
    mutating func selection() throws(ConversationError) -> Options.Selection {
        var selection = Options.Selection()
        guard try peek() == .array else {
            if try !isNull() { try readSelected(into: &selection) }
            return selection
        }
        guard try beginArray() else { return selection }
        while try nextElement() {
            guard selection.keys.count < Self.maxSelected, selection.criteria.count < 100 else {
                let maxCount = selection.criteria.count < 100 ? Self.maxSelected : 100
                try reject(
                    .outOfRange(value: String(maxCount + 1), lower: nil, upper: Double(maxCount)))
                try diagnostics.settle()
                return selection
            }
            try readSelected(into: &selection)
        }
        return selection
    }

    private static var maxSelected: Int { 10_000 }
    private static var maxNotes: Int { 1_000 }

    private mutating func readSelected(
        into selection: inout Options.Selection
    ) throws(ConversationError) {
        let place = pointer
        guard try peek() == .object else {
            if let name = try identifier(), !name.isEmpty {
                selection.keys.append(Options.Selection.Key(name: name, pointer: place))
            }
            return
        }
        var criteria = Options.Criteria()
        guard try object(into: &criteria) else { return }
        guard criteria != Options.Criteria() else {
            return try diagnostics.reject(FieldFault(at: place, .empty))
        }
        selection.criteria.append(
            Options.Selection.Description(criteria: criteria, pointer: place))
    }

    mutating func notes() throws(ConversationError) -> [Options.Note] {
        guard try beginArray() else { return [] }
        var notes: [Options.Note] = []
        while try nextElement() {
            guard notes.count < Self.maxNotes else {
                try reject(
                    .outOfRange(
                        value: String(Self.maxNotes + 1), lower: nil,
                        upper: Double(Self.maxNotes)))
                try diagnostics.settle()
                return notes
            }
            if let note = try note() { notes.append(note) }
        }
        return notes
    }

    private mutating func note() throws(ConversationError) -> Options.Note? {
        let place = pointer
        if try peek() == .null { try reject(.wrongType(expected: [.object], found: .null)) }
        var draft = NoteDraft()
        guard try object(into: &draft) else { return nil }
        guard let message = draft.message else {
            try diagnostics.reject(FieldFault(at: place + "/message", .missing))
            return nil
        }
        guard let text = draft.text else {
            try diagnostics.reject(FieldFault(at: place + "/text", .missing))
            return nil
        }
        return Options.Note(message: message, text: text, form: draft.form)
    }
}

/// A note while it is read.
struct NoteDraft: FieldObject {
    var message: Options.Selection.Key?
    var text: String?
    var form = Options.Note.Form.margin

    static let fields: Fields<NoteDraft> = [
        Field(
            "message", .other(["type": ["string", "integer"]]),
            "ID or number of the message, starting at 1.", examples: ["m3"]
        ) { (fields, note) throws(ConversationError) in
            let place = fields.pointer
            note.message = try fields.identifier()
                .map { Options.Selection.Key(name: $0, pointer: place) }
        },
        Field(
            "text", optional: \.text, .line, "One line of text.",
            examples: ["Three weeks before the contract"]),
        Field(
            "as", \.form, .choice,
            "`comment` is a comment (annotation) in a PDF; other formats draw it as `margin`."),
    ]
}

extension FieldSyntax where Value == Options.Selection {
    static var selection: FieldSyntax {
        let one: JSONValue = [
            "anyOf": [["type": ["string", "integer", "null"]], ["$ref": "#/$defs/selected"]]
        ]
        let shape = FieldShape.other([
            "anyOf": [one, ["type": "array", "items": one, "maxItems": 10000]]
        ])
        return FieldSyntax(shape) { (fields, _) throws(ConversationError) in
            try fields.selection()
        }
    }
}

extension FieldSyntax where Value == [Options.Note] {
    static var notes: FieldSyntax {
        FieldSyntax(.rules(NoteDraft.declarations, needing: ["message"])) {
            (fields, _) throws(ConversationError) in
            try fields.notes()
        }
    }
}
