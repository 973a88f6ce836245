import Scene
import Theme

/// Reactions that stand inside the bubble, under its text.
struct ReactionPiece: Piece {
    let marks: ReactionMarks
    let isMirrored: Bool

    var size: Size { Size(marks.width, marks.style.size) }
    var text: String { "" }
    var lastLine: LastLine? { LastLine(width: marks.width, isRightToLeft: isMirrored) }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let x = isMirrored ? frame.maxX - marks.width : frame.minX
        marks.drawPills(from: Point(x, frame.minY), on: &drawing)
    }
}
