/// A letter, digit or sign of a page, and whether a gap separates it from the sign before it.
struct SpacedSign {
    enum Gap: UInt8 {
        case none, space
        /// A line break, or text that is not compared: a word may end there or continue.
        case unknown

        func followed(by scalar: Unicode.Scalar) -> Gap {
            if self == .unknown || scalar == "\n" { return .unknown }
            return scalar.properties.isWhitespace ? .space : self
        }
    }

    let scalar: Unicode.Scalar
    let gap: Gap

    /// Whether exactly one of the two signs is separated from the sign before it.
    func isSpacedOther(than other: SpacedSign) -> Bool {
        gap != other.gap && gap != .unknown && other.gap != .unknown
    }
}
