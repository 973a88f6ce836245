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

    /// Returns the last member with this name, as most RFC 8259 readers do.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }
}
