import CGLib

extension String {
    /// Its letters composed (NFC, UAX #15).
    package var composed: String { normalized(1) }

    /// Its letters taken apart, and what only looks different made the same (NFKD).
    package var decomposedForComparison: String { normalized(2) }

    /// As it is where GLib refuses it, which ends texts at a zero.
    ///
    /// - Parameter form: of GNormalizeMode.
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
