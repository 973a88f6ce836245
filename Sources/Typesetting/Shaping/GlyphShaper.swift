import CPango

/// Shapes runs with HarfBuzz.
///
/// It shapes word by word with a cache wherever HarfBuzz's "unsafe to concat" flags guarantee the
/// result of shaping the whole run. A message then costs a fifth, and its glyphs do not depend on
/// whether its words are cached.
@safe final class GlyphShaper {
    private struct Context: Hashable {
        let font: UInt32
        let script: UInt32
        let language: UInt
        let isRightToLeft: Bool
        let isContextual: Bool
    }

    private static let maxCachedLength = 16_384

    private var buffer = HarfBuzzBuffer()
    private let usesWords: Bool
    private var words = WordList()
    private var cache = WordCache()
    private var contexts: [Context: UInt32] = [:]
    private var latest: (context: Context, number: UInt32)?
    private var contextsSeen: UInt32 = 0
    private var padded: [UInt8] = []
    private var shaped: [ShapedUnits.Glyph] = []

    /// - Parameter usesWords: if false, runs are shaped as a whole: slower, as tests' reference.
    init(usesWords: Bool) { self.usesWords = usesWords }

    /// Appends a run's glyphs in visual order, with the paragraph's offsets.
    func shape(
        _ run: TextRun, of text: UnsafeBufferPointer<UInt8>, _ marks: UnsafePointer<UInt8>,
        into glyphs: inout [ShapedUnits.Glyph]
    ) {
        if usesWords, run.font.wordsAreWorthIt, unsafe !looksAround(run, text, marks: marks),
            unsafe findWords(of: run, text, marks)
        {
            append(run, into: &glyphs)
        } else {
            unsafe load(text, run, flags: HB_BUFFER_FLAG_DEFAULT)
            shapeBuffer(run)
            readGlyphs(offset: 0, into: &glyphs)
            // HarfBuzz never frees the memory of a huge run.
            if run.range.count > Self.maxCachedLength { buffer = HarfBuzzBuffer() }
        }
    }

    // MARK: - HarfBuzz

    private func load(
        _ text: UnsafeBufferPointer<UInt8>, _ run: TextRun, flags: hb_buffer_flags_t
    ) {
        let buffer = unsafe buffer.pointer
        unsafe hb_buffer_clear_contents(buffer)
        let edges = HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue
        unsafe hb_buffer_set_flags(buffer, hb_buffer_flags_t(rawValue: edges | flags.rawValue))
        unsafe hb_buffer_set_invisible_glyph(buffer, ShapedUnits.Glyph.nothing)
        unsafe hb_buffer_set_direction(
            buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        unsafe hb_buffer_set_script(buffer, run.script)
        unsafe hb_buffer_set_language(buffer, run.language)
        unsafe text.withMemoryRebound(to: CChar.self) { characters in
            unsafe hb_buffer_add_utf8(
                buffer, characters.baseAddress, Int32(characters.count),
                UInt32(run.range.lowerBound), Int32(run.range.count))
        }
    }

    private func shapeBuffer(_ run: TextRun) {
        let features = run.isContextual ? [] : Self.plainFeatures
        unsafe features.withUnsafeBufferPointer { features in
            unsafe hb_shape(
                run.font.harfBuzz, buffer.pointer, features.baseAddress, UInt32(features.count))
        }
    }

    /// Turned off, because with them some fonts make × of x and → of ->.
    private static let plainFeatures = ["calt", "clig"].map { name in
        let tag = name.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return hb_feature_t(tag: tag, value: 0, start: 0, end: .max)
    }

    private func readGlyphs(offset: Int32, into glyphs: inout [ShapedUnits.Glyph]) {
        var count: UInt32 = 0
        guard let infos = unsafe hb_buffer_get_glyph_infos(buffer.pointer, &count),
            let positions = unsafe hb_buffer_get_glyph_positions(buffer.pointer, nil)
        else { return }
        for index in 0..<Int(count) {
            let info = unsafe infos[index]
            let position = unsafe positions[index]
            glyphs.append(
                ShapedUnits.Glyph(
                    id: info.codepoint, advance: position.x_advance, x: position.x_offset,
                    y: 0 &- position.y_offset, text: Int32(bitPattern: info.cluster) &- offset))
        }
    }

    // MARK: - Words

    /// For joining letters, and for marks that may combine with a letter of another run.
    private func looksAround(
        _ run: TextRun, _ text: UnsafeBufferPointer<UInt8>, marks: UnsafePointer<UInt8>
    ) -> Bool {
        let grapheme = ShapedUnits.Traits.beginsGrapheme.rawValue
        let start = run.range.lowerBound
        let end = run.range.upperBound
        // The marks include one for the paragraph's end.
        if unsafe marks[start] & marks[end] & grapheme == 0 { return true }
        if unsafe text[start] >= 0x80 {
            let first = unsafe UTF8Reading.scalar(in: text, at: start)
            if g_unichar_ismark(first.value) != 0 { return true }
        }
        guard run.isJoined else { return false }
        if start > 0, unsafe text[start - 1] >= 0x80 { return true }
        return unsafe end < text.count && text[end] >= 0x80
    }

    /// Merges words that interact. Returns false if shaping the whole run is better.
    private func findWords(
        of run: TextRun, _ text: UnsafeBufferPointer<UInt8>, _ marks: UnsafePointer<UInt8>
    ) -> Bool {
        words.clear()
        let context = context(of: run)
        let generation = cache.generation
        let grapheme = ShapedUnits.Traits.beginsGrapheme.rawValue
        var index = run.range.lowerBound
        while index < run.range.upperBound {
            while index < run.range.upperBound, unsafe text[index] == 0x20 { index &+= 1 }
            let start = index
            while index < run.range.upperBound {
                // A mark on a space forms one grapheme with it, so words do not end there.
                if unsafe text[index] == 0x20 {
                    let next = index + 1
                    if next == run.range.upperBound { break }
                    if unsafe marks[next] & grapheme != 0 { break }
                }
                index &+= 1
            }
            guard index > start else { break }
            var word = unsafe fitted(start..<index, run, of: text, context: context)
            while let before = words.last, !before.mayPrecede(word) {
                guard let united = words.unite(with: word) else { return false }
                word = unsafe fitted(united, run, of: text, context: context)
            }
            if words.count == 0, !isSafe(word, .isLeadSafe, at: word.range.lowerBound, in: run) {
                return false
            }
            words.append(word)
        }
        guard let last = words.last else { return false }
        // If the cache was emptied meanwhile, earlier words are lost.
        return cache.generation == generation
            && isSafe(last, .isTrailSafe, at: last.range.upperBound, in: run)
    }

    /// At the run's own edges this is already ensured by `fitted`.
    private func isSafe(
        _ word: WordList.Word, _ trait: WordCache.Traits, at edge: Int, in run: TextRun
    ) -> Bool {
        edge == run.range.lowerBound || edge == run.range.upperBound || word.traits.contains(trait)
    }

    /// At an edge of the run, a space is only added if it makes no difference.
    private func fitted(
        _ range: Range<Int>, _ run: TextRun, of text: UnsafeBufferPointer<UInt8>,
        context: UInt32
    ) -> WordList.Word {
        let word = unsafe find(range, run, of: text, context: context, leads: true, trails: true)
        let isFirst = range.lowerBound == run.range.lowerBound
        let isLast = range.upperBound == run.range.upperBound
        if (!isFirst || word.traits.contains(.isLeadFree))
            && (!isLast || word.traits.contains(.isTrailFree))
        {
            return word
        }
        return unsafe find(range, run, of: text, context: context, leads: !isFirst, trails: !isLast)
    }

    private func find(
        _ range: Range<Int>, _ run: TextRun, of text: UnsafeBufferPointer<UInt8>,
        context: UInt32, leads: Bool, trails: Bool
    ) -> WordList.Word {
        let bytes = unsafe UnsafeBufferPointer(rebasing: text[range])
        let key = context << 2 | (leads ? 1 : 0) | (trails ? 2 : 0)
        let isKept = range.count <= WordCache.maxKeyLength
        let hash = isKept ? unsafe WordCache.hash(bytes, key) : 0
        if isKept, let entry = unsafe cache.find(bytes, key, hash: hash) {
            return WordList.Word(range, entry)
        }
        shaped.removeAll(keepingCapacity: true)
        let traits = unsafe shape(bytes, run, leads: leads, trails: trails)
        run.font.countWord(isSafe: traits.isSuperset(of: [.isLeadSafe, .isTrailSafe]))
        if isKept {
            let entry = unsafe cache.keep(
                bytes, key, hash: hash, traits: traits, glyphs: shaped[...])
            return WordList.Word(range, entry)
        }
        return words.keepLoose(range, traits, glyphs: shaped)
    }

    /// Shapes one word between two spaces on each side. With a single space, every kerning pair
    /// tried with it would make the word look unsafe.
    private func shape(
        _ word: UnsafeBufferPointer<UInt8>, _ run: TextRun, leads: Bool, trails: Bool
    ) -> WordCache.Traits {
        padded.removeAll(keepingCapacity: true)
        if leads { padded.append(contentsOf: [0x20, 0x20]) }
        unsafe padded.append(contentsOf: word)
        if trails { padded.append(contentsOf: [0x20, 0x20]) }
        unsafe padded.withUnsafeBufferPointer { padded in
            unsafe load(
                padded, run.with(0..<padded.count, font: run.font),
                flags: HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT)
        }
        shapeBuffer(run)
        readGlyphs(offset: leads ? 2 : 0, into: &shaped)
        let edges = WordEdges(
            space: run.font.space, isRightToLeft: run.isRightToLeft, length: Int32(word.count),
            leads: leads, trails: trails)
        let traits = edges.traits(of: shaped, glyphFlags())
        edges.remove(from: &shaped)
        return traits
    }

    private func glyphFlags() -> [UInt32] {
        var count: UInt32 = 0
        guard let infos = unsafe hb_buffer_get_glyph_infos(buffer.pointer, &count) else {
            return []
        }
        return (0..<Int(count)).map { index in
            unsafe hb_glyph_info_get_glyph_flags(infos + index).rawValue
        }
    }

    private func context(of run: TextRun) -> UInt32 {
        let context = unsafe Context(
            font: run.font.serial, script: run.script.rawValue,
            language: UInt(bitPattern: run.language), isRightToLeft: run.isRightToLeft,
            isContextual: run.isContextual)
        if let latest, latest.context == context { return latest.number }
        if contexts.count >= 4_096 { contexts.removeAll(keepingCapacity: true) }
        if contexts[context] == nil {
            contextsSeen &+= 1
            // Two bits are reserved for the edges. After a billion contexts the numbers start again
            // with an empty table.
            if contextsSeen >= 1 << 30 {
                contextsSeen = 1
                contexts.removeAll()
                cache.forget()
            }
        }
        let number = contexts[context] ?? contextsSeen
        contexts[context] = number
        latest = (context, number)
        return number
    }

    // MARK: - Joining words

    private func append(_ run: TextRun, into glyphs: inout [ShapedUnits.Glyph]) {
        let space = run.font.space
        func spaces(_ range: Range<Int>) {
            for index in range {
                let offset =
                    run.isRightToLeft
                    ? range.upperBound - 1 - (index - range.lowerBound) : index
                glyphs.append(
                    ShapedUnits.Glyph(
                        id: space.id, advance: space.advance, x: 0, y: 0, text: Int32(offset)))
            }
        }
        var edge = run.isRightToLeft ? run.range.upperBound : run.range.lowerBound
        for place in 0..<words.count {
            let word = words[run.isRightToLeft ? words.count - 1 - place : place]
            spaces(run.isRightToLeft ? word.range.upperBound..<edge : edge..<word.range.lowerBound)
            let start = Int32(word.range.lowerBound)
            let source = word.isLoose ? words.loose : cache.glyphs
            for glyph in source[word.glyphs] {
                glyphs.append(
                    ShapedUnits.Glyph(
                        id: glyph.id, advance: glyph.advance, x: glyph.x, y: glyph.y,
                        text: glyph.text &+ start))
            }
            edge = run.isRightToLeft ? word.range.lowerBound : word.range.upperBound
        }
        spaces(run.isRightToLeft ? run.range.lowerBound..<edge : edge..<run.range.upperBound)
    }
}

/// The two spaces around a word during shaping, and the safety flags derived from them.
private struct WordEdges {
    let space: MarkGlyph
    let isRightToLeft: Bool
    /// The UTF-8 length of the word between them.
    let length: Int32
    let leads: Bool
    let trails: Bool

    /// A flag describes the position before its glyph.
    func traits(of shaped: [ShapedUnits.Glyph], _ flags: [UInt32]) -> WordCache.Traits {
        let count = shaped.count
        // Indexes glyphs in text order.
        func place(_ index: Int) -> Int { isRightToLeft ? count - 1 - index : index }
        func has(_ flag: hb_glyph_flags_t, _ index: Int) -> Bool {
            flags[place(index)] & flag.rawValue != 0
        }
        func isSpace(_ index: Int, at text: Int32) -> Bool {
            let glyph = shaped[place(index)]
            return glyph.id == space.id && glyph.advance == space.advance && glyph.x == 0
                && glyph.y == 0 && glyph.text == text
        }
        // The two spaces on each side must be unchanged by shaping.
        let before = shaped.count { $0.text < 0 }
        let after = shaped.count { $0.text >= length }
        guard before == (leads ? 2 : 0), after == (trails ? 2 : 0), count > before + after else {
            return []
        }
        var traits: WordCache.Traits = []
        if !leads {
            traits.formUnion([.isLeadSafe, .isLeadFree])
        } else if isSpace(0, at: -2), isSpace(1, at: -1) {
            if !has(HB_GLYPH_FLAG_UNSAFE_TO_CONCAT, 1) { traits.insert(.isLeadSafe) }
            if !has(HB_GLYPH_FLAG_UNSAFE_TO_BREAK, 2) { traits.insert(.isLeadFree) }
        }
        if !trails {
            traits.formUnion([.isTrailSafe, .isTrailFree])
        } else if isSpace(count - 2, at: length), isSpace(count - 1, at: length + 1) {
            if !has(HB_GLYPH_FLAG_UNSAFE_TO_CONCAT, count - 1) { traits.insert(.isTrailSafe) }
            if !has(HB_GLYPH_FLAG_UNSAFE_TO_BREAK, count - 2) { traits.insert(.isTrailFree) }
        }
        return traits
    }

    func remove(from shaped: inout [ShapedUnits.Glyph]) {
        shaped.removeAll { $0.text < 0 || $0.text >= length }
    }
}

/// The words of one run, with the location of their glyphs.
private struct WordList {
    struct Word {
        let range: Range<Int>
        let traits: WordCache.Traits
        let glyphs: Range<Int>
        /// Whether the word is too long for the cache, so that the list contains its glyphs.
        let isLoose: Bool

        init(
            _ range: Range<Int>, _ traits: WordCache.Traits, glyphs: Range<Int>, isLoose: Bool
        ) {
            self.range = range
            self.traits = traits
            self.glyphs = glyphs
            self.isLoose = isLoose
        }

        init(_ range: Range<Int>, _ entry: WordCache.Entry) {
            self.init(
                range, entry.traits, glyphs: Int(entry.glyph)..<Int(entry.glyph + entry.glyphCount),
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

    /// Returns nil if words were united too often, or if the union is too long.
    mutating func unite(with next: Word) -> Range<Int>? {
        guard merges < Self.maxMerges, let last = words.last,
            next.range.upperBound - last.range.lowerBound <= Self.maxMergeLength
        else { return nil }
        merges += 1
        words.removeLast()
        return last.range.lowerBound..<next.range.upperBound
    }

    mutating func keepLoose(
        _ range: Range<Int>, _ traits: WordCache.Traits, glyphs shaped: [ShapedUnits.Glyph]
    ) -> Word {
        let first = loose.count
        loose.append(contentsOf: shaped)
        return Word(range, traits, glyphs: first..<loose.count, isLoose: true)
    }
}

@safe private struct HarfBuzzBuffer: ~Copyable {
    let pointer: OpaquePointer

    init() {
        // HarfBuzz never returns nil here: without memory, it returns an inert buffer.
        guard let pointer = unsafe hb_buffer_create() else {
            preconditionFailure("HarfBuzz returned no buffer")
        }
        unsafe self.pointer = unsafe pointer
    }

    deinit { unsafe hb_buffer_destroy(pointer) }
}
