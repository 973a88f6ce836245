/// A word that resembles a part of a redacted name and was not redacted. A person has to decide.
package struct SimilarWord: Sendable, Equatable {
    /// The word as written at its first occurrence.
    let text: String
    package let count: Int
}

/// Finds words that resemble parts of redacted names: misspellings by one letter, diminutives, and
/// inflected forms.
struct SimilarWords {
    private struct Part {
        let letters: [Unicode.Scalar]
        let rule: Int
        /// Whether the part is an everyday word. Such a part is not redacted, so its exact
        /// occurrences are counted as well.
        let isEveryday: Bool
    }

    private var parts: [Part] = []
    private let folding: Folding
    private var known: [String: Int?] = [:]
    private var found: [Int: [String: (text: String, count: Int)]] = [:]

    private static let minLetters = 3
    private static let maxLetters = 24
    /// The maximum number of cached words. A hostile text may have a million different words.
    private static let maxKnown = 1 << 16
    private static let maxFound = 1_000
    /// The endings of diminutives, after a consonant that may be doubled: Zeb-by, Kat-ie, Car-lito.
    private static let endings: Set<String> = [
        "", "a", "chen", "cho", "ek", "ela", "ette", "ey", "i", "ie", "ik", "inha", "inho", "ino",
        "ita", "ito", "ja", "je", "ka", "ke", "ko", "lein", "li", "o", "s", "sha", "ster", "tje",
        "u", "us", "uş", "y", "ya", "ам", "енька", "ик", "ка", "ок", "очка", "ша", "я",
    ]

    init(_ folding: Folding) { self.folding = folding }

    var isEmpty: Bool { parts.isEmpty }

    /// Adds a part of a name. Scripts without spaces between words have no words to compare.
    mutating func add(_ part: String, isEveryday: Bool, as rule: Int) {
        let letters = SimilarWords.letters(folding.fold(name: part))
        guard letters.count >= SimilarWords.minLetters,
            !letters.contains(where: WordBoundary.isUnspaced)
        else { return }
        parts.append(Part(letters: letters, rule: rule, isEveryday: isEveryday))
    }

    /// Counts similar words in a text, outside of its redacted places.
    mutating func count(
        in scalars: [Unicode.Scalar], outside places: [HiddenPlaces.Place], _ steps: SearchSteps
    ) throws(ConversationError) {
        var places = places[...]
        var index = 0
        while index < scalars.count {
            if let place = places.first, index >= place.range.lowerBound {
                index = max(index, place.range.upperBound)
                places.removeFirst()
                continue
            }
            let limit = places.first?.range.lowerBound ?? scalars.count
            var end = index + 1
            while end < limit, WordBoundary.joins(scalars[end - 1], scalars[end]) { end += 1 }
            if end - index >= SimilarWords.minLetters {
                try count(scalars[index..<end], steps)
            }
            index = end
        }
    }

    private mutating func count(
        _ word: ArraySlice<Unicode.Scalar>, _ steps: SearchSteps
    ) throws(ConversationError) {
        // A longer word has too many letters to resemble a name, even with a mark on each letter.
        guard word.count <= 2 * SimilarWords.maxLetters else { return }
        let letters = SimilarWords.letters(folding.fold(Array(word)).scalars)
        let key = String(String.UnicodeScalarView(letters))
        let rule: Int?
        if let answer = known[key] {
            rule = answer
        } else {
            try steps.take(parts.count)
            let part = parts.first {
                $0.isEveryday ? letters == $0.letters : SimilarWords.resembles(letters, $0.letters)
            }
            rule = part?.rule
            if known.count < SimilarWords.maxKnown { known.updateValue(rule, forKey: key) }
        }
        guard let rule else { return }
        let text = String(String.UnicodeScalarView(word))
        if let (first, count) = found[rule, default: [:]][key] {
            found[rule]?[key] = (first, count + 1)
        } else if found[rule, default: [:]].count < SimilarWords.maxFound {
            found[rule, default: [:]][key] = (text, 1)
        }
    }

    /// Returns the similar words of a rule, the most frequent first.
    func words(of rule: Int) -> [SimilarWord] {
        (found[rule] ?? [:]).values.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
            .map { SimilarWord(text: $0.text, count: $0.count) }
    }

    private static func letters(_ folded: [Unicode.Scalar]) -> [Unicode.Scalar] {
        folded.filter { $0.isASCII || $0.properties.isAlphabetic }
    }

    // MARK: - Resemblance

    static func resembles(_ word: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
        guard word.count <= maxLetters else { return false }
        var common = 0
        while common < min(word.count, part.count), word[common] == part[common] { common += 1 }
        // "zebulonfan" begins with a name. At most three letters may follow a short name.
        // "megazebulon" ends with a name.
        if common == part.count {
            return part.count >= NameEndings.minLetters || word.count - common <= 3
        }
        if part.count > NameEndings.minLetters, word.count > part.count, word.ends(with: part) {
            return true
        }
        // "Korhoselle" is an inflected form of Korhonen.
        if common >= max(5, part.count - 3), word.count - common <= 5 { return true }
        return isOneEditAway(word, part, after: common) || isDiminutive(word, of: part, common)
    }

    /// Returns whether the words differ by one inserted, deleted or changed letter, or by two
    /// adjacent letters swapped. In short names the first letter must match: too many words are one
    /// letter away.
    private static func isOneEditAway(
        _ word: [Unicode.Scalar], _ part: [Unicode.Scalar], after common: Int
    ) -> Bool {
        guard min(word.count, part.count) >= 4, abs(word.count - part.count) <= 1,
            common > 0 || part.count >= 5
        else { return false }
        var (wordEnd, partEnd) = (word.count, part.count)
        while wordEnd > common, partEnd > common, word[wordEnd - 1] == part[partEnd - 1] {
            (wordEnd, partEnd) = (wordEnd - 1, partEnd - 1)
        }
        let (more, less) = (wordEnd - common, partEnd - common)
        if max(more, less) <= 1 { return true }
        return more == 2 && less == 2 && word[common] == part[common + 1]
            && word[common + 1] == part[common]
    }

    private static func isDiminutive(
        _ word: [Unicode.Scalar], of part: [Unicode.Scalar], _ common: Int
    ) -> Bool {
        guard common >= 3, part.count > common else { return false }
        var rest = word[common...]
        if endings.contains(String(String.UnicodeScalarView(rest))) { return true }
        // The consonant is doubled, as in Zeb-b-y.
        if let first = rest.first, first == word[common - 1] { rest = rest.dropFirst() }
        return endings.contains(String(String.UnicodeScalarView(rest)))
    }
}

extension [Unicode.Scalar] {
    fileprivate func ends(with other: [Unicode.Scalar]) -> Bool {
        suffix(other.count).elementsEqual(other)
    }
}
