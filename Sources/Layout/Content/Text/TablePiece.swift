import Markup
import Scene

/// A table as wide as its content needs, with hairlines and a bold head.
struct TablePiece: Piece {
    let columns: [Double]
    let heights: [Double]
    /// Row by row, the head first.
    let cells: [[ShapedText]]
    let alignments: [TextBlock.ColumnAlignment]
    let line: Color
    let headFill: Color

    static let padding = Insets(top: 5, left: 8, bottom: 5, right: 8)

    var size: Size { Size(columns.reduce(0, +), heights.reduce(0, +)) }

    var text: String {
        cells.map { $0.map(\.text).joined(separator: "\t") }.joined(separator: "\n")
    }

    var breaks: [Double] {
        var y = 0.0
        return heights.dropLast().map { height in
            y += height
            return y
        }
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let body = Rect(frame.minX, frame.minY, size.width, size.height)
        if let head = heights.first {
            drawing.fill(
                .rounded(
                    Rect(body.minX, body.minY, body.width, head),
                    Corners(topLeft: 6, topRight: 6, bottomRight: 0, bottomLeft: 0)), headFill)
        }
        var y = body.minY
        for (row, height) in zip(cells, heights) {
            var x = body.minX
            for (column, cell) in row.enumerated() where column < columns.count {
                draw(cell, column, at: Point(x, y), on: &drawing)
                x += columns[column]
            }
            y += height
        }
        drawing.add(.stroke(.rounded(body, 6), Stroke(line, width: 0.75)))
        drawing.add(.stroke(rules(body), Stroke(line, width: 0.5)))
    }

    private func draw(
        _ cell: ShapedText, _ column: Int, at corner: Point, on drawing: inout Drawing
    ) {
        let spare = columns[column] - TablePiece.padding.horizontal - cell.size.width
        let alignment = column < alignments.count ? alignments[column] : .none
        let shift =
            switch alignment {
            case .none, .left: 0.0
            case .center: spare / 2
            case .right: spare
            }
        drawing.text(
            cell, at: corner.offset(TablePiece.padding.left + shift, TablePiece.padding.top))
    }

    private func rules(_ body: Rect) -> Path {
        var path = Path()
        var y = body.minY
        for height in heights.dropLast() {
            y += height
            path.move(body.minX, y)
            path.line(body.maxX, y)
        }
        var x = body.minX
        for width in columns.dropLast() {
            x += width
            path.move(x, body.minY)
            path.line(x, body.maxY)
        }
        return path
    }
}
