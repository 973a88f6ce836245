/// A cache of shaped words by font, script, language and direction.
///
/// Its size is bounded whatever callers send: a set has four entries, of which the oldest is
/// replaced, and the cache is emptied when the glyphs exceed their limit. A cached result equals
/// that of shaping again, so evictions are invisible. The cache takes about 2 MB when full.
struct WordCache {
    struct Traits: OptionSet {
        let rawValue: UInt8

        /// Text before the preceding space does not affect the word's shape, nor does the word
        /// affect the shape of that text.
        static let isLeadSafe = Traits(rawValue: 1)
        /// The word has the same shape without a preceding space.
        static let isLeadFree = Traits(rawValue: 2)
        /// The same for text after the word.
        static let isTrailSafe = Traits(rawValue: 4)
        static let isTrailFree = Traits(rawValue: 8)
    }

    struct Entry {
        fileprivate var hash: UInt64 = 0
        fileprivate var context: UInt32 = 0
        fileprivate var key: Int32 = 0
        fileprivate var keyLength: UInt16 = 0
        fileprivate(set) var traits: Traits = []
        fileprivate(set) var glyph: Int32 = 0
        fileprivate(set) var glyphCount: Int32 = 0
    }

    static let maxKeyLength = 96
    private static let sets = 2_048
    private static let ways = 4
    private static let maxGlyphs = 49_152
    private static let maxKeyBytes = 262_144

    private var entries: [Entry] = []
    private var keys: [UInt8] = []
    private(set) var glyphs: [ShapedUnits.Glyph] = []
    /// Increases whenever the cache is emptied and offsets into `glyphs` become invalid.
    private(set) var generation = 0
    private var turn = 0

    /// - Parameter context: the font, script, language, direction and the run's edges; never 0.
    func find(_ word: UnsafeBufferPointer<UInt8>, _ context: UInt32, hash: UInt64) -> Entry? {
        guard !entries.isEmpty else { return nil }
        let first = Int(hash % UInt64(Self.sets)) * Self.ways
        for place in first..<(first + Self.ways) {
            let entry = entries[place]
            guard entry.hash == hash, entry.context == context,
                Int(entry.keyLength) == word.count, unsafe matches(entry, word)
            else { continue }
            return entry
        }
        return nil
    }

    private func matches(_ entry: Entry, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        let first = Int(entry.key)
        for index in 0..<word.count where unsafe keys[first + index] != word[index] {
            return false
        }
        return true
    }

    mutating func keep(
        _ word: UnsafeBufferPointer<UInt8>, _ context: UInt32, hash: UInt64,
        traits: Traits, glyphs shaped: ArraySlice<ShapedUnits.Glyph>
    ) -> Entry {
        if entries.isEmpty {
            entries = Array(repeating: Entry(), count: Self.sets * Self.ways)
        }
        if glyphs.count + shaped.count > Self.maxGlyphs
            || keys.count + word.count > Self.maxKeyBytes
        {
            forget()
        }
        let entry = Entry(
            hash: hash, context: context, key: Int32(keys.count),
            keyLength: UInt16(word.count), traits: traits, glyph: Int32(glyphs.count),
            glyphCount: Int32(shaped.count))
        unsafe keys.append(contentsOf: word)
        glyphs.append(contentsOf: shaped)
        turn = (turn + 1) % Self.ways
        entries[Int(hash % UInt64(Self.sets)) * Self.ways + turn] = entry
        return entry
    }

    mutating func forget() {
        generation += 1
        for index in entries.indices { entries[index] = Entry() }
        keys.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
    }

    /// An attacker's colliding words only cost the time to shape them.
    static func hash(_ word: UnsafeBufferPointer<UInt8>, _ context: UInt32) -> UInt64 {
        var hash = UInt64(context) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(word.count)
        for index in 0..<word.count {
            let byte = unsafe UInt64(word[index])
            hash = (hash ^ byte) &* 0x0000_0100_0000_01B3
        }
        hash ^= hash >> 29
        return hash &* 0xBF58_476D_1CE4_E5B9 >> 16
    }
}
