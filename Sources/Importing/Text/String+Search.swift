import Glibc

extension StringProtocol where SubSequence == Substring {
    /// Comparing bytes is fast, and exact where canonical equivalence is not.
    func place(of needle: String) -> Range<Index>? {
        let text = self[...]
        guard let offset = text.utf8Span.span.offset(of: needle.utf8Span.span) else { return nil }
        let start = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
        return start..<text.utf8.index(start, offsetBy: needle.utf8.count)
    }

    func lastPlace(of needle: String) -> Range<Index>? {
        var found: Range<Index>?
        var rest = self[...]
        while let place = rest.place(of: needle) {
            found = place
            rest = self[index(after: place.lowerBound)...]
        }
        return found
    }

    func holds(_ needle: String) -> Bool {
        self[...].utf8Span.span.offset(of: needle.utf8Span.span) != nil
    }
}

extension Span<UInt8> {
    func offset(of needle: [UInt8], from start: Int = 0) -> Int? {
        offset(of: needle.span, from: start)
    }

    /// The search is for the first byte, because chat lines are short and matches are rare.
    func offset(of needle: Span<UInt8>, from start: Int = 0) -> Int? {
        guard !needle.isEmpty, count >= needle.count else { return nil }
        let end = count - needle.count + 1
        var from = start
        while let index = offset(of: needle[0], from: from, before: end) {
            var length = 1
            while length < needle.count, self[index + length] == needle[length] { length += 1 }
            if length == needle.count { return index }
            from = index + 1
        }
        return nil
    }

    func offset(of byte: UInt8, from start: Int, before end: Int) -> Int? {
        guard start >= 0, start < end, end <= count else { return nil }
        return unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), end - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}

extension String {
    /// Returns the text without blanks and line ends on either side.
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
    /// Splits at any of several separators. The parts are trimmed and not empty.
    func components(_ separators: [String]) -> [String] {
        var parts = [self]
        for separator in separators {
            parts = parts.flatMap { $0.split(separator: separator).map { $0.trimmingBlanks() } }
        }
        return parts.filter { !$0.isEmpty }
    }
}
