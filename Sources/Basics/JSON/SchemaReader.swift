/// Reads a small document with a fixed schema and collects all of its faults. Used for files that
/// come with the program, whose authors need all faults at once. Pointers are only built for
/// faults.
package struct SchemaReader {
    package private(set) var faults: [SchemaFault] = []

    package init() {}

    /// In the order of the keys. Members with a name that begins with `$` are ignored comments.
    package mutating func members(
        of json: JSONValue?, at pointer: @autoclosure () -> String, required: [String],
        optional: [String] = []
    ) -> [JSONValue?] {
        let keys = optional.isEmpty ? required : required + optional
        var found = [JSONValue?](repeating: nil, count: keys.count)
        guard let json else { return found }
        guard let members = json.members else {
            faults.append(.kind(pointer: pointer(), expected: "an object"))
            return found
        }
        // Most files have this order, so the expected key is compared first.
        var expected = 0
        for member in members where member.key.utf8.first != UInt8(ascii: "$") {
            let isExpected = expected < keys.count && keys[expected] == member.key
            guard let place = isExpected ? expected : keys.firstIndex(of: member.key) else {
                let place = pointer() + JSONPointer.step(member.key)
                faults.append(.unknown(pointer: place, allowed: keys))
                continue
            }
            if found[place] != nil {
                faults.append(.repeated(pointer: pointer() + JSONPointer.step(member.key)))
            }
            found[place] = member.value
            expected = place + 1
        }
        for place in required.indices where found[place] == nil {
            faults.append(.missing(pointer: pointer() + JSONPointer.step(keys[place])))
        }
        return found
    }

    /// A missing string has already been reported for the containing object.
    package mutating func text(
        _ json: JSONValue?, at pointer: @autoclosure () -> String
    ) -> String {
        guard let json else { return "" }
        guard let text = json.string, !text.isEmpty else {
            faults.append(.kind(pointer: pointer(), expected: "a non-empty string"))
            return ""
        }
        return text
    }

    package mutating func texts(
        _ json: JSONValue?, at pointer: @autoclosure () -> String
    ) -> [String] {
        elements(json, at: pointer()).enumerated().map { index, element in
            text(element, at: pointer() + JSONPointer.step(index))
        }
    }

    package mutating func elements(
        _ json: JSONValue?, at pointer: @autoclosure () -> String
    ) -> [JSONValue] {
        guard let json else { return [] }
        guard let elements = json.array else {
            faults.append(.kind(pointer: pointer(), expected: "an array"))
            return []
        }
        return elements
    }

    /// For an invalid value, the first choice is returned.
    package mutating func choice<Value>(
        _ json: JSONValue?, at pointer: @autoclosure () -> String,
        of choices: [(name: String, value: Value)]
    ) -> Value {
        if let choice = choices.first(where: { $0.name == json?.string }) { return choice.value }
        if json != nil {
            let names = choices.map(\.name).joined(separator: ", ")
            mismatch(at: pointer(), expected: "one of " + names, actual: json?.string)
        }
        return choices[0].value
    }

    package mutating func mismatch(at pointer: String, expected: String, actual: String?) {
        faults.append(
            .mismatch(pointer: pointer, expected: expected, actual: actual ?? "another type"))
    }
}

package enum SchemaFault: Error, Sendable, Hashable {
    case missing(pointer: String)
    case unknown(pointer: String, allowed: [String])
    case repeated(pointer: String)
    case kind(pointer: String, expected: String)
    case mismatch(pointer: String, expected: String, actual: String)

    /// The maximum number of listed keys. An outdated file of phrases has dozens of such faults,
    /// and each would list a hundred keys.
    private static let maxAllowed = 12

    package var sentence: String {
        switch self {
        case .missing(let pointer): "\(pointer) is missing"
        case .unknown(let pointer, let allowed):
            "\(pointer) is an unknown key; allowed are "
                + allowed.prefix(Self.maxAllowed).joined(separator: ", ")
                + (allowed.count > Self.maxAllowed
                    ? " and \(allowed.count - Self.maxAllowed) more" : "")
        case .repeated(let pointer): "\(pointer) appears twice"
        case .kind(let pointer, let expected):
            "\(pointer.isEmpty ? "the document" : pointer) must be \(expected)"
        case .mismatch(let pointer, let expected, let actual):
            "\(pointer): expected \(expected), found \(actual)"
        }
    }
}
