import Basics

enum WordBoundary {
    private enum Kind { case letter, digit, none }

    /// Returns whether two adjacent characters are in the same word, so that a name cannot end
    /// between them.
    ///
    /// The result is always false in scripts without spaces between words, or in which particles
    /// directly follow names.
    static func joins(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        let kind = kind(of: first)
        return kind != .none && kind == self.kind(of: second)
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            if ASCII.isDigit(byte) { return .digit }
            return ASCII.isLetter(byte) ? .letter : .none
        }
        if isUnspaced(scalar) { return .none }
        let properties = scalar.properties
        if properties.numericType == .decimal { return .digit }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: return .letter
        default: return properties.isAlphabetic ? .letter : .none
        }
    }

    /// Returns whether a character's script has no spaces between words. Hangul is included because
    /// particles directly follow names.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0xE00: false
        // Thai, Lao, Tibetan, Burmese.
        case 0xE00...0x109F: true
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFFA0...0xFFDC:
            true
        // Khmer, Tai, Balinese, Javanese.
        case 0x1780...0x17FF, 0x1950...0x19FF, 0x1A20...0x1AAF, 0x1B00...0x1B7F: true
        case 0xA980...0xA9FF, 0xAA60...0xAADF: true
        // Han, kana, bopomofo, Yi.
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x312F: true
        case 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0xA4CF, 0xF900...0xFAFF: true
        case 0xFF66...0xFF9F, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// The maximum number of prefix letters. Hebrew puts up to four before a name: וכשל, "and when
    /// to".
    static let maxPrefixes = 4

    /// Returns whether a character is a letter that Hebrew and Arabic join to the next word: and,
    /// in, to.
    static func isPrefix(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "ו", "ה", "ב", "ל", "מ", "ש", "כ", "و", "ف", "ب", "ل", "ك", "س": true
        default: false
        }
    }
}
