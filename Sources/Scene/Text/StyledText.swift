/// Text to be set: what it says and how each part should look.
package struct StyledText: Sendable, Hashable {
    package enum Direction: Sendable, Hashable { case automatic, leftToRight, rightToLeft }

    package enum Alignment: Sendable, Hashable {
        /// Left in left-to-right paragraphs, right in right-to-left ones.
        case start
        case left, center, right
    }

    /// A stretch of UTF-8 offsets that differs from the style. Spans are sorted and do not overlap.
    package struct Span: Sendable, Hashable {
        package var range: Range<Int>
        package var weight: Int?
        package var isItalic: Bool?
        package var families: [String]?
        /// The size relative to the style's.
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
    /// BCP 47, for glyph variants (Han) and line breaking.
    package var language: String?
    /// At most so many lines, the last one ending in an ellipsis where text was left out.
    package var lineLimit: Int?
    /// Lines that a long one is wrapped into stand further in than it begins, as code needs.
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
