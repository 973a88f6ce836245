/// How much one rule hid. It tells how often, never what.
package struct RedactionCount: Sendable, Equatable {
    /// Messages that are hidden as a whole.
    package internal(set) var messages = 0
    /// Places in the texts of others.
    package internal(set) var places = 0

    package var isNothing: Bool { messages == 0 && places == 0 }
}
