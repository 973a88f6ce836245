/// A small JSON document in memory; objects keep their order. Large inputs are read with
/// `JSONReader`.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// The number as it was written, so that nothing is lost before somebody asks for a type.
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

    /// The last member of that name, as RFC 8259 readers commonly choose.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }
}
