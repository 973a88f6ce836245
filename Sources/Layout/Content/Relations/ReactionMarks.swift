import Scene
import Themes

/// A message's measured reactions: rows of pills at the bubble's foot, or one stack at its corner.
struct ReactionMarks: Sendable {
    /// An emoji with a count or names beside it, or only a count.
    struct Mark: Sendable {
        let emoji: ShapedText?
        let picture: PictureID?
        /// The accessible name of a reaction that is drawn as a picture.
        var name = ""
        let words: ShapedText?
        let isMine: Bool

        static let wordsGap = 4.0

        var width: Double {
            let gap = emoji != nil && words != nil ? Mark.wordsGap : 0
            return (emoji?.size.width ?? 0) + gap + (words?.size.width ?? 0)
        }
    }

    /// Marks on one background.
    struct Pill: Sendable {
        let marks: [Mark]
        let gap: Double
        let size: Size

        var isMine: Bool { marks.allSatisfy(\.isMine) }

        var contentWidth: Double {
            marks.reduce(0) { $0 + $1.width } + gap * Double(max(0, marks.count - 1))
        }
    }

    let rows: [[Pill]]
    let style: ReactionStyle
    /// The text for screen readers: every reaction, shown or only counted.
    let text: String
    /// The distance from the bubble's side; 0 if no bubble is drawn.
    let inset: Double
    /// The distance by which the reactions overlap the bubble without covering its contents.
    let overlap: Double
    /// The size of all rows. Rows of a stack share one background; pills have one each.
    let size: Size
    private let stack: VerticalStack
    private let isMine: Bool

    static let gap = 3.0
    /// The share of a tapback's size that is outside the bubble.
    static let reach = 0.58
    /// The space below pills, so that they do not touch the next bubble.
    private static let pillRoom = 2.0

    init(rows: [[Pill]], style: ReactionStyle, text: String, inset: Double, overlap: Double) {
        self.rows = rows
        self.style = style
        self.text = text
        self.inset = inset
        self.overlap = overlap
        stack = VerticalStack(
            rows.lazy.map { $0.map(\.size.height).max() ?? 0 },
            gap: style.shape == .tapback ? 0 : ReactionMarks.gap)
        size = Size(rows.lazy.map(ReactionMarks.width).max() ?? 0, stack.height)
        isMine = rows.joined().allSatisfy(\.isMine)
    }

    /// The space above the bubble.
    var above: Double { style.shape == .tapback ? size.height - overlap : 0 }

    /// The space below the bubble.
    var below: Double {
        switch style.shape {
        case .tapback, .inside: 0
        case .pill: size.height - overlap + ReactionMarks.pillRoom
        case .text: size.height + 2
        }
    }

    var lastRowWidth: Double { rows.last.map(ReactionMarks.width) ?? 0 }

    static func width(_ row: [Pill]) -> Double {
        row.reduce(0) { $0 + $1.size.width } + gap * Double(max(0, row.count - 1))
    }

    /// Draws the reactions over or under the bubble, never wider than its lane.
    func draw(on bubble: Rect, side: Side, lane: Rect, on drawing: inout Drawing) {
        switch style.shape {
        case .tapback: drawStack(on: bubble, side: side, lane: lane, on: &drawing)
        case .pill, .text:
            let y = bubble.maxY - (style.shape == .pill ? overlap : -2)
            let width = size.width
            let x = side == .left ? bubble.minX + inset : bubble.maxX - inset - width
            drawRows(
                in: Rect(max(lane.minX, min(x, lane.maxX - width)), y, width, size.height),
                isFlushRight: side == .right, on: &drawing)
        case .inside: break
        }
    }

    func drawRows(in frame: Rect, isFlushRight: Bool, on drawing: inout Drawing) {
        for index in stack.shown(at: frame.minY, in: drawing.visible) {
            let row = rows[index]
            let y = frame.minY + stack.tops[index]
            var x = isFlushRight ? frame.maxX - ReactionMarks.width(row) : frame.minX
            for pill in row {
                draw(pill, Rect(x, y, pill.size.width, pill.size.height), on: &drawing)
                x += pill.size.width + ReactionMarks.gap
            }
        }
    }

    private func draw(_ pill: Pill, _ frame: Rect, on drawing: inout Drawing) {
        drawing.ink = drawing.ink.union(frame.inset(by: -1.5))
        if style.shape != .text {
            drawGround(
                .rounded(frame, style.size / 2), pill.isMine ? style.mineFill : style.fill,
                on: &drawing)
        }
        drawMarks(of: pill, in: frame, on: &drawing)
    }

    private func drawGround(_ outline: Path, _ fill: Color, on drawing: inout Drawing) {
        drawing.fill(outline, fill)
        guard let border = style.border else { return }
        drawing.add(.stroke(outline, Stroke(border.color, width: border.width)))
    }

    private func drawMarks(
        of pill: Pill, in frame: Rect, marksOwn: Bool = false, on drawing: inout Drawing
    ) {
        var x = frame.midX - pill.contentWidth / 2
        for mark in pill.marks {
            if marksOwn, mark.isMine {
                let ring = Rect(x, frame.minY, mark.width, frame.height)
                    .inset(by: Insets(top: 3, left: -3, bottom: 3, right: -3))
                drawing.fill(.rounded(ring, ring.height / 2), style.mineFill)
            }
            draw(mark, at: x, in: frame, on: &drawing)
            x += mark.width + pill.gap
        }
    }

    private func draw(_ mark: Mark, at left: Double, in frame: Rect, on drawing: inout Drawing) {
        var x = left
        if let emoji = mark.emoji {
            if let picture = mark.picture {
                let side = style.size * 0.62
                let place = Rect(
                    x + (emoji.size.width - side) / 2, frame.midY - side / 2, side, side)
                drawing.add(.spoken(mark.name, at: Point(x, frame.midY)))
                drawing.add(.picture(PlacedPicture(picture, frame: place, fit: .cover)))
            } else {
                drawing.label(emoji, at: Point(x, frame.midY - emoji.size.height / 2))
            }
            x += emoji.size.width + Mark.wordsGap
        }
        if let words = mark.words {
            drawing.label(words, at: Point(x, frame.midY - words.size.height / 2))
        }
    }

    /// Draws one background over the top corner away from the sender, as wide as its marks, with
    /// two dots that trail off outwards. The background ends above the bubble's text.
    private func drawStack(on bubble: Rect, side: Side, lane: Rect, on drawing: inout Drawing) {
        let outwards = side == .left ? 1.0 : -1.0
        let end = (side == .left ? bubble.maxX : bubble.minX) + outwards * style.size * Self.reach
        let x = side == .left ? end - size.width : end
        let frame = Rect(
            max(lane.minX, min(x, lane.maxX - size.width)), bubble.minY + overlap - size.height,
            size.width, size.height)
        drawing.ink = drawing.ink.union(frame.inset(by: -style.size * 0.25))
        let fill = isMine ? style.mineFill : style.fill
        let half = style.size / 2
        drawDots(
            from: Point(side == .left ? frame.maxX - half : frame.minX + half, frame.maxY - half),
            outwards, fill, on: &drawing)
        drawGround(.rounded(frame, half), fill, on: &drawing)
        for index in stack.shown(at: frame.minY, in: drawing.visible) {
            for pill in rows[index] {
                let place = Rect(
                    frame.minX, frame.minY + stack.tops[index], frame.width, pill.size.height)
                drawMarks(of: pill, in: place, marksOwn: !isMine, on: &drawing)
            }
        }
    }

    private func drawDots(
        from center: Point, _ outwards: Double, _ fill: Color, on drawing: inout Drawing
    ) {
        let size = style.size
        let large = center.offset(outwards * size * 0.36, size * 0.4)
        let small = center.offset(outwards * size * 0.56, size * 0.62)
        for (place, radius) in [(large, size * 0.13), (small, size * 0.065)] {
            drawGround(.circle(center: place, radius: radius), fill, on: &drawing)
        }
    }
}

/// Reactions inside the bubble, under its text.
struct ReactionPiece: Piece {
    let marks: ReactionMarks
    let isMirrored: Bool

    var size: Size { marks.size }
    var text: String { "" }
    var lastLine: LastLine? { LastLine(width: marks.lastRowWidth, isRightToLeft: isMirrored) }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        marks.drawRows(in: frame, isFlushRight: isMirrored, on: &drawing)
    }
}
