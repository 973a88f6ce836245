/// The letters and digits of a text, by which pages and messages are compared: pages break lines,
/// and draw punctuation and emoji in many ways.
enum PageLetters {
    /// Represents a glyph for which the font does not state a text.
    static let unknown: Unicode.Scalar = "\u{FFFD}"

    private static func spaced(
        _ text: String, where isCompared: (Unicode.Scalar) -> Bool
    ) -> [SpacedSign] {
        var signs: [SpacedSign] = []
        var gap = SpacedSign.Gap.unknown
        var isEmojiBase = false
        for scalar in text.unicodeScalars {
            if isEmojiMark(scalar) {
                if isEmojiBase { signs.removeLast() }
                isEmojiBase = false
                continue
            }
            guard scalar == unknown || isCompared(scalar) else {
                isEmojiBase = false
                gap = gap.followed(by: scalar)
                continue
            }
            isEmojiBase = scalar.properties.isEmoji
            signs.append(SpacedSign(scalar: scalar, gap: gap))
            gap = .none
        }
        return signs
    }

    /// Returns the letters, digits, punctuation, and mathematical and currency signs of a text, by
    /// which two renderings of the same conversation are compared.
    static func signs(of text: String) -> [SpacedSign] {
        spaced(text) { $0.isLetterOrDigit || $0.isPunctuationOrSign }
    }

    static func letters(of text: String) -> [Unicode.Scalar] {
        spaced(text, where: \.isLetterOrDigit).map(\.scalar)
    }

    /// Returns whether a scalar turns the previous digit or letter into an emoji.
    static func isEmojiMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{FE0F}" || scalar == "\u{20E3}"
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber:
            !properties.isEmojiPresentation
        default: false
        }
    }

    /// Whether the scalar is punctuation or a sign. The hyphen of a soft hyphen is excluded,
    /// because it depends on line breaks.
    fileprivate var isPunctuationOrSign: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .currencySymbol, .mathSymbol:
            !properties.isEmojiPresentation && self != "\u{2010}"
        default: false
        }
    }
}
