import Scene
import Theme

/// Reactions that stand inside the bubble, under its text.
struct ReactionPiece: Piece {
    let marks: ReactionMarks
    let isMirrored: Bool

    var size: Size { marks.size }
    var text: String { "" }
    var lastLine: LastLine? { LastLine(width: marks.lastRowWidth, isRightToLeft: isMirrored) }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        marks.drawRows(in: frame, isFlushRight: isMirrored, on: &drawing)
    }
}
