package struct StyledText: Sendable, Hashable {
    package enum Direction: Sendable, Hashable { case automatic, leftToRight, rightToLeft }

    package enum Alignment: Sendable, Hashable {
        /// Left in left-to-right paragraphs, right in right-to-left ones.
        case start
        case left, center, right
    }

    /// A range of UTF-8 offsets that differs from the style. Spans are sorted and do not overlap.
    package struct Span: Sendable, Hashable {
        package var range: Range<Int>
        package var weight: Int?
        package var isItalic: Bool?
        package var families: [String]?
        /// The size relative to that of the style.
        package var scale: Double?
        package var color: Color?
        package var background: Color?
        package var isUnderlined = false
        package var isStruck = false
        package var link: String?

        package init(_ range: Range<Int>) { self.range = range }
    }

    package var text: String
    package var style: TextStyle
    package var color: Color
    package var spans: [Span]
    package var direction: Direction
    package var alignment: Alignment
    /// A BCP 47 tag, for glyph variants (Han) and line breaking.
    package var language: String?
    /// The maximum number of lines; the last one ends in an ellipsis if text was omitted.
    package var lineLimit: Int?
    /// Whether continuation lines of a long line are indented, as in code.
    package var hangsFurtherLines = false

    package init(
        _ text: String, style: TextStyle, color: Color, spans: [Span] = [],
        direction: Direction = .automatic, alignment: Alignment = .start,
        language: String? = nil, lineLimit: Int? = nil
    ) {
        self.text = text
        self.style = style
        self.color = color
        self.spans = spans
        self.direction = direction
        self.alignment = alignment
        self.language = language
        self.lineLimit = lineLimit
    }
}

package struct TextStyle: Sendable, Hashable {
    package var families: [String]
    package var size: Double
    /// The height of every line, regardless of fallback fonts.
    package var lineHeight: Double
    /// The weight from 100 to 900, as in CSS.
    package var weight: Int
    package var isItalic: Bool
    /// The space added after every cluster, in points.
    package var tracking: Double

    package init(
        families: [String], size: Double, lineHeight: Double, weight: Int = 400,
        isItalic: Bool = false, tracking: Double = 0
    ) {
        self.families = families
        self.size = size
        self.lineHeight = lineHeight
        self.weight = weight
        self.isItalic = isItalic
        self.tracking = tracking
    }
}
