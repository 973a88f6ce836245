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
