import CPango
import Scene

/// Groups a run's glyphs into units and appends them to a draft.
@safe struct UnitWriter {
    private static let mostGlyphsInUnit = 60_000

    private let all: SpanStyles
    private let styles: [SpanStyle]
    private let tracking: Int
    /// Offsets of runs and marks are the paragraph's, those of units the text's.
    private let paragraphStart: Int
    private let marks: UnsafePointer<UInt8>
    /// Where the paragraph's first unit begins.
    private let origin: Int

    // The style at the text that is written next.
    private var cursor: Int
    private var styleEnd: Int
    private var size: Int

    // The run that is written.
    private var font = FontID(0)
    private var level: UInt8 = 0
    private var kind = ShapedText.Run.Kind.letters
    private var runTracking = 0
    /// What the open stretch holds.
    private var open = ShapedText.Run.Kind.letters

    init(
        _ styles: SpanStyles, cursor: Int, paragraphStart: Int, marks: UnsafePointer<UInt8>,
        _ draft: Draft
    ) {
        all = styles
        self.styles = styles.styles
        tracking = styles.tracking
        self.paragraphStart = paragraphStart
        unsafe self.marks = unsafe marks
        origin = draft.positions[draft.units.count]
        self.cursor = cursor
        styleEnd = styles.styles[cursor].end - paragraphStart
        size = Draft.fixed(styles.styles[cursor].size)
    }

    /// `glyphs` are the run's, in visual order.
    mutating func write(_ run: TextRun, _ glyphs: Range<Int>, into draft: inout Draft) {
        font = run.font.id
        level = run.level
        kind = run.isContextual ? .contextual : .letters
        runTracking = run.isJoined ? 0 : tracking
        move(to: run.range.lowerBound)
        beginStretch(kind, in: &draft)
        if run.isRightToLeft {
            writeBackwards(run, glyphs, into: &draft)
        } else {
            writeForwards(run, glyphs, into: &draft)
        }
    }

    private mutating func writeForwards(
        _ run: TextRun, _ glyphs: Range<Int>, into draft: inout Draft
    ) {
        var start = run.range.lowerBound
        var first = glyphs.lowerBound
        repeat {
            var next = first
            var advance = 0
            while next < glyphs.upperBound {
                let text = Int(draft.glyphs[next].text)
                if next > first, endsUnit(at: text, after: start, count: next - first) { break }
                advance &+= Int(draft.glyphs[next].advance)
                next &+= 1
            }
            append(start, first..<next, advance, to: &draft)
            if next < glyphs.upperBound { start = Int(draft.glyphs[next].text) }
            first = next
        } while first < glyphs.upperBound
    }

    private mutating func writeBackwards(
        _ run: TextRun, _ glyphs: Range<Int>, into draft: inout Draft
    ) {
        var start = run.range.lowerBound
        var end = glyphs.upperBound
        repeat {
            var first = end
            var advance = 0
            while first > glyphs.lowerBound {
                let text = Int(draft.glyphs[first - 1].text)
                if first < end, endsUnit(at: text, after: start, count: end - first) { break }
                first &-= 1
                advance &+= Int(draft.glyphs[first].advance)
            }
            append(start, first..<end, advance, to: &draft)
            if first > glyphs.lowerBound { start = Int(draft.glyphs[first - 1].text) }
            end = first
        } while end > glyphs.lowerBound
    }

    private func endsUnit(at text: Int, after start: Int, count: Int) -> Bool {
        if count >= Self.mostGlyphsInUnit { return true }
        return unsafe text > start && marks[text] & Draft.Traits.beginsGrapheme.rawValue != 0
    }

    private mutating func move(to offset: Int) {
        while offset >= styleEnd, cursor + 1 < styles.count {
            cursor += 1
            styleEnd = styles[cursor].end - paragraphStart
            size = Draft.fixed(styles[cursor].size)
        }
    }

    private mutating func beginStretch(
        _ kind: ShapedText.Run.Kind, isTab: Bool = false, in draft: inout Draft
    ) {
        // What stands for a letter that no font has is the text's own font's.
        let font = kind == .missing || isTab ? styles[cursor].face.font.id : font
        draft.stretches.append(
            Draft.Stretch(
                firstUnit: Int32(draft.units.count), style: Int32(cursor), font: font,
                level: level, kind: kind, isTab: isTab))
        open = kind
    }

    private mutating func append(
        _ offset: Int, _ glyphs: Range<Int>, _ ems: Int, to draft: inout Draft
    ) {
        if offset >= styleEnd, cursor + 1 < styles.count {
            move(to: offset)
            beginStretch(kind, in: &draft)
        }
        let traits = unsafe Draft.Traits(rawValue: marks[offset])
        guard traits.isDisjoint(with: .isControl) else {
            return appendControl(offset, glyphs.lowerBound, traits, to: &draft)
        }
        guard !draft.glyphs[glyphs].contains(where: { $0.id == 0 }) else {
            return appendMissing(offset, traits, to: &draft)
        }
        if open == .missing { beginStretch(kind, in: &draft) }
        var advance = Draft.length(ems, at: size)
        if advance > 0, runTracking != 0 { advance = max(advance + runTracking, 0) }
        append(offset, glyphs, advance, traits, to: &draft)
    }

    private func append(
        _ offset: Int, _ glyphs: Range<Int>, _ advance: Int, _ traits: Draft.Traits,
        to draft: inout Draft
    ) {
        draft.units.append(
            Draft.Unit(
                text: Int32(truncatingIfNeeded: paragraphStart &+ offset),
                glyph: Int32(truncatingIfNeeded: glyphs.lowerBound),
                glyphCount: UInt16(truncatingIfNeeded: glyphs.count),
                stretch: Int32(truncatingIfNeeded: draft.stretches.count &- 1), traits: traits))
        draft.positions.append(draft.positions[draft.positions.count &- 1] &+ advance)
    }

    /// Control characters have no look; a tab is a wide blank.
    private mutating func appendControl(
        _ offset: Int, _ glyph: Int, _ traits: Draft.Traits, to draft: inout Draft
    ) {
        guard traits.contains(.isTab) else {
            if open == .missing { beginStretch(kind, in: &draft) }
            return append(offset, glyph..<glyph, 0, traits, to: &draft)
        }
        beginStretch(.letters, isTab: true, in: &draft)
        let place = draft.positions[draft.units.count] - origin
        let blank = appendBlank(offset, to: &draft)
        append(offset, blank, all.tab(at: place), traits, to: &draft)
        beginStretch(kind, in: &draft)
    }

    private mutating func appendMissing(
        _ offset: Int, _ traits: Draft.Traits, to draft: inout Draft
    ) {
        if open != .missing { beginStretch(.missing, in: &draft) }
        draft.hasMissing = true
        let blank = appendBlank(offset, to: &draft)
        let advance = (MissingLetter.advance * Double(size)).rounded()
        append(offset, blank, Int(advance), traits, to: &draft)
    }

    private func appendBlank(_ offset: Int, to draft: inout Draft) -> Range<Int> {
        let space = styles[cursor].face.font.space
        draft.glyphs.append(
            Draft.Glyph(
                id: space.id, advance: space.advance, x: 0, y: 0, text: Int32(offset)))
        return draft.glyphs.count - 1..<draft.glyphs.count
    }
}
