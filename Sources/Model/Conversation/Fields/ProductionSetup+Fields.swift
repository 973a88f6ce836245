import Basics

extension ProductionSetup: FieldObject {
    static let fields: Fields<ProductionSetup> = [
        Field(
            "volume", \.volume, .volume,
            "Name of the load files: letters, digits, `-` and `_`.", examples: ["ABC001"]),
        sign(
            "separator", \.separator, unlike: [\.quote, \.newline],
            "Delimiter between values. Default: U+0014, as in Concordance.", ","),
        sign(
            "quote", \.quote, unlike: [\.separator, \.newline], "Quotation mark around each value.",
            "\""),
        sign(
            "newline", \.newline, unlike: [\.separator, \.quote],
            "Replaces line breaks within a value.", "~"),
        Field(
            "fields", \.fields, .loadFields,
            "The columns, in order. Default: all."),
    ]

    /// A delimiter: one character that does not occur in ordinary text and differs from the other
    /// delimiters.
    private static func sign(
        _ name: String, _ place: any WritableKeyPath<Self, Unicode.Scalar> & Sendable,
        unlike others: [any KeyPath<Self, Unicode.Scalar> & Sendable], _ meaning: String,
        _ example: JSONValue
    ) -> Field<ProductionSetup> {
        Field(
            name, .other(FieldShape.text.schema), meaning, examples: [example],
            // A control character would be an unreadable default in the reference.
            write: {
                let sign = $0[keyPath: place]
                return sign.properties.generalCategory == .control ? nil : .string(String(sign))
            },
            read: { fields, setup in
                if let sign = fields.sign(unlike: others.map { setup[keyPath: $0] }) {
                    setup[keyPath: place] = sign
                }
            })
    }
}

extension FieldReader {
    fileprivate mutating func sign(unlike others: [Unicode.Scalar]) -> Unicode.Scalar? {
        guard let text = string([.string]) else { return nil }
        let scalars = text.unicodeScalars
        guard scalars.count == 1, let sign = scalars.first, !others.contains(sign),
            !sign.properties.isAlphabetic || sign.value == 0xFE, sign.value != 0,
            !("0"..."9").contains(sign), !["\n", "\r", "\\", ".", "-", " "].contains(sign)
        else {
            return reject(
                text, allowed: ["one character that is not another delimiter, a letter or a digit"])
        }
        return sign
    }
}

extension FieldSyntax where Value == String {
    /// A name that is valid for files on every system and in a column of a load file.
    fileprivate static var volume: FieldSyntax {
        FieldSyntax(
            .text, write: { .string($0) },
            read: { fields, _ in
                guard let name = fields.line() else { return nil }
                let isName =
                    (1...40).contains(name.utf8.count)
                    && name.utf8.allSatisfy { byte in
                        ASCII.isAlphanumeric(byte) || "-_".utf8.contains(byte)
                    }
                guard isName else {
                    return fields.reject(name, allowed: ["letters, digits, - and _"])
                }
                return name
            })
    }
}

extension FieldSyntax where Value == [ProductionSetup.Column] {
    fileprivate static var loadFields: FieldSyntax {
        let columns = Value.Element.allCases.map { JSONValue.string($0.rawValue) }
        let shape = FieldShape.other([
            "type": ["array", "null"],
            "items": [
                "enum": .array(columns), "description": "Name of a column, in any case.",
            ],
        ])
        return FieldSyntax(shape) { fields, _ in
            let named: Value = fields.elements { fields in fields.choice() }
            let columns = named.reduce(into: Value()) { columns, column in
                if !columns.contains(column) { columns.append(column) }
            }
            return columns.isEmpty ? nil : columns
        }
    }
}
