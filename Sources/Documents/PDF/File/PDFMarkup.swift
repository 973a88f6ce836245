import Basics
import Scene

/// PDF syntax (ISO 32000-1, 7.3). A space ends every operand, so that another can follow.
struct PDFMarkup {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { text in unsafe bytes.append(contentsOf: text) }
    }

    /// Appends bytes that are already PDF syntax.
    mutating func raw(_ own: [UInt8]) { bytes.append(contentsOf: own) }

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    /// Overwrites bytes with the same number of others.
    mutating func replace(at place: Int, with own: [UInt8]) {
        bytes.replaceSubrange(place..<place + own.count, with: own)
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func integer(_ value: Int) {
        if value < 0 { bytes.append(0x2D) }
        DecimalDigits.append(value.magnitude, to: &bytes)
        bytes.append(0x20)
    }

    /// Appends a number rounded to thousandths; 0 for NaN and infinity.
    mutating func number(_ value: Double) {
        DecimalDigits.append(thousandths: value, below: 1e9, leadingZero: false, to: &bytes)
        bytes.append(0x20)
    }

    mutating func point(_ point: Point) {
        number(point.x)
        number(point.y)
    }

    /// Appends a point rounded to hundredths; no printer is more precise.
    mutating func place(_ point: Point) {
        number((point.x * 100).rounded() / 100)
        number((point.y * 100).rounded() / 100)
    }

    mutating func point(_ x: Double, _ y: Double) { point(Point(x, y)) }

    /// The three components are written from 0 to 1.
    mutating func color(_ color: Color) {
        number(Double(color.red) / 255)
        number(Double(color.green) / 255)
        number(Double(color.blue) / 255)
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
        if text.utf8.allSatisfy({ $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A || $0 == 0x09) }) {
            for letter in text.utf8 { literal(letter) }
        } else {
            byte(0xFE)
            byte(0xFF)
            for unit in text.utf16 { literal(unit) }
        }
        byte(0x29)
    }

    /// Appends a byte within a literal string (7.3.4.2), where readers would treat a bare CR as LF.
    mutating func literal(_ byte: UInt8) {
        switch byte {
        case 0x28, 0x29, 0x5C:
            self.byte(0x5C)
            self.byte(byte)
        case 0x0D: raw("\\r")
        default: self.byte(byte)
        }
    }

    mutating func literal(_ unit: UInt16) {
        literal(UInt8(unit >> 8))
        literal(UInt8(truncatingIfNeeded: unit))
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

    mutating func hexadecimal(_ unit: UInt16) {
        hexadecimal(UInt8(unit >> 8))
        hexadecimal(UInt8(truncatingIfNeeded: unit))
    }
}

struct PDFReference: Hashable {
    let number: Int
}
