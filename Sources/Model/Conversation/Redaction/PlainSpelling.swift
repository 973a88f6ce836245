/// The ways to write a name without diacritics, as in handles and on foreign keyboards.
enum PlainSpelling: CaseIterable {
    /// Holzenbein, Wojcik, Soren, Петр.
    case bare
    /// Hoelzenbein, Soeren, Aas.
    case digraphs

    private static let minLetters = 4

    /// Returns the letters of a folded word without diacritics.
    static func letters(of word: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var letters: [Unicode.Scalar] = []
        for scalar in word where !(0x300...0x36F).contains(scalar.value) {
            if let plain = scalar.isASCII ? nil : bare.letters(for: scalar) {
                letters += plain.unicodeScalars
            } else {
                letters.append(scalar)
            }
        }
        return letters
    }

    /// Returns nil for a name that has no diacritics, or few letters.
    func spelling(of name: String) -> String? {
        var plain = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if let last = plain.last, let letters = letters(for: scalar, after: last) {
                plain.append(contentsOf: letters.unicodeScalars)
            } else if let letters = letters(for: scalar) {
                plain.append(contentsOf: letters.unicodeScalars)
            } else {
                plain.append(scalar)
            }
        }
        let spelling = String(plain)
        return plain.count >= PlainSpelling.minLetters && spelling != name ? spelling : nil
    }

    /// Returns the replacement of a mark after a letter; nil if the mark belongs to the letter, as
    /// in й and in scripts whose vowels are marks.
    private func letters(for mark: Unicode.Scalar, after last: Unicode.Scalar) -> String? {
        guard (0x300...0x36F).contains(mark.value) else { return nil }
        guard last.isASCII else { return last == "е" && mark.value == 0x308 ? "" : nil }
        guard self == .digraphs else { return "" }
        switch (last, mark.value) {
        case ("a", 0x308), ("o", 0x308), ("u", 0x308): return "e"
        case ("a", 0x30A): return "a"
        default: return ""
        }
    }

    private func letters(for scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "ł": "l"
        case "đ", "ð": "d"
        case "ħ": "h"
        case "þ": "th"
        case "æ": "ae"
        case "œ": "oe"
        case "ø": self == .digraphs ? "oe" : "o"
        default: nil
        }
    }
}
