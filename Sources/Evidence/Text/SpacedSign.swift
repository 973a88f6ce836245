/// A letter, digit or sign of a page, and whether it is set apart from the one before.
struct SpacedSign {
    enum Gap: UInt8 {
        case none, space
        /// Another line, or text that is not compared: words end there or not.
        case unknown

        func followed(by scalar: Unicode.Scalar) -> Gap {
            if self == .unknown || scalar == "\n" { return .unknown }
            return scalar.properties.isWhitespace ? .space : self
        }
    }

    let scalar: Unicode.Scalar
    let gap: Gap

    /// Whether what separates one from the sign before does not separate the other.
    func isSpacedOther(than other: SpacedSign) -> Bool {
        gap != other.gap && gap != .unknown && other.gap != .unknown
    }
}
