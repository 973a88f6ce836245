/// A small JSON document in memory. Objects keep their order. `JSONReader` reads large inputs.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// The number as it was written, so that no precision is lost until a caller asks for a type.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Sendable, Equatable {
        package let key: String
        package var value: JSONValue

        package init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The last member with this name, as most RFC 8259 readers do.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    package var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Including the root.
    package var values: Int {
        switch self {
        case .null, .bool, .number, .string: 1
        case .array(let elements): elements.reduce(1) { $0 + $1.values }
        case .object(let members): members.reduce(1) { $0 + $1.value.values }
        }
    }

    package var isNull: Bool { self == .null }

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    package var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    package var number: JSONNumber? {
        guard case .number(let text) = self else { return nil }
        return JSONNumber(text)
    }

    package var double: Double? { number?.double }

    package var int: Int? { number?.int }

    package var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    package var members: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    package init(
        parsing bytes: [UInt8], maxDepth: Int = 64, budget: WorkBudget = .unlimited
    ) throws(JSONError) {
        var reader = try JSONReader(bytes, maxDepth: maxDepth, budget: budget)
        self = try reader.value()
        try reader.end()
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .number(String(value)) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }
}

package enum JSONKind: String, Sendable, Hashable, CaseIterable {
    case null, bool, number, string, array, object
}

extension JSONReader {
    /// The depth limit bounds the recursion.
    package mutating func value() throws(JSONError) -> JSONValue {
        switch try peek() {
        case .null:
            try null()
            return .null
        case .bool: return .bool(try bool() == true)
        case .number: return .number(try number()?.text ?? "")
        case .string: return .string(try string() ?? "")
        case .array:
            var elements: [JSONValue] = []
            try beginArray()
            while try nextElement() { elements.append(try value()) }
            return .array(elements)
        case .object:
            var members: [JSONValue.Member] = []
            try beginObject()
            while let key = try nextKey() { members.append(JSONValue.Member(key, try value())) }
            return .object(members)
        }
    }
}

package struct JSONNumber: Sendable, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// The nearest finite number, or nil if the number is too large.
    package var double: Double? {
        if let int = plainInteger { return Double(int) }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The exact integer, also of `1e3` and `2.0`; nil if the number is not an integer or too
    /// large.
    package var int: Int? {
        if let int = plainInteger { return int }
        guard let value = double, abs(value) < 9_007_199_254_740_992 else { return nil }
        return Int(exactly: value)
    }

    private var plainInteger: Int? { Int(text) }
}
