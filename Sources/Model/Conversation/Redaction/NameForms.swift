/// A word that resembles a part of a redacted name and was not redacted. A person has to decide.
package struct SimilarWord: Sendable, Equatable {
    /// The word as written at its first occurrence.
    let text: String
    package let count: Int
    /// The JSON Pointer of the first occurrence.
    let pointer: String
}

/// Finds inflected forms of name parts by one rule for all languages, and words that resemble a
/// part without being such a form.
///
/// A word is a form of a part of at least four letters if both begin with the same letters up to
/// the last three of the part: at least three letters in a capitalized word, at least five or the
/// whole part in any other. Diacritics do not count. Scripts without capitals have only the second
/// case; scripts without spaces have no words, and their names are found anywhere.
///
/// Three letters instead of two, because Finnish `Virtanen` becomes `Virtasen` and Polish `Kupiec`
/// becomes `Kupca`. Endings are not checked: in ordinary texts of 20 languages, all endings together
/// hide one other word in 11,000 for each part.
struct NameForms {
    private struct Part: Hashable {
        let letters: [Unicode.Scalar]
        let rule: Int
        /// An everyday word is not redacted, so its exact occurrences are counted as similar.
        let isEveryday: Bool
    }

    /// The rules that a word matches, with a capital and without.
    private struct Answer {
        var formIfCapitalized: Int?
        var form: Int?
        var similar: Int?
    }

    struct Word {
        /// In scalars.
        let range: Range<Int>
        let rule: Int
        /// Whether the word is a form of a name part, to be redacted.
        let isForm: Bool
    }

    private var parts: [Part] = []
    private var knownParts: Set<Part> = []
    /// Everyday words of the conversation's language, and parts of the names of other participants:
    /// they are no forms of a name. Without diacritics.
    private var ordinaryWords: Set<[Unicode.Scalar]> = []
    private let folding: Folding
    private var answers: [[Unicode.Scalar]: Answer] = [:]
    private var found: [Int: [[Unicode.Scalar]: SimilarWord]] = [:]

    private static let minLetters = 3
    private static let minLettersOfForms = 4
    private static let maxChangedLetters = 3
    private static let minShared = 3
    private static let minSharedWithoutCapital = 5
    /// The maximum number of letters after the shared ones in a similar word: Zeb-ulchen.
    private static let maxAddedLetters = 5
    private static let maxLetters = 48
    /// The maximum number of cached words. A hostile text may have a million different words.
    private static let maxKnown = 1 << 16
    private static let maxFound = 1_000

    init(_ folding: Folding) { self.folding = folding }

    var isEmpty: Bool { parts.isEmpty }

    mutating func add(_ part: String, isEveryday: Bool, as rule: Int) {
        // Words end at an apostrophe: "O'Neils".
        let last = folding.fold(name: part).split(separator: "'").last ?? []
        let letters = PlainSpelling.letters(of: last)
        guard letters.count >= NameForms.minLetters,
            !letters.contains(where: WordBoundary.isUnspaced)
        else { return }
        let part = Part(letters: letters, rule: rule, isEveryday: isEveryday)
        if knownParts.insert(part).inserted { parts.append(part) }
    }

    mutating func add(ordinary word: String) {
        ordinaryWords.insert(PlainSpelling.letters(of: folding.fold(name: word)))
    }

    // MARK: - Searching

    /// Forms of a name part, and words that resemble one.
    mutating func words(
        in text: FoldedText, of original: [Unicode.Scalar], _ steps: SearchSteps
    ) throws(ConversationError) -> [Word] {
        guard !parts.isEmpty else { return [] }
        let scalars = text.scalars
        try steps.take(scalars.count)
        var words: [Word] = []
        var start = 0
        while start < scalars.count {
            var end = start + 1
            while end < scalars.count, WordBoundary.joins(scalars[end - 1], scalars[end]),
                !text.isInnerCapital(end, of: original)
            {
                end += 1
            }
            let range = start..<end
            if range.count >= NameForms.minLetters, text.isWhole(range),
                let word = try word(at: range, in: text, original: original, counting: steps)
            {
                words.append(word)
            }
            start = end
        }
        return words
    }

    private mutating func word(
        at range: Range<Int>, in text: FoldedText, original: [Unicode.Scalar],
        counting steps: SearchSteps
    ) throws(ConversationError) -> Word? {
        let whole = try answer(text.scalars[range], steps)
        let first = original[text.original(range.lowerBound..<range.lowerBound + 1).lowerBound]
        let isCapitalized =
            first.properties.isUppercase || first.properties.generalCategory == .titlecaseLetter
        if let rule = isCapitalized ? whole.formIfCapitalized : whole.form {
            return Word(range: text.original(range), rule: rule, isForm: true)
        }
        var start = range.lowerBound
        while start - range.lowerBound < WordBoundary.maxPrefixes,
            WordBoundary.isPrefix(text.scalars[start])
        {
            start += 1
            guard range.upperBound - start >= NameForms.minLettersOfForms else { break }
            let name = start..<range.upperBound
            if let rule = try answer(text.scalars[name], steps).form {
                return Word(range: text.original(name), rule: rule, isForm: true)
            }
        }
        return whole.similar.map { Word(range: text.original(range), rule: $0, isForm: false) }
    }

    private mutating func answer(
        _ word: ArraySlice<Unicode.Scalar>, _ steps: SearchSteps
    ) throws(ConversationError) -> Answer {
        // Longer words would make the comparison with every part expensive.
        let letters = PlainSpelling.letters(of: word.prefix(2 * NameForms.maxLetters))
        if let answer = answers[letters] { return answer }
        try steps.take(parts.count)
        var answer = Answer()
        let isOrdinary = ordinaryWords.contains(letters)
        for part in parts {
            let (name, rule) = (part.letters, part.rule)
            var shared = 0
            while shared < min(letters.count, name.count), letters[shared] == name[shared] {
                shared += 1
            }
            let isSame = shared == letters.count && shared == name.count
            if part.isEveryday {
                if isSame { answer.similar = answer.similar ?? rule }
                continue
            }
            if NameForms.isForm(shared, of: name), isSame || !isOrdinary {
                answer.formIfCapitalized = answer.formIfCapitalized ?? rule
                if shared >= min(NameForms.minSharedWithoutCapital, name.count) {
                    answer.form = answer.form ?? rule
                }
            }
            if NameForms.resembles(letters, name, sharing: shared) {
                answer.similar = answer.similar ?? rule
            }
        }
        if answers.count < NameForms.maxKnown { answers[letters] = answer }
        return answer
    }

    private static func isForm(_ shared: Int, of name: [Unicode.Scalar]) -> Bool {
        name.count >= minLettersOfForms && shared >= max(minShared, name.count - maxChangedLetters)
    }

    /// Returns whether a word begins like a part of a name, ends with it, or differs from it by one
    /// inserted, deleted, changed or swapped letter: diminutives, compounds and misspellings.
    private static func resembles(
        _ word: [Unicode.Scalar], _ name: [Unicode.Scalar], sharing shared: Int
    ) -> Bool {
        if shared >= minShared, word.count - shared <= maxAddedLetters { return true }
        if name.count > minLettersOfForms, word.count > name.count,
            word.suffix(name.count).elementsEqual(name)
        {
            return true
        }
        // In short names the first letter must match: too many words are one letter away.
        guard min(word.count, name.count) >= 4, abs(word.count - name.count) <= 1,
            shared > 0 || name.count >= 5
        else { return false }
        var (wordEnd, nameEnd) = (word.count, name.count)
        while wordEnd > shared, nameEnd > shared, word[wordEnd - 1] == name[nameEnd - 1] {
            (wordEnd, nameEnd) = (wordEnd - 1, nameEnd - 1)
        }
        let (more, less) = (wordEnd - shared, nameEnd - shared)
        if max(more, less) <= 1 { return true }
        return more == 2 && less == 2 && word[shared] == name[shared + 1]
            && word[shared + 1] == name[shared]
    }

    // MARK: - Counting

    mutating func count(_ word: ArraySlice<Unicode.Scalar>, of rule: Int, at pointer: () -> String)
    {
        let key = PlainSpelling.letters(of: folding.fold(Array(word)).scalars)
        if let first = found[rule, default: [:]][key] {
            found[rule, default: [:]][key] = SimilarWord(
                text: first.text, count: first.count + 1, pointer: first.pointer)
        } else if found[rule, default: [:]].count < NameForms.maxFound {
            found[rule, default: [:]][key] = SimilarWord(
                text: String(String.UnicodeScalarView(word)), count: 1, pointer: pointer())
        }
    }

    /// The most frequent first.
    func similarWords(of rule: Int) -> [SimilarWord] {
        (found[rule] ?? [:]).values.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
    }
}
