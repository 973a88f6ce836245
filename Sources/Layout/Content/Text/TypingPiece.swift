import Scene

/// Three dots: the typing indicator.
struct TypingPiece: Piece {
    let words: String
    let color: Color
    /// The height of a line of text, so that the bubble is as high as one with text.
    let height: Double

    private static let dot = 8.0
    private static let gap = 5.0
    /// The opacities of the dots.
    private static let shades = [0.45, 0.7, 1.0]

    var size: Size {
        let count = Double(TypingPiece.shades.count)
        return Size(
            count * TypingPiece.dot + (count - 1) * TypingPiece.gap,
            max(height, TypingPiece.dot))
    }

    var text: String { words }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        var x = frame.minX + TypingPiece.dot / 2
        var dots: [Node] = []
        for shade in TypingPiece.shades {
            let center = Point(x, frame.midY)
            dots.append(
                .fill(
                    .circle(center: center, radius: TypingPiece.dot / 2), color.withAlpha(shade)))
            x += TypingPiece.dot + TypingPiece.gap
        }
        drawing.add(.figure(alt: words, dots))
    }
}
