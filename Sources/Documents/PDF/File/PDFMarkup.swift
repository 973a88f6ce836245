import Basics
import Scene

/// PDF syntax (ISO 32000-1, 7.3). A space ends every operand, so that another can follow.
struct PDFMarkup {
    private(set) var bytes: [UInt8] = []

    @inline(__always)
    mutating func raw(_ text: StaticString) {
        bytes.append(addingCapacity: text.utf8CodeUnitCount) { room in
            unsafe room.withUnsafeMutableBufferPointer { buffer, used in
                unsafe UnsafeMutableRawBufferPointer(buffer).baseAddress?.copyMemory(
                    from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
                used = text.utf8CodeUnitCount
            }
        }
    }

    /// Appends bytes that are already PDF syntax.
    mutating func raw(_ own: some Collection<UInt8>) { bytes.append(contentsOf: own) }

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    /// Overwrites bytes with the same number of others.
    mutating func replace(at place: Int, with own: [UInt8]) {
        bytes.replaceSubrange(place..<place + own.count, with: own)
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func integer(_ value: Int) {
        bytes.append(addingCapacity: 24) { room in
            Self.append(value.magnitude, places: 0, isNegative: value < 0, to: &room)
        }
    }

    /// Appends a number rounded to thousandths; 0 for NaN and infinity.
    mutating func number(_ value: Double) {
        bytes.append(addingCapacity: 24) { Self.append(value, places: 3, to: &$0) }
    }

    mutating func point(_ point: Point) {
        number(point.x)
        number(point.y)
    }

    /// Appends a point rounded to hundredths; no printer is more precise.
    mutating func place(_ point: Point) {
        bytes.append(addingCapacity: 48) { room in
            Self.append(point.x, places: 2, to: &room)
            Self.append(point.y, places: 2, to: &room)
        }
    }

    @inline(__always)
    private static func append(
        _ value: Double, places: Int, to room: inout OutputSpan<UInt8>
    ) {
        let unit = places == 3 ? 1000.0 : 100
        let scaled = value.magnitude < 1e9 ? UInt(value.magnitude * unit + 0.5) : 0
        append(scaled, places: places, isNegative: value < 0, to: &room)
    }

    /// Appends a number and a space, without trailing zeros.
    ///
    /// Nearly all numbers have up to eight letters, which are written at once: letter by letter,
    /// shapes took twice as long.
    @inline(__always)
    private static func append(
        _ scaled: UInt, places: Int, isNegative: Bool, to room: inout OutputSpan<UInt8>
    ) {
        if isNegative, scaled > 0 { room.append(0x2D) }
        guard scaled < 1_000_000 else { return appendLong(scaled, places: places, to: &room) }
        var letters: UInt64 = 0x20
        var count = 1
        var rest = scaled
        func append(_ letter: UInt) {
            letters = letters << 8 | UInt64(letter)
            count += 1
        }
        // From the last digit.
        for _ in 0..<places {
            if count > 1 || rest % 10 > 0 { append(0x30 + rest % 10) }
            rest /= 10
        }
        if count > 1 { append(0x2E) }
        while rest > 0 {
            append(0x30 + rest % 10)
            rest /= 10
        }
        if count == 1 { append(0x30) }
        unsafe room.withUnsafeMutableBufferPointer { buffer, used in
            guard used + 8 <= buffer.count else { return }
            unsafe UnsafeMutableRawBufferPointer(buffer).storeBytes(
                of: letters.littleEndian, toByteOffset: used, as: UInt64.self)
            used += count
        }
    }

    private static func appendLong(
        _ scaled: UInt, places: Int, to room: inout OutputSpan<UInt8>
    ) {
        let unit: UInt = [1, 10, 100, 1000][places]
        for letter in String(scaled / unit).utf8 { room.append(letter) }
        var rest = scaled % unit
        if rest > 0 { room.append(0x2E) }
        while rest > 0 {
            rest *= 10
            room.append(0x30 + UInt8(rest / unit))
            rest %= unit
        }
        room.append(0x20)
    }

    mutating func point(_ x: Double, _ y: Double) { point(Point(x, y)) }

    /// The three components are written from 0 to 1.
    mutating func color(_ color: Color) {
        bytes.append(addingCapacity: 24) { room in
            Self.append(Double(color.red) / 255, places: 3, to: &room)
            Self.append(Double(color.green) / 255, places: 3, to: &room)
            Self.append(Double(color.blue) / 255, places: 3, to: &room)
        }
    }

    mutating func reference(_ reference: PDFReference) {
        integer(reference.number)
        raw("0 R ")
    }

    /// Appends a name (7.3.5). Bytes that are not regular characters are written as `#xx`.
    mutating func name(_ text: String) {
        byte(0x2F)
        for letter in text.utf8 {
            if Self.isPlain(letter) {
                byte(letter)
            } else {
                byte(0x23)
                hexadecimal(letter)
            }
        }
        byte(0x20)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "(", ")", "<", ">", "[", "]", "{", "}", "/", "%", "#": false
        default: (0x21...0x7E).contains(byte)
        }
    }

    /// The maximum length of a text: PDF/A limits strings to 32,767 bytes (ISO 19005-3, 6.1.13).
    private static let maxTextLength = 16_000

    static func shortened(_ text: String) -> String {
        // A character has at most as many UTF-16 units as bytes, and nearly every text is short.
        guard text.utf8.count > maxTextLength, text.utf16.count > maxTextLength else { return text }
        let end = text.utf16.index(text.startIndex, offsetBy: maxTextLength - 1)
        return text[..<text.unicodeScalars.index(before: text.unicodeScalars.index(after: end))]
            + "…"
    }

    static func withoutPrivateLetters(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0xEE }) else { return text }
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            kept.append(scalar.properties.generalCategory == .privateUse ? "\u{FFFD}" : scalar)
        }
        return String(kept)
    }

    /// Appends a BCP 47 language tag if it is well-formed (ISO 19005-3, 6.7.4).
    mutating func language(_ tag: String) {
        let isTag = tag.utf8.split(separator: 0x2D, omittingEmptySubsequences: false).enumerated()
            .allSatisfy { place, part in
                (1...8).contains(part.count)
                    && part.allSatisfy { letter in
                        ASCII.isLetter(letter) || (place > 0 && ASCII.isDigit(letter))
                    }
            }
        guard isTag else { return }
        raw("/Lang")
        text(tag)
    }

    /// Appends a text string (7.9.2.2): unchanged if ASCII, otherwise as UTF-16.
    mutating func text(_ whole: String) {
        let text = PDFMarkup.shortened(whole)
        byte(0x28)
        let letters = text.utf8.span
        let isASCII = letters.indices.allSatisfy { place in
            let letter = letters[place]
            return letter < 0x7F && (letter >= 0x20 || letter == 0x0A || letter == 0x09)
        }
        bytes.append(addingCapacity: 2 + 4 * letters.count) { room in
            if isASCII {
                for place in letters.indices { Self.literal(letters[place], to: &room) }
            } else {
                room.append(0xFE)
                room.append(0xFF)
                for unit in text.utf16 { Self.literal(unit, to: &room) }
            }
        }
        byte(0x29)
    }

    /// Appends codes of two bytes within a literal string.
    mutating func literals(codesOf glyphs: [GlyphRun.Glyph], in range: Range<Int>) {
        bytes.append(addingCapacity: 4 * range.count) { room in
            for place in range { Self.literal(glyphs[place].code, to: &room) }
        }
    }

    @inline(__always)
    private static func literal(_ unit: UInt16, to room: inout OutputSpan<UInt8>) {
        literal(UInt8(unit >> 8), to: &room)
        literal(UInt8(truncatingIfNeeded: unit), to: &room)
    }

    /// Appends a byte within a literal string (7.3.4.2), where readers would treat a bare CR as LF.
    @inline(__always)
    private static func literal(_ byte: UInt8, to room: inout OutputSpan<UInt8>) {
        switch byte {
        case 0x28, 0x29, 0x5C:
            room.append(0x5C)
            room.append(byte)
        case 0x0D:
            room.append(0x5C)
            room.append(0x72)
        default: room.append(byte)
        }
    }

    /// Appends a date (7.9.4) from ISO 8601: `2026-05-31T09:40:00+02:00` is
    /// `(D:20260531094000+02'00)`.
    mutating func date(_ moment: String) {
        raw("(D:")
        for letter in moment.utf8.prefix(19) where ASCII.isDigit(letter) { byte(letter) }
        let zone = moment.utf8.dropFirst(19).drop { !Array("Z+-".utf8).contains($0) }
        for letter in zone { byte(letter == 0x3A ? 0x27 : letter) }
        raw(")")
    }

    mutating func hexadecimal(_ byte: UInt8) {
        self.byte(Hexadecimal.digit(byte >> 4))
        self.byte(Hexadecimal.digit(byte & 15))
    }

    /// Appends the code of a glyph and its text, for a map to Unicode (9.10.3).
    mutating func mapping(from code: UInt16, to units: String.UTF16View) {
        bytes.append(addingCapacity: 16 + 4 * Self.maxMappedUnits) { room in
            room.append(0x3C)
            Self.hexadecimal(code, to: &room)
            room.append(0x3E)
            room.append(0x3C)
            var rest = Self.maxMappedUnits
            for unit in units {
                // No glyph may map to these units (ISO 19005-3, 6.2.11.7.2).
                let isForbidden = unit == 0 || unit == 0xFEFF || unit == 0xFFFE
                Self.hexadecimal(isForbidden ? 0x200B : unit, to: &room)
                rest -= 1
                if rest == 0 { break }
            }
            room.append(0x3E)
            room.append(0x0A)
        }
    }

    /// Readers need not support longer entries (Adobe Technical Note 5014).
    private static let maxMappedUnits = 128

    @inline(__always)
    private static func hexadecimal(_ unit: UInt16, to room: inout OutputSpan<UInt8>) {
        room.append(Hexadecimal.digit(UInt8(unit >> 12)))
        room.append(Hexadecimal.digit(UInt8(unit >> 8 & 15)))
        room.append(Hexadecimal.digit(UInt8(unit >> 4 & 15)))
        room.append(Hexadecimal.digit(UInt8(unit & 15)))
    }
}

struct PDFReference: Hashable {
    let number: Int
}
