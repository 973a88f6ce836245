extension StringProtocol where SubSequence == Substring {
    /// Where some text first stands, compared byte by byte: fast, and exact where canonical
    /// equivalence would not be.
    func place(of needle: String) -> Range<Index>? {
        let text = Substring(self)
        let wanted = Array(needle.utf8)
        guard let offset = text.utf8Span.span.offset(of: wanted) else { return nil }
        let start = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
        return start..<text.utf8.index(start, offsetBy: wanted.count)
    }

    func holds(_ needle: String) -> Bool {
        Substring(self).utf8Span.span.offset(of: Array(needle.utf8)) != nil
    }
}

extension Span<UInt8> {
    /// The first offset of some bytes; chat lines are short and needles rare, so plainly.
    func offset(of needle: [UInt8], from start: Int = 0) -> Int? {
        guard let first = needle.first, count >= needle.count else { return nil }
        var index = start
        let last = count - needle.count
        while index <= last {
            if self[index] == first {
                var length = 1
                while length < needle.count, self[index + length] == needle[length] { length += 1 }
                if length == needle.count { return index }
            }
            index += 1
        }
        return nil
    }
}

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
