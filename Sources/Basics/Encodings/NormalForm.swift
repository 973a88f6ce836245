import CGLib

extension String {
    /// NFC (UAX #15).
    package var composed: String { normalized(1) }

    /// The text in compatibility decomposition (NFKD), in which characters that only look different
    /// are equal.
    package var decomposedForComparison: String { normalized(2) }

    /// The text itself if it contains U+0000, at which GLib would end it.
    ///
    /// - Parameter form: a value of `GNormalizeMode`.
    private func normalized(_ form: Int32) -> String {
        guard !utf8.contains(0) else { return self }
        var text = self
        return text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                guard
                    let result = unsafe glib_normalized(bytes.baseAddress, bytes.count, form)
                else { return self }
                defer { unsafe glib_free(result) }
                return unsafe String(cString: result)
            }
        }
    }
}

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
