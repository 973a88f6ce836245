extension JSONReader {
    /// A string in the text, without its quotes.
    struct ScannedString {
        var range: Range<Int>
        var hasEscapes: Bool
        var isASCII: Bool
        /// A hash of the bytes: equal for equal bytes, rarely equal for others.
        var signature: UInt64
    }

    /// Scans a string. `position` must be at the opening quote.
    mutating func scanString() throws(JSONError) -> ScannedString {
        let scanned = try scan(from: position + 1)
        position = scanned.range.upperBound + 1
        return scanned
    }

    /// Finds the end of a string in one pass over its bytes.
    private mutating func scan(from start: Int) throws(JSONError) -> ScannedString {
        var index = start
        var hasEscapes = false
        var high: UInt8 = 0
        var signature: UInt64 = 0
        repeat {
            let span = bytes.span
            while index < span.count {
                let byte = span[index]
                if byte == UInt8(ascii: "\"") {
                    return ScannedString(
                        range: start..<index, hasEscapes: hasEscapes, isASCII: high < 0x80,
                        signature: signature)
                }
                if byte == UInt8(ascii: "\\") {
                    hasEscapes = true
                    index += 1
                } else if byte < 0x20 {
                    // RFC 8259 §7: control characters must be escaped.
                    throw fault(.controlCharacter(byte), at: index)
                }
                high |= byte
                signature = (signature << 7 | signature >> 57) ^ UInt64(byte)
                index += 1
            }
        } while try grow()
        throw fault(.unterminatedString, at: start - 1)
    }

    func text(of scanned: ScannedString) throws(JSONError) -> String {
        if scanned.hasEscapes {
            if !scanned.isASCII { try checkEncoding(of: scanned.range) }
            return String(decoding: try unescaped(scanned.range), as: UTF8.self)
        }
        if scanned.isASCII { return String(decoding: bytes[scanned.range], as: UTF8.self) }
        guard let text = String(validating: bytes[scanned.range], as: UTF8.self) else {
            throw encodingFault(in: scanned.range)
        }
        return text
    }

    /// Checks that a string is valid UTF-8 with valid escapes.
    func check(_ scanned: ScannedString) throws(JSONError) {
        if !scanned.isASCII { try checkEncoding(of: scanned.range) }
        if scanned.hasEscapes { _ = try unescaped(scanned.range) }
    }

    private func checkEncoding(of range: Range<Int>) throws(JSONError) {
        guard String(validating: bytes[range], as: UTF8.self) != nil else {
            throw encodingFault(in: range)
        }
    }

    /// Returns a member name that has already been checked.
    func decoded(_ range: Range<Int>) -> String {
        let decoded = try? unescaped(range)
        return decoded.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func unescaped(_ range: Range<Int>) throws(JSONError) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\") else {
                out.append(byte)
                index += 1
                continue
            }
            let escape = bytes[index + 1]
            switch escape {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(escape)
            case UInt8(ascii: "b"): out.append(0x08)
            case UInt8(ascii: "f"): out.append(0x0C)
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "u"):
                index = try appendScalar(at: index, before: range.upperBound, to: &out)
                continue
            case UInt8(ascii: "x") where knowsByteEscapes:
                guard let value = byteEscape(at: index, before: range.upperBound) else {
                    throw fault(.unknownEscape(escape), at: index)
                }
                let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value)
                out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index += 4
                continue
            default: throw fault(.unknownEscape(escape), at: index)
            }
            index += 2
        }
        return out
    }

    /// Appends the scalar of `\uXXXX`, or of a surrogate pair, and returns the index after it.
    private func appendScalar(
        at start: Int, before end: Int, to out: inout [UInt8]
    ) throws(JSONError) -> Int {
        let first = try codeUnit(at: start, before: end)
        var index = start + 6
        var value = UInt32(first)
        if first & 0xFC00 == 0xD800, index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        {
            let second = try codeUnit(at: index, before: end)
            if second & 0xFC00 == 0xDC00 {
                value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
                index += 6
            }
        }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        out.append(
            contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
        return index
    }

    /// Returns the value of `\xNN`, or nil if it is malformed.
    private func byteEscape(at start: Int, before end: Int) -> UInt8? {
        guard start + 4 <= end else { return nil }
        return hexadecimal(bytes[start + 2..<start + 4]).map(UInt8.init)
    }

    private func codeUnit(at start: Int, before end: Int) throws(JSONError) -> UInt16 {
        guard start + 6 <= end else { throw fault(.malformedUnicodeEscape, at: start) }
        guard let value = hexadecimal(bytes[start + 2..<start + 6]) else {
            throw fault(.malformedUnicodeEscape, at: start)
        }
        return value
    }

    /// Returns the value of up to four hexadecimal digits, or nil if any is invalid.
    private func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt16? {
        var value: UInt16 = 0
        for byte in digits {
            guard let digit = Hexadecimal.value(byte) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
