/// Reads a small document that must have a fixed form, and collects all that is wrong in it: for files
/// that come with the program, whose writers want to know everything at once.
package struct SchemaReader {
    package private(set) var faults: [SchemaFault] = []

    package init() {}

    /// An object's members by name; those that begin with `$` are the writer's own.
    package mutating func members(
        of json: JSONValue?, at pointer: String, required: [String], optional: [String] = []
    ) -> [String: JSONValue] {
        guard let json else { return [:] }
        guard let members = json.members else {
            faults.append(.kind(pointer: pointer, expected: "an object"))
            return [:]
        }
        let known = Set(required + optional)
        var found: [String: JSONValue] = [:]
        for member in members where !member.key.hasPrefix("$") {
            let place = pointer + JSONPointer.step(member.key)
            if !known.contains(member.key) {
                faults.append(.unknown(pointer: place, allowed: required + optional))
            } else if found.updateValue(member.value, forKey: member.key) != nil {
                faults.append(.repeated(pointer: place))
            }
        }
        for key in required where found[key] == nil {
            faults.append(.missing(pointer: pointer + JSONPointer.step(key)))
        }
        return found
    }

    /// What is missing was told by the object that it is missing from.
    package mutating func text(_ json: JSONValue?, at pointer: String) -> String {
        guard let json else { return "" }
        guard let text = json.string, !text.isEmpty else {
            faults.append(.kind(pointer: pointer, expected: "a text that is not empty"))
            return ""
        }
        return text
    }

    /// A list of texts; none where there is no list.
    package mutating func texts(_ json: JSONValue?, at pointer: String) -> [String] {
        elements(json, at: pointer).enumerated().map { index, element in
            text(element, at: pointer + JSONPointer.step(index))
        }
    }

    package mutating func elements(_ json: JSONValue?, at pointer: String) -> [JSONValue] {
        guard let json else { return [] }
        guard let elements = json.array else {
            faults.append(.kind(pointer: pointer, expected: "a list"))
            return []
        }
        return elements
    }

    /// The first choice stands in for what is wrong.
    package mutating func choice<Value>(
        _ json: JSONValue?, at pointer: String, of choices: [(name: String, value: Value)]
    ) -> Value {
        if let choice = choices.first(where: { $0.name == json?.string }) { return choice.value }
        if json != nil {
            let names = choices.map(\.name).joined(separator: ", ")
            mismatch(at: pointer, expected: "one of " + names, actual: json?.string)
        }
        return choices[0].value
    }

    package mutating func mismatch(at pointer: String, expected: String, actual: String?) {
        faults.append(.mismatch(pointer: pointer, expected: expected, actual: actual ?? "no text"))
    }
}

/// What is wrong in such a document, with the JSON Pointer of its place.
package enum SchemaFault: Error, Sendable, Hashable {
    case missing(pointer: String)
    case unknown(pointer: String, allowed: [String])
    case repeated(pointer: String)
    case kind(pointer: String, expected: String)
    case mismatch(pointer: String, expected: String, actual: String)

    package var sentence: String {
        switch self {
        case .missing(let pointer): "\(pointer) is missing"
        case .unknown(let pointer, let allowed):
            "\(pointer) is not known; here may stand \(allowed.joined(separator: ", "))"
        case .repeated(let pointer): "\(pointer) is there twice"
        case .kind(let pointer, let expected):
            "\(pointer.isEmpty ? "the document" : pointer) must be \(expected)"
        case .mismatch(let pointer, let expected, let actual):
            "\(pointer) has \(actual), but must have \(expected)"
        }
    }
}

extension JSONError {
    /// Where and what, for whoever wrote the file.
    package var sentence: String {
        switch self {
        case .syntax(let position, let fault):
            "is no JSON at line \(position.line), column \(position.column): \(fault)"
        case .tooDeep(let position, let limit):
            "is nested deeper than \(limit) at line \(position.line)"
        case .encoding(let offset): "is no UTF-8 from byte \(offset) on"
        case .stopped: "was not read to its end"
        }
    }
}
