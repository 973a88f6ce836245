import Scene

/// Pieces one under the other, such as a list item's paragraphs.
struct StackPiece: Piece {
    let pieces: [any Piece]
    let gap: Double

    var size: Size {
        Size(
            pieces.reduce(0) { max($0, $1.size.width) },
            pieces.reduce(0) { $0 + $1.size.height } + gap * Double(max(0, pieces.count - 1)))
    }

    var text: String { pieces.map(\.text).asLines }

    var breaks: [Double] {
        var breaks: [Double] = []
        var y = 0.0
        for (index, piece) in pieces.enumerated() {
            if index > 0 { breaks.append(y - gap / 2) }
            breaks += piece.breaks.map { $0 + y }
            y += piece.size.height + gap
        }
        return breaks
    }

    var lastLine: LastLine? { pieces.last?.lastLine }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        var y = frame.minY
        for piece in pieces {
            piece.draw(
                in: Rect(frame.minX, y, frame.width, piece.size.height), clip: nil, on: &drawing)
            y += piece.size.height + gap
        }
    }
}
