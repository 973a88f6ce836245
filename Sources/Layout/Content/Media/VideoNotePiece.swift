import Scene

/// A short video in a circle, directly on the canvas.
struct VideoNotePiece: Piece {
    let cell: MediaCell
    let diameter: Double
    let side: Side
    /// The duration, under the play mark.
    let duration: ShapedText?

    var size: Size { Size(diameter, diameter) }
    var text: String { cell.text }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let x = side == .left ? frame.minX : frame.maxX - diameter
        let place = Rect(x, frame.minY, diameter, diameter)
        let circle = Path.circle(center: Point(place.midX, place.midY), radius: diameter / 2)
        drawing.add(cell.figure(in: place, outline: circle))
        guard let duration else { return }
        let size = Size(duration.size.width + 13, duration.size.height + 4)
        let pill = Rect(
            place.midX - size.width / 2, place.minY + diameter * 0.8 - size.height / 2,
            size.width, size.height)
        drawing.fill(.rounded(pill, pill.height / 2), MediaCell.shade)
        drawing.label(duration, at: Point(pill.minX + 6.5, pill.minY + 2))
    }
}
