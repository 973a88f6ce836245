/// The six kinds of JSON values.
package enum JSONKind: String, Sendable, Hashable, CaseIterable {
    case null, bool, number, string, array, object
}
