import Conversation
import Scene
import Theme

/// A message's reactions, measured: a tapback on the corner, or pills at the bubble's foot.
struct ReactionMarks: Sendable {
    struct Mark: Sendable {
        let emoji: ShapedText
        /// What a reader hears of it.
        let text: String
        let picture: PictureID?
        /// A count, or names, beside the emoji.
        let words: ShapedText?
        let isMine: Bool
        let width: Double
    }

    let marks: [Mark]
    let style: ReactionStyle
    /// From the bubble's side; none where no bubble is seen.
    let inset: Double
    private static let gap = 3.0
    /// Below pills, so that they do not touch the next bubble.
    private static let pillRoom = 2.0

    /// Room above the bubble.
    var above: Double { style.shape == .tapback ? style.size * 0.66 : 0 }

    /// Room below the bubble.
    var below: Double {
        switch style.shape {
        case .tapback, .inside: 0
        case .pill: rowsHeight - style.overlap + ReactionMarks.pillRoom
        case .text: rowsHeight + 2
        }
    }

    var text: String { marks.map(\.text).joined(separator: ", ") }

    var width: Double {
        marks.reduce(0) { $0 + $1.width } + ReactionMarks.gap * Double(max(0, marks.count - 1))
    }

    private var rowsHeight: Double { style.size }

    /// Over or under the bubble, never wider than the lane it stands in.
    func draw(on bubble: Rect, side: Side, lane: Rect, on drawing: inout Drawing) {
        switch style.shape {
        case .tapback: drawTapbacks(on: bubble, side: side, lane: lane, on: &drawing)
        case .pill, .text:
            let y = bubble.maxY - (style.shape == .pill ? style.overlap : -2)
            var x = side == .left ? bubble.minX + inset : bubble.maxX - inset - width
            x = max(lane.minX, min(x, lane.maxX - width))
            drawPills(from: Point(x, y), on: &drawing)
        case .inside: break
        }
    }

    func drawPills(from start: Point, on drawing: inout Drawing) {
        var x = start.x
        for mark in marks {
            let frame = Rect(x, start.y, mark.width, style.size)
            drawPill(mark, frame, on: &drawing)
            x += mark.width + ReactionMarks.gap
        }
    }

    private func drawPill(_ mark: Mark, _ frame: Rect, on drawing: inout Drawing) {
        drawing.ink = drawing.ink.union(frame.inset(by: -1.5))
        if style.shape != .text {
            let outline = Path.rounded(frame, frame.height / 2)
            drawing.fill(outline, mark.isMine ? style.mineFill : style.fill)
            if let border = style.border {
                drawing.add(.stroke(outline, Stroke(border.color, width: border.width)))
            }
        }
        drawContent(of: mark, in: frame, on: &drawing)
    }

    private func drawContent(of mark: Mark, in frame: Rect, on drawing: inout Drawing) {
        let words = mark.words.map { $0.size.width + 4 } ?? 0
        let inner = mark.emoji.size.width + words
        let x = frame.midX - inner / 2
        if let picture = mark.picture {
            let side = frame.height * 0.62
            let place = Rect(
                x + (mark.emoji.size.width - side) / 2, frame.midY - side / 2, side, side)
            drawing.add(.picture(PlacedPicture(picture, frame: place, fit: .cover)))
        } else {
            drawing.label(mark.emoji, at: Point(x, frame.midY - mark.emoji.size.height / 2))
        }
        if let text = mark.words {
            drawing.label(
                text,
                at: Point(x + mark.emoji.size.width + 4, frame.midY - text.size.height / 2))
        }
    }

    /// Circles over the top corner away from the sender, each with two dots that trail off outwards.
    private func drawTapbacks(
        on bubble: Rect, side: Side, lane: Rect, on drawing: inout Drawing
    ) {
        let size = style.size
        let outwards = side == .left ? 1.0 : -1.0
        let corner = side == .left ? bubble.maxX : bubble.minX
        let center = Point(corner + outwards * size * 0.08, bubble.minY - size * 0.16)
        let spread = size * 0.72
        // The first reaction stands in front of the others, which fan out towards the bubble's middle.
        for (index, mark) in marks.enumerated().reversed() {
            let place = center.offset(-outwards * spread * Double(index), 0)
            let fill = mark.isMine ? style.mineFill : style.fill
            let wide = max(size, mark.width)
            let x = place.x - (outwards > 0 ? size / 2 : wide - size / 2)
            let frame = Rect(
                max(lane.minX, min(x, lane.maxX - wide)), place.y - size / 2, wide, size)
            let outline = Path.rounded(frame, size / 2)
            drawing.ink = drawing.ink.union(frame.inset(by: -size * 0.25))
            if index == 0 {
                let end = outwards > 0 ? frame.maxX - size / 2 : frame.minX + size / 2
                dots(from: Point(end, place.y), size: size, outwards, fill, on: &drawing)
            }
            drawing.fill(outline, fill)
            if let border = style.border {
                drawing.add(.stroke(outline, Stroke(border.color, width: border.width)))
            }
            drawContent(of: mark, in: frame, on: &drawing)
        }
    }

    private func dots(
        from center: Point, size: Double, _ outwards: Double, _ fill: Color,
        on drawing: inout Drawing
    ) {
        let large = center.offset(outwards * size * 0.36, size * 0.4)
        let small = center.offset(outwards * size * 0.56, size * 0.62)
        for (place, radius) in [(large, size * 0.13), (small, size * 0.065)] {
            drawing.fill(.circle(center: place, radius: radius), fill)
            if let border = style.border {
                drawing.add(
                    .stroke(
                        .circle(center: place, radius: radius),
                        Stroke(border.color, width: border.width)))
            }
        }
    }
}
