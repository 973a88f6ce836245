/// The words of one run, with the location of their glyphs.
struct WordList {
    struct Word {
        /// The range within the paragraph.
        let range: Range<Int>
        let traits: WordCache.Traits
        let glyphs: Range<Int>
        /// Whether the word is too long for the cache, so that the list contains its glyphs.
        let isLoose: Bool

        init(
            _ range: Range<Int>, _ traits: WordCache.Traits, _ glyphs: Range<Int>, isLoose: Bool
        ) {
            self.range = range
            self.traits = traits
            self.glyphs = glyphs
            self.isLoose = isLoose
        }

        init(_ range: Range<Int>, _ entry: WordCache.Entry) {
            self.init(
                range, entry.traits, Int(entry.glyph)..<Int(entry.glyph + entry.glyphCount),
                isLoose: false)
        }

        func mayPrecede(_ next: Word) -> Bool {
            traits.contains(.isTrailSafe) && next.traits.contains(.isLeadSafe)
        }
    }

    /// The limits beyond which shaping a run as a whole is cheaper.
    private static let maxMerges = 8
    private static let maxMergeLength = 256

    private var words: [Word] = []
    private(set) var loose: [ShapedUnits.Glyph] = []
    private var merges = 0

    var count: Int { words.count }
    var last: Word? { words.last }

    subscript(index: Int) -> Word { words[index] }

    mutating func clear() {
        words.removeAll(keepingCapacity: true)
        loose.removeAll(keepingCapacity: loose.capacity < 4_096)
        merges = 0
    }

    mutating func append(_ word: Word) { words.append(word) }

    /// Removes the last word and returns its union with the next one; nil if that has been done too
    /// often or the union is too long.
    mutating func unite(with next: Word) -> Range<Int>? {
        guard merges < Self.maxMerges, let last = words.last,
            next.range.upperBound - last.range.lowerBound <= Self.maxMergeLength
        else { return nil }
        merges += 1
        words.removeLast()
        return last.range.lowerBound..<next.range.upperBound
    }

    mutating func keepLoose(
        _ range: Range<Int>, _ traits: WordCache.Traits, _ shaped: [ShapedUnits.Glyph]
    ) -> Word {
        let first = loose.count
        loose.append(contentsOf: shaped)
        return Word(range, traits, first..<loose.count, isLoose: true)
    }
}
