extension MultipartReader {
    /// Returns the ranges of a mail's parts, each with its header fields (RFC 2046 §5.1).
    ///
    /// Many programs may have modified the files of mails: lines may end with only LF, text may
    /// precede the first boundary, and the last boundary may be missing.
    package static func parts(
        ofMail bytes: [UInt8], in range: Range<Int>, boundary: String,
        limits: MultipartLimits = MultipartLimits()
    ) throws(MultipartFault) -> [Range<Int>] {
        let search = ByteSearch([ASCII.hyphen, ASCII.hyphen] + (try characters(of: boundary)))
        var parts: [Range<Int>] = []
        var start: Int?
        var index = range.lowerBound
        while let found = search.first(in: bytes[..<range.upperBound], from: index) {
            index = found + search.count
            let isAtLineStart = found == range.lowerBound || bytes[found - 1] == ASCII.lineFeed
            guard isAtLineStart,
                let end = lineEnd(after: index, in: bytes[..<range.upperBound])
            else { continue }
            if let start { parts.append(start..<content(of: bytes, from: start, to: found)) }
            guard parts.count < limits.parts else { throw .tooManyParts(limit: limits.parts) }
            start = end.isLast ? nil : end.next
            index = max(index, end.next)
            if end.isLast { return parts }
        }
        if let start { parts.append(start..<range.upperBound) }
        return parts
    }

    /// Returns the start of the line after a boundary, or nil for text that only begins like a
    /// boundary.
    private static func lineEnd(
        after start: Int, in bytes: ArraySlice<UInt8>
    ) -> (next: Int, isLast: Bool)? {
        let isLast = bytes[start...].starts(with: [ASCII.hyphen, ASCII.hyphen])
        var index = isLast ? start + 2 : start
        while index < bytes.endIndex, ASCII.isBlank(bytes[index]) { index += 1 }
        if index < bytes.endIndex, bytes[index] == ASCII.carriageReturn { index += 1 }
        guard index < bytes.endIndex else { return (index, isLast) }
        return bytes[index] == ASCII.lineFeed ? (index + 1, isLast) : nil
    }

    /// Returns the end of the content: the line end before a boundary belongs to the boundary.
    private static func content(of bytes: [UInt8], from start: Int, to end: Int) -> Int {
        var end = end
        if end > start, bytes[end - 1] == ASCII.lineFeed { end -= 1 }
        if end > start, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
        return end
    }
}
