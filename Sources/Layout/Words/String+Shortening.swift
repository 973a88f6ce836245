extension String {
    /// Truncates a name before shaping, so that a name of a megabyte is not shaped only to be cut.
    /// A line holds at most 160 characters of four bytes.
    func shortened(toLines lines: Int) -> String {
        let most = String.bytes(inLines: lines)
        guard utf8.count > most else { return self }
        let end = utf8.index(startIndex, offsetBy: most)
        let whole = unicodeScalars.index(before: unicodeScalars.index(after: end))
        return String(self[..<whole]) + "…"
    }

    /// Returns the text, or its first characters and an ellipsis.
    func cut(to length: Int) -> String {
        let kept = prefix(length)
        return kept.endIndex == endIndex ? self : kept + "…"
    }

    /// The maximum number of bytes that a number of lines may show.
    static func bytes(inLines lines: Int) -> Int { 640 * Swift.max(lines, 1) }
}

extension [String] {
    /// The non-empty texts, one per line. A single text is returned without a copy. Most messages
    /// are one text, so a long conversation stores it once.
    var asLines: String {
        let lines = filter { !$0.isEmpty }
        return lines.count == 1 ? lines[0] : lines.joined(separator: "\n")
    }
}
