import Basics

/// The forms of a person's name: its parts, and the short forms in use.
struct NameParts {
    /// The parts that are hidden everywhere.
    private(set) var parts: [String] = []
    /// The parts that are not hidden, because they are everyday words.
    private(set) var everyday: [String] = []
    /// The joined forms that handles and file names make of several parts.
    private(set) var joined: [String] = []
    /// The initials with periods: "Z.Q."
    private(set) var initialForms: [String] = []
    /// The first letter of each part, folded.
    private(set) var initials: Set<Unicode.Scalar> = []

    private static let minLetters = 3
    /// The minimum length in Han, Hangul and kana, where two characters may be a name.
    private static let minUnspacedLetters = 2
    private static let minJoinedLetters = 6
    /// The maximum number of parts. No name has more, but an address book's entry may.
    private static let maxWords = 12
    /// The particles between names, in all languages.
    private static let particles: Set<String> = [
        "abu", "bin", "bint", "dal", "das", "del", "dela", "della", "den", "der", "des", "dos",
        "ibn", "les", "los", "san", "ter", "und", "van", "vom", "von", "zum", "zur",
    ]

    /// - Parameter everydayWords: the folded everyday words of the conversation's language.
    init(_ name: String, everydayWords: Set<String>, _ folding: Folding) {
        let words = NameParts.words(of: name).prefix(NameParts.maxWords).map {
            (text: $0, folded: String(String.UnicodeScalarView(folding.fold(name: $0))))
        }
        var known: Set<String> = []
        func add(_ text: String, _ folded: String) {
            guard !NameParts.particles.contains(folded), known.insert(folded).inserted else {
                return
            }
            if everydayWords.contains(folded) { everyday.append(text) } else { parts.append(text) }
        }
        for word in words where NameParts.isLongEnough(word.text) {
            add(word.text, word.folded)
            if let spelling = PlainSpelling.digraphs.spelling(of: word.folded) {
                add(spelling, spelling)
            }
        }
        if words.count == 1, let name = words.first?.text {
            for part in NameParts.givenNames(in: name) {
                add(part, String(String.UnicodeScalarView(folding.fold(name: part))))
            }
        }
        let spaced = words.filter { NameParts.isSpaced($0.text) }.map(\.folded)
        addForms(of: spaced)
        for alphabet in PlainSpelling.allCases {
            let plain = spaced.map { alphabet.spelling(of: $0) ?? $0 }
            if plain != spaced { addJoinedForms(of: plain) }
        }
    }

    /// Splits a name into words of letters, without digits and signs. An apostrophe is part of its
    /// word ("O'Neil").
    static func words(of name: String) -> [String] {
        let scalars = Array(name.composed.unicodeScalars)
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if isLetter(scalar) {
                if let last = word.last, !isOneWord(last, scalar) {
                    words.append(String(word))
                    word = String.UnicodeScalarView()
                }
                word.append(scalar)
            } else if isApostrophe(scalar), !word.isEmpty, index + 1 < scalars.count,
                isLetter(scalars[index + 1])
            {
                word.append(scalar)
            } else if !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        return word.isEmpty ? words : words + [String(word)]
    }

    private static func isOneWord(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        isApostrophe(first) || WordBoundary.joins(first, second)
            || (WordBoundary.isUnspaced(first) && WordBoundary.isUnspaced(second))
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isAlphabetic { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'" || scalar == "\u{2019}"
    }

    private static func isSpaced(_ word: String) -> Bool {
        !word.unicodeScalars.contains(where: WordBoundary.isUnspaced)
    }

    private static func letters(of word: String) -> Int {
        word.unicodeScalars.count { $0.properties.isAlphabetic }
    }

    private static func isLongEnough(_ word: String) -> Bool {
        let isShort = word.unicodeScalars.allSatisfy { isHan($0) || isHangul($0) || isKana($0) }
        return letters(of: word) >= (isShort ? minUnspacedLetters : minLetters)
    }

    /// Returns the parts of a Chinese or Korean name without a space: the last two of three
    /// characters, or both halves of four.
    private static func givenNames(in name: String) -> [String] {
        let letters = name.unicodeScalars
        guard (3...4).contains(letters.count),
            letters.allSatisfy(isHan) || letters.allSatisfy(isHangul)
        else { return [] }
        let last = String(String.UnicodeScalarView(letters.suffix(2)))
        return letters.count == 3
            ? [last] : [String(String.UnicodeScalarView(letters.prefix(2))), last]
    }

    private static func isHan(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        (0xAC00...0xD7A3).contains(scalar.value)
    }

    private static func isKana(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        default: false
        }
    }

    // MARK: - Forms

    private mutating func addForms(of words: [String]) {
        let firstLetters = words.compactMap(\.unicodeScalars.first)
        initials = Set(firstLetters)
        guard words.count > 1 else { return }
        addJoinedForms(of: words)
        let letters = firstLetters.map { String($0) }
        for letters in letters.count > 2
            ? [letters, [letters[0], letters[letters.count - 1]]]
            : [letters]
        {
            let form = letters.joined(separator: ".")
            initialForms += [form, form + ".", letters.joined(separator: ". ") + "."]
        }
    }

    private mutating func addJoinedForms(of words: [String]) {
        guard let first = words.first, let last = words.last, words.count > 1 else { return }
        for joined in [words.joined(), first + last, last + first]
        where NameParts.letters(of: joined) >= NameParts.minJoinedLetters {
            self.joined.append(joined)
        }
        // These forms count only as handles: for Bob Ridge, "bridge" is an ordinary word.
        if last.unicodeScalars.count >= NameParts.minLetters,
            first.unicodeScalars.count >= NameParts.minLetters
        {
            for handle in [String(first.prefix(1)) + last, first + String(last.prefix(1))] {
                joined += ["@" + handle, handle + "@"]
            }
        }
    }
}

/// The ways to write a name without diacritics, as in handles and on foreign keyboards.
enum PlainSpelling: CaseIterable {
    /// Holzenbein, Wojcik, Soren, Петр.
    case bare
    /// Hoelzenbein, Soeren, Aas.
    case digraphs

    private static let minLetters = 4

    /// Without diacritics. The word is folded.
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

    /// Nil for a name that has no diacritics, or few letters.
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

    /// Nil if the mark belongs to the letter, as in й and in scripts whose vowels are marks.
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
