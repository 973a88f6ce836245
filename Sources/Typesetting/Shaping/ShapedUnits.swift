import CPango
import Scene

/// Shaped text that is not yet broken into lines.
///
/// Lengths are integers in points / 65,536, so that sums are exact in any order and text fits into
/// its measured width.
struct ShapedUnits {
    static let unitsPerPoint = 65_536

    static func fixed(_ points: Double) -> Int {
        Int((points * Double(unitsPerPoint)).rounded())
    }

    /// Converts 65,536ths of an em to a length at a `fixed` size. Sizes are at most 4,096 points
    /// and advances 32 bits, so the product fits.
    static func length(_ ems: Int, at size: Int) -> Int {
        (ems &* size &+ unitsPerPoint / 2) >> 16
    }

    /// The smallest part of a text that is never split by a line break and has its own glyphs: a
    /// grapheme, or several that share a glyph. It takes 16 bytes, one per character of most texts.
    struct Unit {
        let text: Int32
        /// The index of its first glyph; glyphs are in visual order.
        let glyph: Int32
        let glyphCount: UInt16
        let stretch: Int32
        var traits: Traits
    }

    /// The meaning of a character, and of its unit, for line breaking.
    struct Traits: OptionSet {
        let rawValue: UInt8

        /// A line may begin here by UAX #14.
        static let mayBreakBefore = Traits(rawValue: 1)
        /// The unit begins a grapheme, so that a word too long for any line may be cut here.
        static let beginsGrapheme = Traits(rawValue: 2)
        /// The unit hangs over the line's end.
        static let isSpace = Traits(rawValue: 4)
        /// A break after the unit shows a hyphen (U+00AD).
        static let isSoftHyphen = Traits(rawValue: 8)
        static let isControl = Traits(rawValue: 16)
        static let isTab = Traits(rawValue: 32)
    }

    /// A sequence of units with one font, style, embedding level and kind.
    struct Stretch {
        let firstUnit: Int32
        let style: Int32
        let font: FontID
        /// The embedding level of UAX #9.
        let level: UInt8
        let kind: ShapedText.Run.Kind
        /// Tabs are separate so that no painter draws text across them.
        let isTab: Bool
    }

    /// A glyph; lengths are in 1/65,536 em, with y pointing down.
    struct Glyph {
        /// A glyph that is not drawn but has an advance.
        static let nothing: UInt32 = 0x0FFF_FFFF

        let id: UInt32
        let advance: Int32
        let x: Int32
        let y: Int32
        /// The offset of the glyph's cluster in the paragraph (during shaping: in the shaped text).
        let text: Int32
    }

    var units: [Unit] = []
    /// The start of each unit as if the whole text were one line, and the end of the last one.
    var positions: [Int] = [0]
    var stretches: [Stretch] = []
    var glyphs: [Glyph] = []
    var hasMissing = false

    mutating func clear() {
        hasMissing = false
        units.removeAll(keepingCapacity: units.capacity < 16_384)
        positions.removeAll(keepingCapacity: units.capacity < 16_384)
        positions.append(0)
        stretches.removeAll(keepingCapacity: stretches.capacity < 4_096)
        glyphs.removeAll(keepingCapacity: glyphs.capacity < 16_384)
    }

    func textEnd(of unit: Int, in paragraph: Paragraph) -> Int {
        unit + 1 < paragraph.units.upperBound
            ? Int(units[unit + 1].text) : paragraph.text.upperBound
    }
}

/// Groups a run's glyphs into units and appends them to the shaped text.
@safe struct UnitWriter {
    private static let maxGlyphsInUnit = 60_000

    private let all: SpanStyles
    private let styles: [SpanStyle]
    private let tracking: Int
    /// In the text. Runs and marks are relative to the paragraph, units to the text.
    private let paragraphStart: Int
    private let marks: UnsafePointer<UInt8>
    private let origin: Int

    // The style at the text to be written next.
    private var cursor: Int
    private var styleEnd: Int
    private var size: Int

    // The run being written.
    private var font = FontID(0)
    private var level: UInt8 = 0
    private var kind = ShapedText.Run.Kind.letters
    private var runTracking = 0
    private var open = ShapedText.Run.Kind.letters

    init(
        _ styles: SpanStyles, cursor: Int, paragraphStart: Int, marks: UnsafePointer<UInt8>,
        _ shaped: ShapedUnits
    ) {
        all = styles
        self.styles = styles.styles
        tracking = styles.tracking
        self.paragraphStart = paragraphStart
        unsafe self.marks = unsafe marks
        origin = shaped.positions[shaped.units.count]
        self.cursor = cursor
        styleEnd = styles.styles[cursor].end - paragraphStart
        size = ShapedUnits.fixed(styles.styles[cursor].size)
    }

    mutating func write(_ run: TextRun, _ glyphs: Range<Int>, into shaped: inout ShapedUnits) {
        font = run.font.id
        level = run.level
        kind = run.isContextual ? .contextual : .letters
        runTracking = run.isJoined ? 0 : tracking
        move(to: run.range.lowerBound)
        beginStretch(kind, in: &shaped)
        if run.isRightToLeft {
            writeBackwards(run, glyphs, into: &shaped)
        } else {
            writeForwards(run, glyphs, into: &shaped)
        }
    }

    private mutating func writeForwards(
        _ run: TextRun, _ glyphs: Range<Int>, into shaped: inout ShapedUnits
    ) {
        var start = run.range.lowerBound
        var first = glyphs.lowerBound
        repeat {
            var next = first
            var advance = 0
            while next < glyphs.upperBound {
                let text = Int(shaped.glyphs[next].text)
                if next > first, endsUnit(at: text, after: start, count: next - first) { break }
                advance &+= Int(shaped.glyphs[next].advance)
                next &+= 1
            }
            append(start, first..<next, ems: advance, to: &shaped)
            if next < glyphs.upperBound { start = Int(shaped.glyphs[next].text) }
            first = next
        } while first < glyphs.upperBound
    }

    private mutating func writeBackwards(
        _ run: TextRun, _ glyphs: Range<Int>, into shaped: inout ShapedUnits
    ) {
        var start = run.range.lowerBound
        var end = glyphs.upperBound
        repeat {
            var first = end
            var advance = 0
            while first > glyphs.lowerBound {
                let text = Int(shaped.glyphs[first - 1].text)
                if first < end, endsUnit(at: text, after: start, count: end - first) { break }
                first &-= 1
                advance &+= Int(shaped.glyphs[first].advance)
            }
            append(start, first..<end, ems: advance, to: &shaped)
            if first > glyphs.lowerBound { start = Int(shaped.glyphs[first - 1].text) }
            end = first
        } while end > glyphs.lowerBound
    }

    private func endsUnit(at text: Int, after start: Int, count: Int) -> Bool {
        if count >= Self.maxGlyphsInUnit { return true }
        return unsafe text > start && marks[text] & ShapedUnits.Traits.beginsGrapheme.rawValue != 0
    }

    private mutating func move(to offset: Int) {
        while offset >= styleEnd, cursor + 1 < styles.count {
            cursor += 1
            styleEnd = styles[cursor].end - paragraphStart
            size = ShapedUnits.fixed(styles[cursor].size)
        }
    }

    private mutating func beginStretch(
        _ kind: ShapedText.Run.Kind, isTab: Bool = false, in shaped: inout ShapedUnits
    ) {
        // The box for a letter that no font has uses the text's own font.
        let font = kind == .missing || isTab ? styles[cursor].face.font.id : font
        shaped.stretches.append(
            ShapedUnits.Stretch(
                firstUnit: Int32(shaped.units.count), style: Int32(cursor), font: font,
                level: level, kind: kind, isTab: isTab))
        open = kind
    }

    private mutating func append(
        _ offset: Int, _ glyphs: Range<Int>, ems: Int, to shaped: inout ShapedUnits
    ) {
        if offset >= styleEnd, cursor + 1 < styles.count {
            move(to: offset)
            beginStretch(kind, in: &shaped)
        }
        let traits = unsafe ShapedUnits.Traits(rawValue: marks[offset])
        guard traits.isDisjoint(with: .isControl) else {
            return appendControl(offset, glyphs.lowerBound, traits: traits, to: &shaped)
        }
        guard !shaped.glyphs[glyphs].contains(where: { $0.id == 0 }) else {
            return appendMissing(offset, traits, to: &shaped)
        }
        if open == .missing { beginStretch(kind, in: &shaped) }
        var advance = ShapedUnits.length(ems, at: size)
        if advance > 0, runTracking != 0 { advance = max(advance + runTracking, 0) }
        append(offset, glyphs, advance: advance, traits: traits, to: &shaped)
    }

    private func append(
        _ offset: Int, _ glyphs: Range<Int>, advance: Int, traits: ShapedUnits.Traits,
        to shaped: inout ShapedUnits
    ) {
        shaped.units.append(
            ShapedUnits.Unit(
                text: Int32(truncatingIfNeeded: paragraphStart &+ offset),
                glyph: Int32(truncatingIfNeeded: glyphs.lowerBound),
                glyphCount: UInt16(truncatingIfNeeded: glyphs.count),
                stretch: Int32(truncatingIfNeeded: shaped.stretches.count &- 1), traits: traits))
        shaped.positions.append(shaped.positions[shaped.positions.count &- 1] &+ advance)
    }

    /// Appends a control character, which is invisible, or a tab, which is a wide space.
    private mutating func appendControl(
        _ offset: Int, _ glyph: Int, traits: ShapedUnits.Traits, to shaped: inout ShapedUnits
    ) {
        guard traits.contains(.isTab) else {
            if open == .missing { beginStretch(kind, in: &shaped) }
            return append(offset, glyph..<glyph, advance: 0, traits: traits, to: &shaped)
        }
        beginStretch(.letters, isTab: true, in: &shaped)
        let place = shaped.positions[shaped.units.count] - origin
        let blank = appendBlank(offset, to: &shaped)
        append(offset, blank, advance: all.tab(at: place), traits: traits, to: &shaped)
        beginStretch(kind, in: &shaped)
    }

    private mutating func appendMissing(
        _ offset: Int, _ traits: ShapedUnits.Traits, to shaped: inout ShapedUnits
    ) {
        if open != .missing { beginStretch(.missing, in: &shaped) }
        shaped.hasMissing = true
        let blank = appendBlank(offset, to: &shaped)
        let advance = (MissingLetter.advance * Double(size)).rounded()
        append(offset, blank, advance: Int(advance), traits: traits, to: &shaped)
    }

    private func appendBlank(_ offset: Int, to shaped: inout ShapedUnits) -> Range<Int> {
        let space = styles[cursor].face.font.space
        shaped.glyphs.append(
            ShapedUnits.Glyph(
                id: space.id, advance: space.advance, x: 0, y: 0, text: Int32(offset)))
        return shaped.glyphs.count - 1..<shaped.glyphs.count
    }
}
