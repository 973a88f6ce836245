extension String {
    /// A name of a megabyte is not set to be cut afterwards: no line holds more than 160 of the
    /// longest characters.
    func shortened(toLines lines: Int) -> String {
        let most = String.bytes(inLines: lines)
        guard utf8.count > most else { return self }
        let end = utf8.index(startIndex, offsetBy: most)
        let whole = unicodeScalars.index(before: unicodeScalars.index(after: end))
        return String(self[..<whole]) + "…"
    }

    /// The maximum number of bytes that so many lines may show.
    static func bytes(inLines lines: Int) -> Int { 640 * Swift.max(lines, 1) }
}

extension [String] {
    /// The non-empty texts, one per line. A single text is not copied: most messages are one text,
    /// which a long conversation then holds once.
    var asLines: String {
        let lines = filter { !$0.isEmpty }
        return lines.count == 1 ? lines[0] : lines.joined(separator: "\n")
    }
}
