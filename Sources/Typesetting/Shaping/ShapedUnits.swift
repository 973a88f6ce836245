import Scene

/// Text that is shaped but not yet broken into lines.
///
/// Lengths are in points / 65,536: integers, so that sums are exact in any order and a width that
/// was measured fits again.
struct ShapedUnits {
    static let unitsPerPoint = 65_536

    static func fixed(_ points: Double) -> Int {
        Int((points * Double(unitsPerPoint)).rounded())
    }

    /// The length of so many 65,536ths of an em at a `fixed` size. Sizes end at 4,096 points and
    /// advances at 32 bits, so the product fits.
    static func length(_ ems: Int, at size: Int) -> Int {
        (ems &* size &+ unitsPerPoint / 2) >> 16
    }

    /// The smallest part of a text that no line break may split and that every glyph belongs to: a
    /// grapheme, or several that share a glyph. It takes 16 bytes, one per character of most texts.
    struct Unit {
        let text: Int32
        /// The first of its glyphs; glyphs stand in visual order.
        let glyph: Int32
        let glyphCount: UInt16
        let stretch: Int32
        var traits: Traits
    }

    /// The meaning of a character, and of its unit, for line breaking.
    struct Traits: OptionSet {
        let rawValue: UInt8

        /// UAX #14 allows a line to begin here.
        static let mayBreakBefore = Traits(rawValue: 1)
        /// Begins a grapheme, so that a word too long for any line may be cut here.
        static let beginsGrapheme = Traits(rawValue: 2)
        /// Hangs over the line's end.
        static let isSpace = Traits(rawValue: 4)
        /// A break after it shows a hyphen (U+00AD).
        static let isSoftHyphen = Traits(rawValue: 8)
        /// Has no look of its own.
        static let isControl = Traits(rawValue: 16)
        /// A tab, which extends to the next tab stop.
        static let isTab = Traits(rawValue: 32)
    }

    /// Units of one font, one style, one embedding level and one kind.
    struct Stretch {
        let firstUnit: Int32
        /// The index into `styles`.
        let style: Int32
        let font: FontID
        /// UAX #9's embedding level.
        let level: UInt8
        let kind: ShapedText.Run.Kind
        /// Whether the stretch is a single tab. Tabs are separate so that no painter sets text
        /// across them.
        let isTab: Bool

        var isRightToLeft: Bool { level & 1 == 1 }
    }

    /// In 1/65,536 em, y downwards.
    struct Glyph {
        /// No glyph is drawn, but its advance counts.
        static let nothing: UInt32 = 0x0FFF_FFFF

        let id: UInt32
        let advance: Int32
        let x: Int32
        let y: Int32
        /// The offset of its cluster in the paragraph (in the shaper: in the shaped text).
        let text: Int32
    }

    var units: [Unit] = []
    /// The start of each unit, as if the whole text were one line, and one more for the end.
    var positions: [Int] = [0]
    var stretches: [Stretch] = []
    var glyphs: [Glyph] = []
    /// Some stretch holds letters that no font has.
    var hasMissing = false

    mutating func clear() {
        hasMissing = false
        units.removeAll(keepingCapacity: units.capacity < 16_384)
        positions.removeAll(keepingCapacity: units.capacity < 16_384)
        positions.append(0)
        stretches.removeAll(keepingCapacity: stretches.capacity < 4_096)
        glyphs.removeAll(keepingCapacity: glyphs.capacity < 16_384)
    }

    /// The end of a unit's text, within a paragraph that ends at `end`.
    func textEnd(of unit: Int, in paragraph: Paragraph) -> Int {
        unit + 1 < paragraph.units.upperBound
            ? Int(units[unit + 1].text) : paragraph.text.upperBound
    }
}
