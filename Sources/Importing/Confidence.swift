/// How sure an importer is of a format.
package enum Confidence: Int, Sendable, Comparable, CaseIterable {
    /// Nothing speaks against it; other formats look the same.
    case possible
    /// Several marks of the format are there.
    case likely
    /// A mark that no other format has.
    case certain

    package static func < (left: Confidence, right: Confidence) -> Bool {
        left.rawValue < right.rawValue
    }
}
