import Scene
import Theme

/// Reactions that stand inside the bubble, under its text.
struct ReactionPiece: Piece {
    let marks: ReactionMarks

    var size: Size { Size(marks.width, marks.style.size) }
    var text: String { "" }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        marks.drawPills(from: frame.origin, on: &drawing)
    }
}
