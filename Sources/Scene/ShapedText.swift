import Basics

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
            /// Shapes do not depend on their neighbors, except for ligatures such as fi.
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

        /// The area of the run on a line that begins at a point on the baseline.
        package func frame(at line: Point) -> Rect {
            Rect(line.x + left, line.y - 0.96 * size, width, 1.22 * size)
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
    /// Added after every cluster, except between letters that join; the positions include it.
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

    /// - Parameter origin: the run's origin on the baseline.
    package func missingLetters(of run: Run, at origin: Point) -> Path {
        let frame = MissingLetter.frame
        var path = Path()
        for glyph in glyphs(of: run) {
            let outer = Rect(
                origin.x + Double(glyph.x) + frame.minX * run.size,
                origin.y + frame.minY * run.size, frame.width * run.size, frame.height * run.size)
            let inner = outer.inset(by: MissingLetter.line * run.size)
            path.elements += Path.rectangle(outer).elements
            // The opposite winding direction keeps the inside empty.
            path.move(inner.minX, inner.minY)
            path.line(inner.minX, inner.maxY)
            path.line(inner.maxX, inner.maxY)
            path.line(inner.maxX, inner.minY)
            path.close()
        }
        return path
    }

    /// A line's runs, from left to right.
    package func runs(of line: Line) -> ArraySlice<Run> {
        runs[Self.range(line.runs).clamped(to: runs.indices)]
    }

    /// A run's glyphs, from left to right.
    package func glyphs(of run: Run) -> ArraySlice<Glyph> {
        glyphs[Self.range(run.glyphs).clamped(to: glyphs.indices)]
    }

    /// The lines that may be visible if the text is drawn at a point, found by their places: a text
    /// over many stripes or pages is visited about once.
    package func lines(at point: Point, in visible: ClosedRange<Double>) -> ArraySlice<Line> {
        let air = 2 * lineHeight
        let end = lines.partitionPoint { point.y + $0.baseline - air > visible.upperBound }
        let start = lines.partitionPoint { point.y + $0.baseline + air >= visible.lowerBound }
        return lines[min(start, end)..<end]
    }

    /// The text with only some of its lines, at their places. It holds the runs, glyphs and words of
    /// these lines alone, so that no reader visits the rest.
    package func keeping(_ kept: ArraySlice<Line>) -> ShapedText {
        guard kept.count < lines.count else { return self }
        let runs = Self.hull(kept.map(\.runs)).clamped(to: self.runs.indices)
        let shown = self.runs[runs]
        let glyphs = Self.hull(shown.map(\.glyphs)).clamped(to: self.glyphs.indices)
        let words = Self.hull(kept.map(\.text) + shown.map(\.text))
            .clamped(to: 0..<text.utf8.count)
        let bytes = text.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: words.lowerBound)
        let end = bytes.index(start, offsetBy: words.count)
        return ShapedText(
            text: String(decoding: bytes[start..<end], as: UTF8.self), size: size,
            lineHeight: lineHeight,
            lines: kept.map { line in
                Line(
                    baseline: line.baseline, left: line.left, width: line.width,
                    runs: Self.moved(line.runs, runs), text: Self.moved(line.text, words),
                    isRightToLeft: line.isRightToLeft)
            },
            runs: shown.map { run in
                Run(
                    font: run.font, size: run.size, color: run.color, background: run.background,
                    isUnderlined: run.isUnderlined, isStruck: run.isStruck,
                    isRightToLeft: run.isRightToLeft, kind: run.kind, link: run.link,
                    left: run.left, width: run.width, glyphs: Self.moved(run.glyphs, glyphs),
                    text: Self.moved(run.text, words))
            },
            glyphs: self.glyphs[glyphs].map { glyph in
                Glyph(
                    id: glyph.id, x: glyph.x, y: glyph.y,
                    cluster: glyph.cluster - Int32(words.lowerBound))
            },
            links: links, tracking: tracking)
    }

    /// The text in a range of UTF-8 offsets; nil for a range beyond it.
    package func text(in range: Range<Int32>) -> String? {
        let bytes = text.utf8
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
        let start = bytes.index(bytes.startIndex, offsetBy: Int(range.lowerBound))
        let end = bytes.index(start, offsetBy: range.count)
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private static func range(_ range: Range<Int32>) -> Range<Int> {
        Int(range.lowerBound)..<Int(range.upperBound)
    }

    private static func moved(_ range: Range<Int32>, _ kept: Range<Int>) -> Range<Int32> {
        let start = Int32(kept.lowerBound)
        return range.lowerBound - start..<range.upperBound - start
    }

    private static func hull(_ ranges: [Range<Int32>]) -> Range<Int> {
        let start = ranges.lazy.map(\.lowerBound).min() ?? 0
        return range(start..<(ranges.lazy.map(\.upperBound).max() ?? start))
    }
}

/// A hollow box, which cannot be mistaken for a real letter. Lengths are in ems.
package enum MissingLetter {
    package static let advance = 0.66
    fileprivate static let frame = Rect(0.06, -0.7, 0.54, 0.7)
    fileprivate static let line = 0.06
}

/// The file of a font that a typesetter used, so that painters can open it.
package struct FontFile: Sendable, Hashable {
    package let path: String
    package let index: Int
    /// The settings of a variable font, such as `wght=650`; empty for the default instance.
    package let variations: String
    /// Whether the family has no bold face, so that the outline must be emboldened.
    package let isSyntheticBold: Bool
    /// Whether the family has no italic face, so that the outline must be slanted.
    package let isSyntheticItalic: Bool
    /// Whether the glyphs are color pictures (emoji) instead of outlines.
    package let hasColorBitmaps: Bool

    package init(
        path: String, index: Int, variations: String = "", isSyntheticBold: Bool = false,
        isSyntheticItalic: Bool = false, hasColorBitmaps: Bool = false
    ) {
        self.path = path
        self.index = index
        self.variations = variations
        self.isSyntheticBold = isSyntheticBold
        self.isSyntheticItalic = isSyntheticItalic
        self.hasColorBitmaps = hasColorBitmaps
    }
}

/// Identifies a font that a typesetter used. The typesetter knows its file.
package struct FontID: Sendable, Hashable {
    package let number: UInt16

    package init(_ number: UInt16) { self.number = number }
}

package protocol FontLookup {
    func fontFile(_ id: FontID) -> FontFile?
}

/// The positions of lines drawn along text, as shares of the font size below the baseline. They
/// suit sans-serif faces: just below the baseline, and through the middle of lowercase letters.
package enum TextRule {
    package static let underline = 0.115
    package static let strike = -0.27
    package static let thickness = 1.0 / 15
}
