extension String {
    /// Without blanks and line ends on either side.
    func trimmingBlanks() -> String { self[...].trimmingBlanks() }
}

extension Substring {
    func trimmingBlanks() -> String {
        let bytes = utf8
        guard let start = bytes.firstIndex(where: { $0 > 0x20 }),
            let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return "" }
        return String(self[start..<bytes.index(after: last)])
    }
}

extension String {
    /// The parts between any of some separators, trimmed, none of them empty.
    func components(_ separators: [String]) -> [String] {
        var parts = [self]
        for separator in separators {
            parts = parts.flatMap { $0.split(separator: separator).map { $0.trimmingBlanks() } }
        }
        return parts.filter { !$0.isEmpty }
    }
}
