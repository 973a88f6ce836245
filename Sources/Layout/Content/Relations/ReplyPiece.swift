import Scene
import Theme

/// The message that is answered: who, the first words, perhaps a small picture.
struct ReplyPiece: Piece {
    let name: ShapedText?
    let quoted: ShapedText
    let thumbnail: PictureID?
    let shape: ReplyStyle.Shape
    let fill: Color
    /// Round a quotation that stands outside the bubble.
    let outline: Color
    let bar: Color
    let barWidth: Double
    let radius: Double
    /// What is quoted runs from right to left.
    let isMirrored: Bool

    static let padding = Insets(top: 5, left: 9, bottom: 6, right: 10)
    static let thumbnailSide = 38.0

    private var left: Double { ReplyPiece.padding.left + (shape == .bar ? barWidth : 0) }

    private var textHeight: Double { (name?.size.height ?? 0) + quoted.size.height }

    var size: Size {
        let words = max(name?.size.width ?? 0, quoted.size.width)
        let picture = thumbnail == nil ? 0 : ReplyPiece.thumbnailSide + 8
        return Size(
            left + words + picture + ReplyPiece.padding.right,
            max(textHeight, thumbnail == nil ? 0 : ReplyPiece.thumbnailSide - 4)
                + ReplyPiece.padding.vertical)
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
        }
        var y = frame.minY + (frame.height - textHeight) / 2
        for text in [name, quoted].compactMap({ $0 }) {
            let x = isMirrored ? frame.maxX - left - text.size.width : frame.minX + left
            drawing.text(text, at: Point(x, y))
            y += text.size.height
        }
        guard let thumbnail else { return }
        let side = min(ReplyPiece.thumbnailSide, frame.height)
        let x = isMirrored ? frame.minX : frame.maxX - side
        let place = Rect(x, frame.midY - side / 2, side, side)
        drawing.add(
            .clipped(edge, [.picture(PlacedPicture(thumbnail, frame: place, fit: .cover))]))
    }
}
