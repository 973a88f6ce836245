import Scene

/// Pictures and films sent together, as one grid.
struct AlbumPiece: Piece {
    let cells: [MediaCell]
    let grid: AlbumGrid
    /// "+12" over the last one, where not all are shown.
    let rest: ShapedText?
    let text: String

    var size: Size { grid.size }
    var bleeds: Bool { true }
    var breaks: [Double] { grid.breaks }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        // A bubble may be wider than its pictures asked for: they grow to its sides.
        let stretch = frame.width / max(grid.size.width, 1)
        var nodes: [Node] = []
        for (index, place) in grid.frames.enumerated() {
            let area = Rect(
                frame.minX + place.minX * stretch, frame.minY + place.minY,
                place.width * stretch, place.height)
            nodes.append(cells[index].figure(in: area, outline: .rectangle(area)))
            if let rest, index == grid.frames.count - 1 {
                nodes.append(.fill(.rectangle(area), MediaCell.shade))
                nodes.append(
                    .text(
                        rest,
                        at: Point(
                            area.midX - rest.size.width / 2, area.midY - rest.size.height / 2)))
            }
        }
        drawing.add(.clipped(clip ?? .rectangle(frame), nodes))
    }
}
