import Scene
import Themes

struct ReplyPiece: Piece {
    let name: ShapedText?
    let quoted: ShapedText
    let thumbnail: PictureID?
    let shape: ReplyStyle.Shape
    let fill: Color
    let outline: Color
    let bar: Color
    let barWidth: Double
    let radius: Double
    let isMirrored: Bool

    static let padding = Insets(top: 5, left: 9, bottom: 6, right: 10)
    /// The picture fills the height of the quotation.
    static let thumbnailSide = 48.0
    /// The distance between the outline and a picture in it, equal on three sides.
    private static let thumbnailInset = 5.0

    private var left: Double { ReplyPiece.padding.left + (shape == .bar ? barWidth : 0) }

    private var textHeight: Double { (name?.size.height ?? 0) + quoted.size.height }

    var size: Size {
        let words = max(name?.size.width ?? 0, quoted.size.width)
        let picture = thumbnail == nil ? 0 : ReplyPiece.thumbnailSide + 8
        return Size(
            left + words + picture + ReplyPiece.padding.right,
            max(
                textHeight + ReplyPiece.padding.vertical,
                thumbnail == nil ? 0 : ReplyPiece.thumbnailSide))
    }

    var text: String {
        "> " + [name?.text, quoted.text].compactMap { $0 }.joined(separator: ": ")
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let edge = Path.rounded(frame, radius)
        switch shape {
        case .bar:
            let x = isMirrored ? frame.maxX - barWidth : frame.minX
            let stripe = Rect(x, frame.minY, barWidth, frame.height)
            drawing.add(.clipped(edge, [.fill(edge, fill), .fill(.rectangle(stripe), bar)]))
        case .bubble:
            let line = Path.rounded(frame.inset(by: 0.5), max(radius - 0.5, 0))
            drawing.add(.shape(line, fill: .color(fill), stroke: Stroke(outline, width: 1)))
        case .below, .line: drawing.fill(edge, fill)
        }
        drawing.part(.quotation, in: frame) { drawing in
            drawWords(in: frame, on: &drawing)
            if let thumbnail { drawThumbnail(thumbnail, in: frame, edge, on: &drawing) }
        }
    }

    private func drawWords(in frame: Rect, on drawing: inout Drawing) {
        var y = frame.minY + (frame.height - textHeight) / 2
        for text in [name, quoted].compactMap({ $0 }) {
            let x = isMirrored ? frame.maxX - left - text.size.width : frame.minX + left
            drawing.text(text, at: Point(x, y))
            y += text.size.height
        }
    }

    /// Beside a bar the thumbnail fills the card's end; within an outline it is inset equally on
    /// all sides.
    private func drawThumbnail(
        _ thumbnail: PictureID, in frame: Rect, _ edge: Path, on drawing: inout Drawing
    ) {
        let inset = shape == .bar ? 0 : ReplyPiece.thumbnailInset
        let side = min(ReplyPiece.thumbnailSide - 2 * inset, frame.height - 2 * inset)
        let wide = shape == .bar ? ReplyPiece.thumbnailSide : side
        let place = Rect(
            isMirrored ? frame.minX + inset : frame.maxX - inset - wide, frame.midY - side / 2,
            wide, side)
        let area = shape == .bar ? Rect(place.minX, frame.minY, wide, frame.height) : place
        let clip = shape == .bar ? edge : .rounded(area, max(radius - inset, 2))
        drawing.add(.clipped(clip, [.picture(PlacedPicture(thumbnail, frame: area, fit: .cover))]))
    }
}

/// The quotation above a reply, and the thin line that connects them.
struct OutsideQuote: Sendable {
    /// The side of the quoted sender; the reply's side if the sender is unknown.
    let side: Side
    let indent: Double
    /// The distance from the edge of a bubble's frame to its body.
    let inset: Double
    let line: Color?

    /// The gap above the reply, larger than between two bubbles of one message so that the line is
    /// visible.
    static let gap = 8.0

    private static let reach = 12.0
    private static let bend = 10.0
    /// The distance from the reply's side to the point where the line may meet its top: beyond the
    /// corner.
    private static let shoulder = 17.5

    func nodes(from quoted: Rect, to answer: Rect, at answering: Side, within lane: Rect) -> [Node]
    {
        guard let line else { return [] }
        // Computed for a quotation on the left, and mirrored for one on the right.
        let path =
            side == .left
            ? path(from: quoted, to: answer, isOpposite: answering != side, limit: lane.maxX)
            : path(
                from: quoted.mirrored, to: answer.mirrored, isOpposite: answering != side,
                limit: -lane.minX
            ).map { Point(-$0.x, $0.y) }
        return [.stroke(path, Stroke(line, width: 1.5, roundEnds: true))]
    }

    private func path(
        from quoted: Rect, to answer: Rect, isOpposite: Bool, limit: Double
    ) -> Path {
        let shoulder = min(OutsideQuote.shoulder, answer.width / 2)
        let least = quoted.maxX + OutsideQuote.reach
        let down = isOpposite ? max(least, answer.minX + shoulder) : least
        var path = Path()
        if down <= answer.maxX - shoulder {
            path.move(quoted.maxX, quoted.midY)
            path.bend(to: down, below: quoted.midY)
            path.line(down, answer.minY)
            return path
        }
        let aside = max(quoted.maxX, answer.maxX) + OutsideQuote.reach
        if !isOpposite, aside <= limit {
            let foot = answer.minY + min(answer.height / 2, OutsideQuote.shoulder)
            path.move(quoted.maxX, quoted.midY)
            path.bend(to: aside, below: quoted.midY)
            path.line(aside, foot - OutsideQuote.bend)
            let pull = OutsideQuote.bend * 0.45
            path.curve(
                aside, foot - pull, aside - pull, foot, aside - OutsideQuote.bend, foot)
            path.line(answer.maxX, foot)
            return path
        }
        let x = min(max(answer.minX + shoulder, quoted.minX + shoulder), quoted.maxX - shoulder)
        path.move(x, quoted.maxY)
        path.line(x, answer.minY)
        return path
    }
}

extension Path {
    fileprivate mutating func bend(to x: Double, below y: Double) {
        let bend = 10.0
        let pull = bend * 0.45
        line(x - bend, y)
        curve(x - pull, y, x, y + pull, x, y + bend)
    }
}

extension Rect {
    fileprivate var mirrored: Rect { Rect(-maxX, minY, width, height) }
}
