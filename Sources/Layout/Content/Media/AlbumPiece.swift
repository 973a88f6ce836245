import Scene

/// Pictures and videos sent together, as one grid.
struct AlbumPiece: Piece {
    let cells: [MediaCell]
    let grid: AlbumGrid
    /// "+12" over the last picture if not all are shown.
    let rest: ShapedText?
    let text: String
    let isWhole: Bool

    var size: Size { grid.size }
    var bleeds: Bool { true }
    var isOpaque: Bool { true }
    var breaks: [Double] { grid.breaks }
    var wordsWidth: Double? { size.width }

    func fitted(to width: Double) -> any Piece {
        guard !isWhole, width > size.width else { return self }
        return AlbumPiece(
            cells: cells, grid: grid.scaled(by: width / size.width), rest: rest, text: text,
            isWhole: isWhole)
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        guard !isWhole else {
            for (cell, place) in zip(cells, grid.frames) {
                let area = place.offset(frame.minX, frame.minY)
                drawing.add(cell.figure(in: area, outline: .rectangle(area)))
                if let exhibit = cell.exhibit { drawing.add(exhibit.lead(over: area)) }
            }
            return
        }
        let whole = frame.union(clip?.bounds ?? frame)
        var nodes: [Node] = []
        for (index, place) in grid.frames.enumerated() {
            let area = area(of: place, in: frame, whole)
            nodes.append(cells[index].figure(in: area, outline: .rectangle(area)))
            if let exhibit = cells[index].exhibit { nodes.append(exhibit.lead(over: area)) }
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

    /// Stretches a picture horizontally if the bubble is wider than the grid. Pictures at the sides
    /// also fill the tail.
    private func area(of place: Rect, in frame: Rect, _ whole: Rect) -> Rect {
        let stretch = frame.width / max(grid.size.width, 1)
        let left = frame.minX + place.minX * stretch
        let right = frame.minX + place.maxX * stretch
        let start = place.minX < 0.5 ? min(left, whole.minX) : left
        let end = place.maxX > grid.size.width - 0.5 ? max(right, whole.maxX) : right
        return Rect(start, frame.minY + place.minY, end - start, place.height)
    }
}
