/// Text that was measured, kept as it will be drawn. Four flat arrays, so that a hundred thousand
/// of them stay small: about 16 bytes a character.
package struct ShapedText: Sendable, Equatable {
    package struct Line: Sendable, Hashable {
        /// From the text's top.
        package let baseline: Double
        /// From the text's left edge, by its alignment.
        package let left: Double
        package let width: Double
        /// In visual order, left to right.
        package let runs: Range<Int32>
        /// UTF-8 offsets, without the break that ends the line.
        package let text: Range<Int32>
        package let isRightToLeft: Bool

        package init(
            baseline: Double, left: Double, width: Double, runs: Range<Int32>, text: Range<Int32>,
            isRightToLeft: Bool
        ) {
            self.baseline = baseline
            self.left = left
            self.width = width
            self.runs = runs
            self.text = text
            self.isRightToLeft = isRightToLeft
        }
    }

    /// Glyphs of one font, one colour, one direction and one kind.
    package struct Run: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// Each looks as it does alone, but for ligatures such as fi.
            case letters
            /// Each may look as its neighbours ask, which Arabic and Indic letters need.
            case contextual
            /// No font has them: a hollow box is drawn for each, and their glyphs show nothing.
            case missing
        }

        package let font: FontID
        package let size: Double
        package let color: Color
        package let background: Color?
        package let isUnderlined: Bool
        package let isStruck: Bool
        package let isRightToLeft: Bool
        package let kind: Kind
        /// Index into `links`.
        package let link: Int32?
        /// From the line's left edge.
        package let left: Double
        package let width: Double
        package let glyphs: Range<Int32>
        /// Empty for an ellipsis or a hyphen that a break brought, which the text does not hold.
        package let text: Range<Int32>

        package init(
            font: FontID, size: Double, color: Color, background: Color?, isUnderlined: Bool,
            isStruck: Bool, isRightToLeft: Bool, kind: Kind = .letters, link: Int32?,
            left: Double, width: Double, glyphs: Range<Int32>, text: Range<Int32>
        ) {
            self.font = font
            self.size = size
            self.color = color
            self.background = background
            self.isUnderlined = isUnderlined
            self.isStruck = isStruck
            self.isRightToLeft = isRightToLeft
            self.kind = kind
            self.link = link
            self.left = left
            self.width = width
            self.glyphs = glyphs
            self.text = text
        }
    }

    package struct Glyph: Sendable, Hashable {
        package let id: UInt32
        /// From the run's left edge and the baseline, y downwards.
        package let x: Float
        package let y: Float
        /// The UTF-8 offset of the cluster it belongs to. Glyphs stand in visual order, so clusters
        /// fall in a right-to-left run.
        package let cluster: Int32

        package init(id: UInt32, x: Float, y: Float, cluster: Int32) {
            self.id = id
            self.x = x
            self.y = y
            self.cluster = cluster
        }
    }

    package let text: String
    /// The widest line's width, in which the others are aligned, and all lines' heights: a span
    /// with a scale above 1 makes its own line that much higher.
    package let size: Size
    package let lineHeight: Double
    package let lines: [Line]
    package let runs: [Run]
    package let glyphs: [Glyph]
    package let links: [String]
    /// The room in the glyphs' places that was added after every cluster, except between letters
    /// that join.
    package let tracking: Double

    package init(
        text: String, size: Size, lineHeight: Double, lines: [Line], runs: [Run], glyphs: [Glyph],
        links: [String], tracking: Double = 0
    ) {
        self.tracking = tracking
        self.text = text
        self.size = size
        self.lineHeight = lineHeight
        self.lines = lines
        self.runs = runs
        self.glyphs = glyphs
        self.links = links
    }
}

extension ShapedText {
    /// A line's runs, from left to right.
    package func runs(of line: Line) -> ArraySlice<Run> {
        runs[Self.range(line.runs).clamped(to: runs.indices)]
    }

    /// A run's glyphs, from left to right.
    package func glyphs(of run: Run) -> ArraySlice<Glyph> {
        glyphs[Self.range(run.glyphs).clamped(to: glyphs.indices)]
    }

    private static func range(_ range: Range<Int32>) -> Range<Int> {
        Int(range.lowerBound)..<Int(range.upperBound)
    }
}
