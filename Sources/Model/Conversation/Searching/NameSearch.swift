/// Finds any of many names in a text in one pass (Aho-Corasick): ten thousand names cost as much as
/// one.
struct NameSearch {
    struct Match: Equatable {
        /// The range in the text, in scalars.
        let range: Range<Int>
        /// The number of the name.
        let name: Int
        /// Whether the match is an inflected form of the name.
        var isInflected = false
    }

    /// Whether names are also found inside words.
    private let findsParts: Bool
    private let folding: Folding
    /// The transitions of the automaton, by state and character.
    private var ways: [UInt64: Int32] = [:]
    private var characters: [Unicode.Scalar] = ["\0"]
    private var parents: [Int32] = [0]
    private var lengths: [Int32] = [0]
    /// The name that ends in each state.
    private var names: [Int32] = [-1]
    /// The endings that names may have, or nil to find only exact names.
    var endings: NameEndings?
    /// The states of names that an ending may follow.
    private var inflected: Set<Int32> = []
    /// The names in the states of their stems, which match only with an ending.
    private var stems: [Int32: Int32] = [:]
    /// The names in the states of their complete inflected forms.
    private var forms: [Int32: Int32] = [:]
    /// The state to continue with if no transition matches: the longest suffix of the text that
    /// begins a name.
    private var fallbacks: [Int32] = []
    /// The next shorter name that ends in each state.
    private var shorter: [Int32] = []

    private(set) var isEmpty = true

    init(_ folding: Folding, findsParts: Bool = false) {
        self.folding = folding
        self.findsParts = findsParts
    }

    /// Adds a name. Returns false if it contains nothing that can be searched for. If names are
    /// equal, searches find the first.
    mutating func add(_ name: String, as number: Int) -> Bool {
        let scalars = folding.fold(name: name)
        guard !scalars.isEmpty else { return false }
        let state = enter(scalars)
        if names[Int(state)] < 0 { names[Int(state)] = Int32(number) }
        isEmpty = false
        return true
    }

    /// Makes an added name match in its inflected forms as well.
    mutating func inflect(_ name: String) {
        let scalars = folding.fold(name: name)
        guard scalars.count >= NameEndings.minLetters else { return }
        let state = enter(scalars)
        inflected.insert(state)
        let changed = NameStems(scalars)
        // A name that is the stem or the form of another is found as itself.
        for stem in changed.stems {
            let place = enter(stem)
            if stems[place] == nil { stems[place] = names[Int(state)] }
        }
        for word in changed.words {
            let place = enter(word)
            if forms[place] == nil { forms[place] = names[Int(state)] }
        }
    }

    private mutating func enter(_ scalars: [Unicode.Scalar]) -> Int32 {
        var state: Int32 = 0
        for scalar in scalars {
            let key = NameSearch.key(state, scalar)
            if let next = ways[key] {
                state = next
                continue
            }
            let next = Int32(characters.count)
            ways[key] = next
            characters.append(scalar)
            parents.append(state)
            lengths.append(lengths[Int(state)] + 1)
            names.append(-1)
            state = next
        }
        return state
    }

    /// Completes the automaton. Must be called after all names are added.
    mutating func finish() {
        fallbacks = [Int32](repeating: 0, count: characters.count)
        shorter = fallbacks
        // States are processed by length, because a fallback is always shorter.
        let order = characters.indices.sorted { lengths[$0] < lengths[$1] }
        for state in order where lengths[state] > 0 {
            let parent = Int(parents[state])
            if parent > 0 {
                fallbacks[state] = next(fallbacks[parent], characters[state])
            }
            let fallback = Int(fallbacks[state])
            shorter[state] = isName(Int32(fallback)) ? Int32(fallback) : shorter[fallback]
        }
    }

    private func isName(_ state: Int32) -> Bool {
        names[Int(state)] >= 0 || stems[state] != nil || forms[state] != nil
    }

    private static func key(_ state: Int32, _ scalar: Unicode.Scalar) -> UInt64 {
        UInt64(UInt32(bitPattern: state)) << 32 | UInt64(scalar.value)
    }

    private func next(_ state: Int32, _ scalar: Unicode.Scalar) -> Int32 {
        var state = state
        while true {
            if let next = ways[NameSearch.key(state, scalar)] { return next }
            guard state > 0 else { return 0 }
            state = fallbacks[Int(state)]
        }
    }

    // MARK: - Searching

    /// Returns the names in a text in the order of their ends. If several names end in the same
    /// place, only the longest is returned.
    func matches(
        in original: [Unicode.Scalar], _ steps: SearchSteps
    ) throws(ConversationError) -> [Match] {
        guard !isEmpty, !original.isEmpty else { return [] }
        try steps.take(original.count)
        let text = folding.fold(original)
        var matches: [Match] = []
        var state: Int32 = 0
        for (index, scalar) in text.scalars.enumerated() {
            state = next(state, scalar)
            var found = isName(state) ? state : shorter[Int(state)]
            while found > 0 {
                try steps.take(1)
                let range = index + 1 - Int(lengths[Int(found)])..<index + 1
                if names[Int(found)] >= 0, text.isWhole(range),
                    findsParts ? !text.isMarked(after: range) : isWord(range, text, original)
                {
                    matches.append(
                        Match(
                            range: whole(text.original(range), original),
                            name: Int(names[Int(found)])))
                    break
                }
                if let match = try inflected(range, found, text, original, steps) {
                    matches.append(match)
                    break
                }
                found = shorter[Int(found)]
            }
        }
        return matches
    }

    func name(equalTo text: String) -> Int? {
        var state: Int32 = 0
        for scalar in folding.fold(name: text) {
            guard let next = ways[NameSearch.key(state, scalar)] else { return nil }
            state = next
        }
        let name = Int(names[Int(state)])
        return name < 0 ? nil : name
    }

    /// Returns the match of an inflected form of a name, or nil if the word is not such a form.
    private func inflected(
        _ range: Range<Int>, _ state: Int32, _ text: FoldedText, _ original: [Unicode.Scalar],
        _ steps: SearchSteps
    ) throws(ConversationError) -> Match? {
        guard let endings else { return nil }
        if let name = forms[state], text.isWhole(range), isWord(range, text, original),
            !endings.isOtherWord(text.scalars[range])
        {
            return Match(
                range: whole(text.original(range), original), name: Int(name), isInflected: true)
        }
        guard let name = inflected.contains(state) ? names[Int(state)] : stems[state],
            range.upperBound < text.scalars.count, beginsWord(range.lowerBound, text, original)
        else { return nil }
        try steps.take(NameEndings.maxScalars)
        var end = range.upperBound
        while end < text.scalars.count,
            WordBoundary.joins(text.scalars[end - 1], text.scalars[end]),
            !text.isInnerCapital(end, of: original)
        {
            end += 1
            guard end - range.upperBound <= NameEndings.maxScalars else { return nil }
        }
        let word = range.lowerBound..<end
        guard text.isWhole(word),
            endings.contains(text.scalars[range.upperBound..<end], of: text.scalars[word])
        else { return nil }
        return Match(
            range: whole(text.original(word), original), name: Int(name), isInflected: true)
    }

    private func isWord(
        _ range: Range<Int>, _ text: FoldedText, _ original: [Unicode.Scalar]
    ) -> Bool {
        let scalars = text.scalars
        if range.upperBound < scalars.count,
            WordBoundary.joins(scalars[range.upperBound - 1], scalars[range.upperBound]),
            !text.isInnerCapital(range.upperBound, of: original)
        {
            return false
        }
        return beginsWord(range.lowerBound, text, original)
    }

    /// The maximum number of prefix letters. Hebrew puts up to four before a name: וכשל, "and when
    /// to".
    private static let maxPrefixes = 4

    /// Returns whether a word begins here or before prefix letters of Hebrew or Arabic.
    private func beginsWord(
        _ place: Int, _ text: FoldedText, _ original: [Unicode.Scalar]
    ) -> Bool {
        let scalars = text.scalars
        var start = place
        for _ in 0...Self.maxPrefixes {
            guard start > 0, WordBoundary.joins(scalars[start - 1], scalars[start]),
                !text.isInnerCapital(start, of: original)
            else { return true }
            guard WordBoundary.isPrefix(scalars[start - 1]) else { return false }
            start -= 1
        }
        return false
    }

    /// Returns the range extended by combining marks and invisible characters that belong to its
    /// last letter.
    private func whole(_ range: Range<Int>, _ original: [Unicode.Scalar]) -> Range<Int> {
        var end = range.upperBound
        while end < original.count, NameSearch.extendsPrevious(original[end]) { end += 1 }
        return range.lowerBound..<end
    }

    private static func extendsPrevious(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        case .format: return [0xAD, 0x200B, 0x200C, 0x200D, 0x2060].contains(scalar.value)
        default: return scalar.properties.isVariationSelector
        }
    }
}
