import Scene

/// Stacked pieces, such as the paragraphs of a list item.
struct StackPiece: Piece {
    let pieces: [any Piece]
    let size: Size
    private let stack: VerticalStack

    init(pieces: [any Piece], gap: Double) {
        self.pieces = pieces
        let sizes = pieces.map(\.size)
        stack = VerticalStack(sizes.lazy.map(\.height), gap: gap)
        size = Size(sizes.reduce(0) { max($0, $1.width) }, stack.height)
    }

    var text: String { pieces.map(\.text).asLines }

    var breaks: [Double] {
        let between = stack.breaks
        var breaks: [Double] = []
        for (index, piece) in pieces.enumerated() {
            if index > 0 { breaks.append(between[index - 1]) }
            for inside in piece.breaks { breaks.append(inside + stack.tops[index]) }
        }
        return breaks
    }

    var lastLine: LastLine? { pieces.last?.lastLine }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        for index in stack.shown(at: frame.minY, in: drawing.visible) {
            let piece = pieces[index]
            let place = Rect(
                frame.minX, frame.minY + stack.tops[index], frame.width, piece.size.height)
            piece.draw(in: place, clip: nil, on: &drawing)
        }
    }
}
