/// What names in a text stand for, as far as a conversation says: emoji of its own, and the people
/// behind the ids that some services write in place of a name.
package struct KnownNames: Sendable {
    package var emoji: Set<String> = []
    package var people: [String: String] = [:]

    package init() {}
}
