extension StringProtocol {
    /// The text without whitespace at both ends: Unicode's space separators and tabs, but not line
    /// ends.
    package var withoutBlanksAtEnds: String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
        }
        var scalars = Substring(self).unicodeScalars
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return String(scalars)
    }
}
