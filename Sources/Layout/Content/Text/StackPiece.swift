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

    var breaks: [Double] { stack.breaks(inside: pieces.lazy.map(\.breaks)) }

    var lastLine: LastLine? { pieces.last?.lastLine }

    /// The direction of the first line; nil if the stack does not begin with text.
    var isRightToLeft: Bool? {
        (pieces.first as? TextPiece)?.shaped.lines.first?.isRightToLeft
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        for index in stack.shown(at: frame.minY, in: drawing.visible) {
            let piece = pieces[index]
            let place = Rect(
                frame.minX, frame.minY + stack.tops[index], frame.width, piece.size.height)
            piece.draw(in: place, clip: nil, on: &drawing)
        }
    }
}
