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
        /// The unit is invisible.
        static let isControl = Traits(rawValue: 16)
        /// A tab, which extends to the next tab stop.
        static let isTab = Traits(rawValue: 32)
    }

    /// A sequence of units with one font, style, embedding level and kind.
    struct Stretch {
        let firstUnit: Int32
        /// The index into `styles`.
        let style: Int32
        let font: FontID
        /// The embedding level of UAX #9.
        let level: UInt8
        let kind: ShapedText.Run.Kind
        /// Whether the stretch is a single tab. Tabs are separate so that no painter draws text
        /// across them.
        let isTab: Bool

        var isRightToLeft: Bool { level & 1 == 1 }
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
    /// Whether a stretch has letters that no font has.
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
