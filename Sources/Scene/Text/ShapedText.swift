/// Measured text as it will be drawn. It has four flat arrays, so that a hundred thousand texts
/// stay small: about 16 bytes per character.
package struct ShapedText: Sendable, Equatable {
    package struct Line: Sendable, Hashable {
        /// The distance from the text's top.
        package let baseline: Double
        /// The distance from the text's left edge, by alignment.
        package let left: Double
        package let width: Double
        /// The range of runs in visual order, from left to right.
        package let runs: Range<Int32>
        /// The range in UTF-8 offsets, without the line break.
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

    /// Glyphs of one font, color, direction and kind.
    package struct Run: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// Letters whose shapes do not depend on their neighbors, except for ligatures such as
            /// fi.
            case letters
            /// Letters whose shapes may depend on their neighbors, as in Arabic and Indic scripts.
            case contextual
            /// Letters that no font has. Each is drawn as a hollow box, and its glyph is invisible.
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
        /// The index into `links`.
        package let link: Int32?
        /// The distance from the line's left edge.
        package let left: Double
        package let width: Double
        package let glyphs: Range<Int32>
        /// The range of text; empty for an ellipsis or hyphen added by a line break.
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
        /// The position relative to the run's left edge and the baseline, with y pointing down.
        package let x: Float
        package let y: Float
        /// The UTF-8 offset of the glyph's cluster. Glyphs are in visual order, so the offsets
        /// descend in a right-to-left run.
        package let cluster: Int32

        package init(id: UInt32, x: Float, y: Float, cluster: Int32) {
            self.id = id
            self.x = x
            self.y = y
            self.cluster = cluster
        }
    }

    package let text: String
    /// The width of the widest line, within which the others are aligned, and the height of all
    /// lines. A span with a scale above 1 makes its own line higher in proportion.
    package let size: Size
    package let lineHeight: Double
    package let lines: [Line]
    package let runs: [Run]
    package let glyphs: [Glyph]
    package let links: [String]
    /// The space added after every cluster, except between letters that join. The glyphs' positions
    /// include it.
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
