import Basics

/// Finds any of many names in a text in one pass (Aho-Corasick): ten thousand names cost as much as
/// one.
struct NameSearch {
    struct Match: Equatable {
        /// In scalars.
        let range: Range<Int>
        /// The number of the name.
        let name: Int
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

    /// False if the name contains nothing that can be searched for. If names are equal, searches
    /// find the first.
    mutating func add(_ name: String, as number: Int) -> Bool {
        let scalars = folding.fold(name: name)
        guard !scalars.isEmpty else { return false }
        let state = enter(scalars)
        if names[Int(state)] < 0 { names[Int(state)] = Int32(number) }
        isEmpty = false
        return true
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

    /// Must be called after all names are added.
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
            shorter[state] = names[fallback] >= 0 ? Int32(fallback) : shorter[fallback]
        }
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

    /// In the order of their ends. If several names have the same end, only the longest is
    /// returned.
    func matches(
        in original: [Unicode.Scalar], _ steps: SearchSteps
    ) throws(ConversationError) -> [Match] {
        guard !isEmpty, !original.isEmpty else { return [] }
        return try matches(in: folding.fold(original), of: original, steps)
    }

    func matches(
        in text: FoldedText, of original: [Unicode.Scalar], _ steps: SearchSteps
    ) throws(ConversationError) -> [Match] {
        guard !isEmpty else { return [] }
        try steps.take(original.count)
        var matches: [Match] = []
        var state: Int32 = 0
        for (index, scalar) in text.scalars.enumerated() {
            state = next(state, scalar)
            var found = names[Int(state)] >= 0 ? state : shorter[Int(state)]
            while found > 0 {
                try steps.take(1)
                let range = index + 1 - Int(lengths[Int(found)])..<index + 1
                if text.isWhole(range),
                    findsParts
                        ? !text.isMarked(after: range) : isWord(range, in: text, original: original)
                {
                    matches.append(
                        Match(
                            range: whole(text.original(range), original),
                            name: Int(names[Int(found)])))
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

    private func isWord(
        _ range: Range<Int>, in text: FoldedText, original: [Unicode.Scalar]
    ) -> Bool {
        let scalars = text.scalars
        if range.upperBound < scalars.count,
            WordBoundary.joins(scalars[range.upperBound - 1], scalars[range.upperBound]),
            !text.isInnerCapital(range.upperBound, of: original)
        {
            return false
        }
        return beginsWord(range.lowerBound, in: text, original: original)
    }

    /// Also before prefix letters of Hebrew or Arabic.
    private func beginsWord(
        _ place: Int, in text: FoldedText, original: [Unicode.Scalar]
    ) -> Bool {
        let scalars = text.scalars
        var start = place
        for _ in 0...WordBoundary.maxPrefixes {
            guard start > 0, WordBoundary.joins(scalars[start - 1], scalars[start]),
                !text.isInnerCapital(start, of: original)
            else { return true }
            guard WordBoundary.isPrefix(scalars[start - 1]) else { return false }
            start -= 1
        }
        return false
    }

    /// With the combining marks and invisible characters that belong to the last letter.
    func whole(_ range: Range<Int>, _ original: [Unicode.Scalar]) -> Range<Int> {
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

enum WordBoundary {
    private enum Kind { case letter, digit, none }

    /// A name cannot end between two characters that are in the same word.
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

    /// Scripts without spaces between words, and Hangul, because particles directly follow names.
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

    /// A letter that Hebrew and Arabic join to the next word: and, in, to.
    static func isPrefix(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "ו", "ה", "ב", "ל", "מ", "ש", "כ", "و", "ف", "ب", "ل", "ك", "س": true
        default: false
        }
    }
}
