import Scene

/// A photo, a film or a GIF, as large as the look allows, its corners following the bubble's.
struct MediaPiece: Piece {
    let cell: MediaCell
    let size: Size

    var bleeds: Bool { true }
    var isOpaque: Bool { true }
    var text: String { cell.text }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        drawing.add(cell.figure(in: frame, outline: clip ?? .rectangle(frame)))
    }
}
