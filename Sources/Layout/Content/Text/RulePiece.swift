import Scene

/// A thin line across the bubble.
struct RulePiece: Piece {
    let color: Color
    let size = Size(24, 9)
    let text = ""

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        drawing.fill(.rectangle(Rect(frame.minX, frame.midY - 0.5, frame.width, 1)), color)
    }
}
