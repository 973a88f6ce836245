/// One `name=value` of a query, decoded.
package struct QueryItem: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
