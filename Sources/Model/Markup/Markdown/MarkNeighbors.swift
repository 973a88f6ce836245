/// The characters on either side of a position in a line of UTF-8, classified as in CommonMark
/// (6.2).
struct MarkNeighbors {
    struct Character {
        let scalar: Unicode.Scalar

        var isBlank: Bool { scalar.properties.isWhitespace }

        var isPunctuation: Bool {
            switch scalar.properties.generalCategory {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
                .initialPunctuation, .finalPunctuation, .otherPunctuation:
                true
            default: scalar.isASCII && isSign
            }
        }

        /// Whether the character is punctuation in any edition of CommonMark; later editions count
        /// more characters.
        var isSign: Bool {
            switch scalar.properties.generalCategory {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
                .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
                .currencySymbol, .modifierSymbol, .otherSymbol:
                true
            default: false
            }
        }
    }

    let bytes: [UInt8]
    let line: Range<Int>

    func after(_ offset: Int) -> Character? {
        guard offset < line.upperBound else { return nil }
        let end = min(offset + 4, line.upperBound)
        return String(decoding: bytes[offset..<end], as: UTF8.self).unicodeScalars.first
            .map { Character(scalar: $0) }
    }

    func before(_ offset: Int) -> Character? {
        guard offset > line.lowerBound else { return nil }
        var start = offset - 1
        while start > line.lowerBound, offset - start < 4, bytes[start] & 0xC0 == 0x80 {
            start -= 1
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self).unicodeScalars.last
            .map { Character(scalar: $0) }
    }
}
