extension JSONReader {
    /// Reads a string; nil where the next value is none.
    ///
    /// U+0000 and unpaired surrogates, which no text layout can show, come out as U+FFFD.
    package mutating func string() throws(JSONError) -> String? {
        guard try peek() == .string else { return nil }
        let scanned = try scanString()
        return try text(of: scanned)
    }

    /// Reads a string as the bytes it stands for, which spares large data a copy; nil where the
    /// next value is none.
    package mutating func stringBytes() throws(JSONError) -> ArraySlice<UInt8>? {
        guard try peek() == .string else { return nil }
        let scanned = try scanString()
        try check(scanned)
        return scanned.hasEscapes ? try unescaped(scanned.range)[...] : bytes[scanned.range]
    }

    /// Reads a number; nil where the next value is none.
    package mutating func number() throws(JSONError) -> JSONNumber? {
        guard try peek() == .number else { return nil }
        return JSONNumber(String(decoding: bytes[try scanNumber()], as: UTF8.self))
    }

    /// Reads a boolean; nil where the next value is none.
    package mutating func bool() throws(JSONError) -> Bool? {
        guard try peek() == .bool else { return nil }
        let value = bytes[position] == UInt8(ascii: "t")
        try literal(value ? "true" : "false")
        return value
    }

    /// Reads `null`; false, and reads nothing, where the next value is something else.
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

    /// Passes over a number of RFC 8259 §6's grammar.
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
