/// A file's statement of its own length and digest.
///
/// The digest is that of the file with zeros in place of the statement, so that `sha256sum` can
/// check it.
package struct FileSeal: Sendable, Equatable {
    /// In bytes.
    package let count: Int
    /// SHA-256 in hexadecimal.
    package let digest: String

    private static let digits = 12
    private static let separator = "-"

    /// The placeholder of a seal until the file is complete.
    package static let placeholder =
        String(repeating: "0", count: digits) + separator + String(repeating: "0", count: 64)

    package init(count: Int, digest: String) {
        self.count = count
        self.digest = digest
    }

    /// Nil unless the text is exactly what `text` returns. An uppercase digit, for example, would
    /// change the file.
    package init?(_ text: String) {
        let parts = text.split(separator: Self.separator, omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), count > 0 else { return nil }
        self.init(count: count, digest: String(parts[1]))
        guard self.text == text, digest.utf8.allSatisfy(ASCII.isLowercaseHexDigit) else {
            return nil
        }
    }

    /// As long as the placeholder.
    package var text: String {
        String(count, digits: Self.digits) + Self.separator + digest
    }
}
