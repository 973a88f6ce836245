extension JSONReader {
    /// Reads a string. Returns nil if the next value is not a string.
    ///
    /// U+0000 and unpaired surrogates, which no text layout can show, are replaced by U+FFFD.
    package mutating func string() throws(JSONError) -> String? {
        guard try peek() == .string else { return nil }
        let scanned = try scanString()
        return try text(of: scanned)
    }

    /// Reads a string as its decoded bytes, which saves a copy of large data. Returns nil if the
    /// next value is not a string.
    package mutating func stringBytes() throws(JSONError) -> ArraySlice<UInt8>? {
        guard try peek() == .string else { return nil }
        let scanned = try scanString()
        try check(scanned)
        return scanned.hasEscapes ? try unescaped(scanned.range)[...] : bytes[scanned.range]
    }

    package mutating func number() throws(JSONError) -> JSONNumber? {
        guard try peek() == .number else { return nil }
        return JSONNumber(String(decoding: bytes[try scanNumber()], as: UTF8.self))
    }

    package mutating func bool() throws(JSONError) -> Bool? {
        guard try peek() == .bool else { return nil }
        let value = bytes[position] == UInt8(ascii: "t")
        try literal(value ? "true" : "false")
        return value
    }

    /// Reads `null`. Returns false and reads nothing if the next value is not null.
    @discardableResult
    package mutating func null() throws(JSONError) -> Bool {
        guard try peek() == .null else { return false }
        try literal("null")
        return true
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        let start = position
        for expected in word.description.utf8 {
            guard try has(position), bytes[position] == expected else {
                let isShort = position == bytes.count
                position = isShort ? position : start
                throw fault(isShort ? .unexpectedEnd : .unknownLiteral)
            }
            position += 1
        }
    }

    /// Scans a number in the grammar of RFC 8259 §6.
    mutating func scanNumber() throws(JSONError) -> Range<Int> {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        if try has(position), bytes[position] == UInt8(ascii: "0") {
            position += 1
            if try has(position), isDigit(bytes[position]) { throw fault(.leadingZero) }
        } else {
            try digits()
        }
        if try has(position), bytes[position] == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if try has(position), bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if try has(position),
                bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
            {
                position += 1
            }
            try digits()
        }
        return start..<position
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while try has(position), isDigit(bytes[position]) { position += 1 }
        guard position > start else {
            throw fault(position < bytes.count ? .malformedNumber : .unexpectedEnd)
        }
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
