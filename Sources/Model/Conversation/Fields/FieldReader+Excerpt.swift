import Basics

extension FieldReader {
    /// IDs, numbers and criteria. A single one needs no brackets.
    mutating func selection() -> Options.Selection {
        var selection = Options.Selection()
        guard peek() == .array else {
            if !isNull() { readSelected(into: &selection) }
            return selection
        }
        guard beginArray() else { return selection }
        while nextElement() {
            guard selection.keys.count < Self.maxSelected, selection.criteria.count < 100 else {
                let maxCount = selection.criteria.count < 100 ? Self.maxSelected : 100
                rejectCount(maxCount)
                return selection
            }
            readSelected(into: &selection)
        }
        return selection
    }

    private static var maxSelected: Int { 10_000 }

    private mutating func readSelected(into selection: inout Options.Selection) {
        let place = pointer
        guard peek() == .object else {
            if let name = identifier(), !name.isEmpty {
                selection.keys.append(Options.Selection.Key(name: name, pointer: place))
            }
            return
        }
        var criteria = Options.Criteria()
        guard object(into: &criteria) else { return }
        guard criteria != Options.Criteria() else { return reject(.empty) }
        selection.criteria.append(
            Options.Selection.Description(criteria: criteria, pointer: place))
    }

    fileprivate mutating func note() -> Options.Note? {
        if peek() == .null { reject(.wrongType(expected: [.object], found: .null)) }
        var draft = NoteDraft()
        guard object(into: &draft) else { return nil }
        guard let message = draft.message else { return reject(missing: "message") }
        guard let text = draft.text else { return reject(missing: "text") }
        return Options.Note(message: message, text: text, form: draft.form)
    }
}

struct NoteDraft: FieldObject {
    var message: Options.Selection.Key?
    var text: String?
    var form = Options.Note.Form.margin

    static let fields: Fields<NoteDraft> = [
        Field(
            "message", .other(["type": ["string", "integer"]]),
            "ID or number of the message, starting at 1.", examples: ["m3"]
        ) { fields, note in
            let place = fields.pointer
            note.message = fields.identifier()
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
        return FieldSyntax(shape) { fields, _ in fields.selection() }
    }
}

extension FieldSyntax where Value == [Options.Note] {
    static var notes: FieldSyntax {
        FieldSyntax(
            .rules(NoteDraft.declarations, needing: ["message"]), contents: .texts,
            change: { notes, contents, change in
                guard contents.contains(.texts) else { return }
                for index in notes.indices { notes[index].text = change(notes[index].text) }
            }
        ) { fields, _ in
            fields.elements(most: 1_000) { fields in fields.note() }
        }
    }
}
