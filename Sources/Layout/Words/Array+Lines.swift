extension [String] {
    /// Those that say something, one under the other. A single one is not copied: most messages are one
    /// text, which a long conversation then holds once.
    var asLines: String {
        let lines = filter { !$0.isEmpty }
        return lines.count == 1 ? lines[0] : lines.joined(separator: "\n")
    }
}
