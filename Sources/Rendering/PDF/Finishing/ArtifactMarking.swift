/// Marks what a page paints outside all marked content as an artifact, which no reader is told of: PDF/UA
/// (ISO 14289-1, 7.1) allows nothing that is neither.
///
/// Cairo has no tag for it. Every stretch between two parts becomes `/Artifact BMC … EMC`; the parts
/// themselves and whatever is nested in them stay as they are.
struct ArtifactMarking {
    private var output: [UInt8] = []
    private var depth = 0
    /// Where the stretch outside of parts begins, and whether it does anything.
    private var stretch = 0
    private var isPainting = false
    /// Where the operands of the coming operator begin.
    private var operands: Int?

    static func mark(_ content: Span<UInt8>) -> [UInt8] {
        var marking = ArtifactMarking()
        marking.output.reserveCapacity(content.count + content.count / 8)
        marking.scan(content)
        return marking.output
    }

    private mutating func scan(_ content: Span<UInt8>) {
        var offset = 0
        while offset < content.count {
            let byte = content[offset]
            if Self.isWhite(byte) {
                offset += 1
                continue
            }
            let start = offset
            offset = Self.end(of: content, tokenAt: start)
            if Self.isOperator(byte) {
                take(content, operatorAt: start..<offset)
            } else if operands == nil {
                operands = start
            }
        }
        endStretch(content, at: content.count)
    }

    private mutating func take(_ content: Span<UInt8>, operatorAt range: Range<Int>) {
        defer { operands = nil }
        // BDC, BMC, EMC: three letters that end in MC or DC; nothing else in PDF does.
        guard range.count == 3, content[range.lowerBound + 2] == 0x43 else {
            isPainting = isPainting || depth == 0
            return
        }
        switch (content[range.lowerBound], content[range.lowerBound + 1]) {
        case (0x42, 0x44), (0x42, 0x4D):
            if depth == 0 { endStretch(content, at: operands ?? range.lowerBound) }
            depth += 1
        case (0x45, 0x4D):
            depth = max(0, depth - 1)
            if depth == 0 {
                copy(content, stretch..<range.upperBound)
                output.append(0x0A)
                stretch = range.upperBound
            }
        default: isPainting = isPainting || depth == 0
        }
    }

    /// Writes what lay outside, as an artifact where it did anything.
    private mutating func endStretch(_ content: Span<UInt8>, at end: Int) {
        if isPainting { output += Self.opening }
        copy(content, stretch..<end)
        if isPainting { output += Self.closing }
        isPainting = false
        stretch = end
    }

    private mutating func copy(_ content: Span<UInt8>, _ range: Range<Int>) {
        unsafe content.extracting(range).withUnsafeBufferPointer {
            unsafe output.append(contentsOf: $0)
        }
    }

    private static let opening = Array("/Artifact BMC\n".utf8)
    private static let closing = Array("\nEMC\n".utf8)

    private static func isWhite(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x28, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D, 0x2F, 0x25: true
        default: false
        }
    }

    /// Operators begin with a letter or a quote; numbers, names, strings and brackets do not.
    private static func isOperator(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x27 || byte == 0x22
    }

    private static func end(of content: Span<UInt8>, tokenAt start: Int) -> Int {
        switch content[start] {
        case 0x28: return endOfString(content, start)
        case 0x3C:
            // A hexadecimal string, or the two letters that open a dictionary.
            if start + 1 < content.count, content[start + 1] == 0x3C { return start + 2 }
            var end = start + 1
            while end < content.count, content[end] != 0x3E { end += 1 }
            return min(end + 1, content.count)
        case 0x5B, 0x5D, 0x3E, 0x29, 0x7B, 0x7D, 0x25: return start + 1
        default:
            var end = start + 1
            while end < content.count, !isWhite(content[end]), !isDelimiter(content[end]) {
                end += 1
            }
            return end
        }
    }

    /// ISO 32000-1, 7.3.4.2: parentheses nest, and a backslash takes the next byte out of the count.
    private static func endOfString(_ content: Span<UInt8>, _ start: Int) -> Int {
        var end = start
        var nesting = 0
        while end < content.count {
            switch content[end] {
            case 0x5C: end += 1
            case 0x28: nesting += 1
            case 0x29: nesting -= 1
            default: break
            }
            end += 1
            if nesting == 0 { break }
        }
        return min(end, content.count)
    }
}
