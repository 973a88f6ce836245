/// A text without its invisible characters, such as soft hyphens, zero-width spaces and marks of
/// direction. A reader does not see them, so patterns also match across them.
struct VisibleText {
    private(set) var scalars: [Unicode.Scalar]
    /// The index of each character in the original.
    private var origins: [Int]

    /// Returns nil if the text has no invisible characters.
    init?(_ original: [Unicode.Scalar]) {
        guard original.contains(where: VisibleText.isInvisible) else { return nil }
        origins = original.indices.filter { !VisibleText.isInvisible(original[$0]) }
        scalars = origins.map { original[$0] }
    }

    /// Returns the range in the original, with the invisible characters within it.
    func original(_ range: Range<Int>) -> Range<Int> {
        origins[range.lowerBound]..<origins[range.upperBound - 1] + 1
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // None of the most frequent characters is.
        case 0..<0xAD, 0x3200..<0xFE00: false
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
