extension JSONReader {
    mutating func skipBlanks() throws(JSONError) {
        while try has(position) {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
            if position - asked >= Self.bytesBetweenQuestions { try ask(at: position) }
        }
    }

    /// Whether everything read so far is whitespace.
    var isBlank: Bool {
        passed == 0 && bytes.allSatisfy { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    }

    func fault(_ fault: JSONError.Fault, at offset: Int? = nil) -> JSONError {
        .syntax(place(at: offset ?? position), fault)
    }

    /// Converts an index in the window to a position in the whole text.
    func place(at index: Int) -> JSONPosition {
        begin.counted(on: bytes, from: beginIndex, to: index, offset: passed + index)
    }

    /// Identifies the most common mistakes at the beginning of a value.
    mutating func notAValue(_ byte: UInt8) throws(JSONError) -> JSONError {
        switch byte {
        case UInt8(ascii: "'"): fault(.singleQuote)
        case UInt8(ascii: "/"), UInt8(ascii: "#"): fault(.comment)
        case UInt8(ascii: ","): fault(.strayComma)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            fault(.unknownLiteral)
        case 0x80...: try outsideASCII(.notAValue(byte))
        default: fault(.notAValue(byte))
        }
    }

    mutating func keyFault() throws(JSONError) -> JSONError {
        switch bytes[position] {
        case UInt8(ascii: "/"), UInt8(ascii: "#"): fault(.comment)
        case UInt8(ascii: ","): fault(.strayComma)
        case 0x80...: try outsideASCII(.unquotedKey)
        default: fault(.unquotedKey)
        }
    }

    /// Classifies a byte above 0x7F: either a misplaced character or invalid UTF-8.
    private mutating func outsideASCII(
        _ otherwise: JSONError.Fault
    ) throws(JSONError) -> JSONError {
        var end = position
        while try has(end), bytes[end] >= 0x80 { end += 1 }
        guard String(validating: bytes[position..<end], as: UTF8.self) == nil else {
            return fault(otherwise)
        }
        return encodingFault(in: position..<end)
    }

    /// Returns the error for the first invalid UTF-8 byte in a range.
    func encodingFault(in range: Range<Int>) -> JSONError {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span.extracting(range))
            return .encoding(offset: passed + range.lowerBound)
        } catch {
            return .encoding(offset: passed + range.lowerBound + error.byteOffsets.lowerBound)
        }
    }

    private static let maxKeys = 1 << 16

    /// Records a member name, and reports a duplicate in the same object.
    mutating func note(_ key: String, _ scanned: ScannedString) {
        let frame = frames.count - 1
        let first = frames[frame].firstKey
        if let count = wideKeys[frame]?.count {
            // With more names than this, duplicates are no longer detected.
            guard count < Self.maxKeys else { return }
            if wideKeys[frame]?.insert(key).inserted == false { report() }
            return
        }
        let signature =
            scanned.hasEscapes
            ? key.utf8.reduce(0) { ($0 << 7 | $0 >> 57) ^ UInt64($1) } : scanned.signature
        for seen in keys[first...] where seen.signature == signature {
            if decoded(seen.range) == key { return report() }
        }
        keys.append(Key(range: scanned.range, signature: signature))
        if keys.count - first == 32 {
            wideKeys[frame] = Set(keys[first...].map { decoded($0.range) })
        }
    }

    private mutating func report() {
        guard duplicates.count < 100 else { return }
        duplicates.append(pointer)
    }
}
