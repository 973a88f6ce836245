import CPango

/// Groups an item's glyphs into units and appends them to a draft.
struct UnitWriter {
    private static let tabStopInSpaces = 4
    private static let mostGlyphsInUnit = 60_000

    let styles: [SpanStyle]
    /// Index of the style at the text that is written next.
    var cursor: Int
    /// Offsets of items and marks are the paragraph's, those of units the text's.
    let paragraphStart: Int
    /// Where the paragraph's first unit begins.
    private var origin: Int?

    init(styles: [SpanStyle], cursor: Int, paragraphStart: Int) {
        self.styles = styles
        self.cursor = cursor
        self.paragraphStart = paragraphStart
    }

    mutating func write(
        _ shaped: UnsafeMutablePointer<PangoGlyphString>, of item: ItemText,
        _ text: UnsafeBufferPointer<UInt8>, _ marks: BreakMarks, into draft: inout Draft
    ) {
        if origin == nil { origin = draft.positions[draft.units.count] }
        let base = draft.glyphs.count
        let count = Int(unsafe shaped.pointee.num_glyphs)
        unsafe append(shaped, count, item, to: &draft)
        var hasStretch = false
        // Glyphs in the order of their text, whichever way they stand.
        var logical = 0
        while logical < count || logical == 0 {
            let start =
                unsafe logical == 0
                ? item.range.lowerBound
                : item.range.lowerBound
                    + Int(
                        shaped.pointee.log_clusters[
                            index(logical, of: count, item)])
            var next = logical + 1
            while next < count, next - logical < Self.mostGlyphsInUnit {
                let cluster =
                    unsafe item.range.lowerBound
                    + Int(shaped.pointee.log_clusters[index(next, of: count, item)])
                if cluster > start, marks[cluster] & BreakMarks.grapheme != 0 { break }
                next += 1
            }
            beginStretch(at: start, of: item, isNew: &hasStretch, in: &draft)
            let glyphs =
                item.level & 1 == 1
                ? (base + max(count - next, 0))..<(base + count - min(logical, count))
                : (base + logical)..<(base + min(next, count))
            unsafe appendUnit(at: start, glyphs, item, text, marks[start], to: &draft)
            logical = next
        }
    }

    private func index(_ logical: Int, of count: Int, _ item: ItemText) -> Int {
        item.level & 1 == 1 ? count - 1 - logical : logical
    }

    private func append(
        _ shaped: UnsafeMutablePointer<PangoGlyphString>, _ count: Int, _ item: ItemText,
        to draft: inout Draft
    ) {
        let unknown = chatprint_unknown_glyph_flag()
        for index in 0..<count {
            let glyph = unsafe shaped.pointee.glyphs[index]
            var id = glyph.glyph
            var advance = glyph.geometry.width
            if id == chatprint_empty_glyph() {
                id = Draft.Glyph.nothing
            } else if id & unknown != 0 {
                // The font's own box, not Pango's drawing of the number.
                id = item.font.isColor ? Draft.Glyph.nothing : 0
                advance = item.font.isColor ? 0 : item.font.missingAdvance
            }
            draft.glyphs.append(
                Draft.Glyph(
                    id: id, advance: advance, x: glyph.geometry.x_offset,
                    y: glyph.geometry.y_offset))
        }
    }

    private mutating func beginStretch(
        at offset: Int, of item: ItemText, isNew hasStretch: inout Bool, in draft: inout Draft
    ) {
        let before = cursor
        while styles[cursor].end <= paragraphStart + offset, cursor + 1 < styles.count {
            cursor += 1
        }
        if hasStretch, cursor == before { return }
        hasStretch = true
        draft.stretches.append(
            Draft.Stretch(
                firstUnit: Int32(draft.units.count), style: Int32(cursor), font: item.font.id,
                level: item.level))
    }

    private func appendUnit(
        at offset: Int, _ glyphs: Range<Int>, _ item: ItemText,
        _ text: UnsafeBufferPointer<UInt8>, _ mark: UInt8, to draft: inout Draft
    ) {
        let style = styles[cursor]
        let scalar = unsafe UTF8Reading.scalar(in: text, at: offset)
        var advance = 0
        var shown = glyphs
        if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
            // Control characters have no look; of a tab only its width is left.
            shown = glyphs.lowerBound..<glyphs.lowerBound
            if scalar.value == 0x09 { advance = tab(style, in: draft) }
        } else {
            for index in glyphs { advance += Int(draft.glyphs[index].advance) }
            advance = Int((Double(advance) * style.size).rounded())
            if advance > 0, !item.isJoined { advance = max(advance + style.tracking, 0) }
        }
        draft.units.append(
            Draft.Unit(
                text: Int32(paragraphStart + offset), glyph: Int32(shown.lowerBound),
                glyphCount: UInt16(shown.count), stretch: Int32(draft.stretches.count - 1),
                traits: traits(of: scalar.value, mark)))
        draft.positions.append(draft.positions[draft.positions.count - 1] + advance)
    }

    private func traits(of scalar: UInt32, _ mark: UInt8) -> Draft.Traits {
        var traits: Draft.Traits = []
        if mark & BreakMarks.lineBreak != 0 { traits.insert(.mayBreakBefore) }
        if mark & BreakMarks.grapheme != 0 { traits.insert(.beginsGrapheme) }
        // No-break spaces stay where they are.
        if mark & BreakMarks.white != 0, scalar != 0xA0, scalar != 0x2007, scalar != 0x202F {
            traits.insert(.isSpace)
        }
        if scalar == 0xAD { traits.insert(.isSoftHyphen) }
        return traits
    }

    /// To the next stop of four spaces from where the paragraph begins.
    private func tab(_ style: SpanStyle, in draft: Draft) -> Int {
        let space = Int((Double(style.face.space) * style.size).rounded())
        let stop = max(space * Self.tabStopInSpaces, 1)
        let x = draft.positions[draft.units.count] - (origin ?? 0)
        return stop - x % stop
    }
}
