/// One `name=value` behind a media type or a disposition.
package struct Parameter: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
