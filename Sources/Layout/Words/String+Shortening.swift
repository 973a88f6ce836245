extension String {
    /// A name of a megabyte is not set to be cut afterwards: no line holds more than 160 of the longest
    /// characters.
    func shortened(toLines lines: Int) -> String {
        let most = 640 * max(lines, 1)
        guard utf8.count > most else { return self }
        let end = utf8.index(startIndex, offsetBy: most)
        let whole = unicodeScalars.index(before: unicodeScalars.index(after: end))
        return String(self[..<whole]) + "…"
    }
}
