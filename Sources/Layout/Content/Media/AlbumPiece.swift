import Scene

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

/// The positions of an album's pictures: two side by side, one large and two small, four in a
/// square, rows of two and three.
struct AlbumGrid: Sendable {
    let frames: [Rect]
    let size: Size
    let breaks: [Double]

    static let gap = 2.0
    /// The maximum number of pictures. The last one shows how many more there are.
    static let maxPictures = 30

    init(aspects: [Double], width: Double) {
        var rows = Rows(width: width)
        let count = min(aspects.count, AlbumGrid.maxPictures)
        switch count {
        case ...0: break
        case 1: rows.add(1, height: width * 0.75)
        case 2:
            let side = rows.cell(2)
            let mean = (aspects[0] + aspects[1]) / 2
            rows.add(2, height: side / min(max(mean, 0.7), 1.35))
        case 3 where aspects[0] < 1.1: rows.addTallAndTwo()
        case 3:
            rows.add(1, height: width * 0.6)
            rows.add(2, height: rows.cell(2) * 0.8)
        case 4:
            rows.add(2, height: rows.cell(2))
            rows.add(2, height: rows.cell(2))
        default:
            let pairs = [0, 2, 1][count % 3]
            for _ in 0..<pairs { rows.add(2, height: rows.cell(2) * 0.8) }
            for _ in 0..<((count - 2 * pairs) / 3) { rows.add(3, height: rows.cell(3)) }
        }
        frames = rows.frames
        size = Size(width, rows.height)
        breaks = rows.breaks
    }

    /// Lays out all pictures uncropped, two per row at equal height. If their number is odd, the
    /// first one has a row of its own.
    init(whole aspects: [Double], width: Double, maxHeight: Double) {
        var rows = Rows(width: width)
        var index = 0
        while index < aspects.count {
            let count = (aspects.count - index) % 2 == 1 ? 1 : 2
            rows.add(whole: Array(aspects[index..<(index + count)]), maxHeight: maxHeight)
            index += count
        }
        frames = rows.frames
        size = Size(width, rows.height)
        breaks = rows.breaks
    }

    private init(_ grid: AlbumGrid, scaledBy factor: Double) {
        frames = grid.frames.map {
            Rect($0.minX * factor, $0.minY * factor, $0.width * factor, $0.height * factor)
        }
        size = Size(grid.size.width * factor, grid.size.height * factor)
        breaks = grid.breaks.map { $0 * factor }
    }

    func scaled(by factor: Double) -> AlbumGrid { AlbumGrid(self, scaledBy: factor) }
}

extension AlbumGrid {
    private struct Rows {
        let width: Double
        var frames: [Rect] = []
        var breaks: [Double] = []
        var height = 0.0

        func cell(_ columns: Int) -> Double {
            (width - AlbumGrid.gap * Double(columns - 1)) / Double(columns)
        }

        mutating func add(_ columns: Int, height rowHeight: Double) {
            startRow()
            let side = cell(columns)
            for column in 0..<columns {
                let x = Double(column) * (side + AlbumGrid.gap)
                frames.append(Rect(x, height, side, rowHeight))
            }
            height += rowHeight
        }

        mutating func add(whole aspects: [Double], maxHeight: Double) {
            startRow()
            let room = width - AlbumGrid.gap * Double(aspects.count - 1)
            let rowHeight = min(room / aspects.reduce(0, +), maxHeight)
            var x = 0.0
            for aspect in aspects {
                frames.append(Rect(x, height, rowHeight * aspect, rowHeight))
                x += rowHeight * aspect + AlbumGrid.gap
            }
            height += rowHeight
        }

        mutating func addTallAndTwo() {
            startRow()
            let total = width * 0.86
            let tall = (width - AlbumGrid.gap) * 0.62
            let small = Size(width - AlbumGrid.gap - tall, (total - AlbumGrid.gap) / 2)
            let x = tall + AlbumGrid.gap
            frames.append(Rect(0, height, tall, total))
            frames.append(Rect(x, height, small.width, small.height))
            frames.append(Rect(x, height + small.height + AlbumGrid.gap, small.width, small.height))
            height += total
        }

        private mutating func startRow() {
            guard !frames.isEmpty else { return }
            breaks.append(height + AlbumGrid.gap / 2)
            height += AlbumGrid.gap
        }
    }
}
