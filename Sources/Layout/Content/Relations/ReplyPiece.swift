import Scene
import Themes

/// The quoted message: its sender, its first words, and a thumbnail if it has a picture.
struct ReplyPiece: Piece {
    let name: ShapedText?
    let quoted: ShapedText
    let thumbnail: PictureID?
    let shape: ReplyStyle.Shape
    let fill: Color
    /// The color of the outline around a quotation outside the bubble.
    let outline: Color
    let bar: Color
    let barWidth: Double
    let radius: Double
    /// Whether the quoted text runs from right to left.
    let isMirrored: Bool

    static let padding = Insets(top: 5, left: 9, bottom: 6, right: 10)
    /// The side of a thumbnail. The picture fills the height of the quotation.
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
