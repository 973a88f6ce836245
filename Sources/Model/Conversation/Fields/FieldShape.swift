import Basics

/// The type of a field's value, as stated in the schema. `null` is always allowed.
indirect enum FieldShape: Sendable {
    case flag
    /// One of several words, or also a boolean that means one of two words.
    case words([String], orFlag: Bool = false)
    case number(ClosedRange<Double>)
    /// An integer, without an upper bound if the bound is `Int.max`.
    case integer(ClosedRange<Int>)
    /// A number of points, or a number with a unit.
    case length(ClosedRange<Double>)
    case text
    /// A single text needs no brackets.
    case texts
    /// An object with fields. One field may replace the object, such as a watermark's text.
    case object([FieldDeclaration], shorthand: String? = nil)
    /// The fields of an object among the shapes are the field's own.
    case either([FieldShape])
    case list(FieldShape)
    /// An object that has one of several sets of fields, or one of other values.
    case part([FieldDeclaration], or: [FieldShape], needing: [[String]])
    /// A definition in the schema.
    case defined(String)
    /// Any other value, as a schema.
    case other(JSONValue)

    var schema: JSONValue {
        switch self {
        case .flag: ["type": ["boolean", "null"]]
        case .words(let words, let orFlag):
            ["enum": .array(words.map { .string($0) } + (orFlag ? [true, false] : []) + [.null])]
        case .number(let range):
            FieldShape.numbers(
                "number", from: .number(of: range.lowerBound), to: .number(of: range.upperBound))
        case .integer(let range):
            FieldShape.numbers(
                "integer", from: .number(String(range.lowerBound)),
                to: range.upperBound == .max ? nil : .number(String(range.upperBound)))
        case .length: ["$ref": "#/$defs/length"]
        case .text: ["type": ["string", "null"]]
        case .texts:
            [
                "anyOf": [
                    ["type": "array", "items": FieldShape.text.schema], FieldShape.text.schema,
                ]
            ]
        case .object(let members, nil):
            [
                "type": ["object", "null"],
                "properties": .object(members.map { .init($0.name, $0.schema) }),
            ]
        case .object(let members, let shorthand?):
            [
                "anyOf": .array(
                    members.filter { $0.name == shorthand }.map(\.shape.schema)
                        + [FieldShape.object(members).schema])
            ]
        case .list(let element): ["type": ["array", "null"], "items": element.schema]
        case .part(let members, let others, let needed):
            FieldShape.choice(others.map(\.schema) + [FieldShape.part(members, needed)])
        case .either(let shapes): ["anyOf": .array(shapes.map(\.schema))]
        case .defined(let name): ["$ref": .string("#/$defs/" + name)]
        case .other(let schema): schema
        }
    }

    private static func choice(_ schemas: [JSONValue]) -> JSONValue {
        schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
    }

    private static func part(_ members: [FieldDeclaration], _ needed: [[String]]) -> JSONValue {
        var part: [JSONValue.Member] = [
            .init("type", "object"),
            .init("properties", .object(members.map { .init($0.name, $0.schema) })),
        ]
        let required = needed.map { JSONValue.array($0.map { .string($0) }) }
        if required.count == 1 { part.append(.init("required", required[0])) }
        if required.count > 1 {
            part.append(.init("anyOf", .array(required.map { ["required": $0] })))
        }
        return .object(part)
    }

    private static func numbers(
        _ type: JSONValue, from lower: JSONValue, to upper: JSONValue?
    ) -> JSONValue {
        .object(
            [.init("type", [type, "null"]), .init("minimum", lower)]
                + (upper.map { [.init("maximum", $0)] } ?? []))
    }

    /// The fields of an object, or of each object in a list.
    var members: [FieldDeclaration] {
        switch self {
        case .object(let members, _), .part(let members, _, _): members
        case .list(let element): element.members
        case .either(let shapes): shapes.flatMap(\.members)
        case .flag, .words, .number, .integer, .length, .text, .texts, .defined, .other: []
        }
    }

    /// Whether the value is free text.
    var isFree: Bool {
        switch self {
        case .text, .texts: true
        case .flag, .words, .number, .integer, .length, .object, .list, .part, .either, .defined,
            .other:
            false
        }
    }

    /// Whether a query's value is a word, a number or a switch of the shape, not text of the caller.
    func declares(_ value: String) -> Bool {
        switch self {
        case .flag: ["true", "false"].contains(value)
        case .words(let words, let orFlag):
            words.contains(value) || orFlag && FieldShape.flag.declares(value)
        case .number(let range), .length(let range):
            Double(value).map { range.contains($0) } ?? false
        case .integer(let range): Int(value).map { range.contains($0) } ?? false
        case .either(let shapes): shapes.contains { $0.declares(value) }
        case .text, .texts, .object, .list, .part, .defined, .other: false
        }
    }
}

extension FieldShape {
    /// A list of objects that each have one of several fields, and may have others.
    static func rules(_ members: [FieldDeclaration], needing needed: [String]) -> FieldShape {
        .list(.part(members, or: [], needing: needed.map { [$0] }))
    }

    static var null: FieldShape { .other(["type": "null"]) }
    static var string: FieldShape { .other(["type": "string"]) }
    /// An ID or a name, which many exports write as a number.
    static var identifier: FieldShape { .other(["type": ["string", "number", "null"]]) }
    static var key: FieldShape { .other(["type": ["string", "number"]]) }
}

extension JSONValue {
    /// 17 instead of 17.0.
    static func number(of value: Double) -> JSONValue {
        .number(Int(exactly: value).map(String.init) ?? String(value))
    }
}
