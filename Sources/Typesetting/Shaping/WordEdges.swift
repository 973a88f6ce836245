import CPango

/// The two spaces around a word during shaping, and the safety flags derived from them.
struct WordEdges {
    let space: MarkGlyph
    let isRightToLeft: Bool
    /// The UTF-8 length of the word between them.
    let length: Int32
    let leads: Bool
    let trails: Bool

    /// Translates HarfBuzz's flags at both edges. A flag describes the position before its glyph.
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
