import Scene

/// A quotation: its blocks behind a bar.
struct QuotePiece: Piece {
    let content: StackPiece
    let bar: Color
    let isRightToLeft: Bool

    static let indent = 11.0
    private static let barWidth = 3.0

    var size: Size { Size(content.size.width + QuotePiece.indent, content.size.height) }
    var text: String { content.text }
    var breaks: [Double] { content.breaks }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let x = isRightToLeft ? frame.maxX - QuotePiece.barWidth : frame.minX
        drawing.fill(
            .rounded(Rect(x, frame.minY, QuotePiece.barWidth, frame.height), 1.5), bar)
        let inset = Insets(
            left: isRightToLeft ? 0 : QuotePiece.indent,
            right: isRightToLeft ? QuotePiece.indent : 0)
        drawing.part(.quotation, in: frame) {
            content.draw(in: frame.inset(by: inset), clip: nil, on: &$0)
        }
    }
}

/// A thin line across the bubble.
struct RulePiece: Piece {
    let color: Color
    let size = Size(24, 9)
    let text = ""

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        drawing.fill(.rectangle(Rect(frame.minX, frame.midY - 0.5, frame.width, 1)), color)
    }
}
