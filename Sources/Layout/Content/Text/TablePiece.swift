import Model
import Scene

/// A table as wide as its content, with hairlines and a bold header.
struct TablePiece: Piece {
    /// The cells that are headers of the others.
    enum Head {
        case row
        case column

        func holds(row: Int, column: Int) -> Bool {
            switch self {
            case .row: row == 0
            case .column: column == 0
            }
        }
    }

    let columns: [Double]
    let cells: [[ShapedText]]
    let alignments: [TextBlock.ColumnAlignment]
    let line: Color
    let headFill: Color
    let head: Head
    /// Whether the first column is on the right, and the table at the right edge, because most
    /// header cells run from right to left.
    let isRightToLeft: Bool

    let size: Size
    private let rows: VerticalStack
    private let lefts: [Double]

    static let padding = Insets(top: 5, left: 8, bottom: 5, right: 8)
    private static let topCorners = Corners(
        topLeft: 6, topRight: 6, bottomRight: 0, bottomLeft: 0)
    /// The space above and below a cell of a table of facts, which has many short rows.
    static let denseInset = 2.5
    private let inset: Double
    private var isOpenBelow = false

    init(
        columns: [Double], heights: [Double], cells: [[ShapedText]],
        alignments: [TextBlock.ColumnAlignment], line: Color, headFill: Color, head: Head = .row,
        inset: Double = TablePiece.padding.top
    ) {
        self.head = head
        self.inset = inset
        self.columns = columns
        self.cells = cells
        self.alignments = alignments
        self.line = line
        self.headFill = headFill
        rows = VerticalStack(heights)
        let width = columns.reduce(0, +)
        size = Size(width, rows.height)
        let heads = cells.enumerated().flatMap { number, row in
            row.enumerated().filter { head.holds(row: number, column: $0.offset) }
                .compactMap(\.element.lines.first?.isRightToLeft)
        }
        let isRightToLeft = 2 * heads.count { $0 } > heads.count
        self.isRightToLeft = isRightToLeft
        lefts = columns.indices.map { column in
            let before = columns[..<column].reduce(0, +)
            return isRightToLeft ? width - before - columns[column] : before
        }
    }

    var text: String {
        cells.map { $0.map(\.text).joined(separator: "\t") }.joined(separator: "\n")
    }

    var breaks: [Double] { rows.breaks }

    /// The header row alone, for the page on which the table continues; nil without one.
    var headRow: TablePiece? {
        guard head == .row, cells.count > 1 else { return nil }
        var head = TablePiece(
            columns: columns, heights: [rows.tops[1]], cells: [cells[0]], alignments: alignments,
            line: line, headFill: headFill, inset: inset)
        head.isOpenBelow = true
        return head
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let left = isRightToLeft ? frame.maxX - size.width : frame.minX
        let body = Rect(left, frame.minY, size.width, size.height)
        let shown = rows.shown(at: body.minY, in: drawing.visible)
        if head == .row, shown.lowerBound == 0, !cells.isEmpty {
            let head = cells.count > 1 ? rows.tops[1] : size.height
            drawing.fill(
                .rounded(Rect(body.minX, body.minY, body.width, head), TablePiece.topCorners),
                headFill)
        }
        drawing.part(.table, in: body) { drawing in
            for row in shown {
                let room = self.room(of: row, in: body)
                drawing.part(.row, in: room) { draw(row, in: room, on: &$0) }
            }
        }
        let outline = Path.rounded(body, isOpenBelow ? TablePiece.topCorners : Corners(all: 6))
        drawing.add(.stroke(outline, Stroke(line, width: 0.75)))
        drawing.add(.stroke(rules(body, over: shown), Stroke(line, width: 0.5)))
    }

    private func draw(_ row: Int, in room: Rect, on drawing: inout Drawing) {
        for (column, left) in lefts.enumerated() {
            drawing.part(part(row, column), in: room) { drawing in
                guard column < cells[row].count else { return }
                draw(cells[row][column], column, at: room.origin.offset(left, 0), on: &drawing)
            }
        }
    }

    private func room(of row: Int, in body: Rect) -> Rect {
        let end = row + 1 < cells.count ? rows.tops[row + 1] : size.height
        return Rect(body.minX, body.minY + rows.tops[row], body.width, end - rows.tops[row])
    }

    private func part(_ row: Int, _ column: Int) -> Node.Part.Kind {
        guard head.holds(row: row, column: column) else { return .cell }
        return head == .row ? .headCell : .rowHeadCell
    }

    private func draw(
        _ cell: ShapedText, _ column: Int, at corner: Point, on drawing: inout Drawing
    ) {
        let spare = columns[column] - TablePiece.padding.horizontal - cell.size.width
        let alignment = column < alignments.count ? alignments[column] : .none
        let shift =
            switch alignment {
            case .none: isRightToLeft ? spare : 0.0
            case .left: 0.0
            case .center: spare / 2
            case .right: spare
            }
        drawing.text(
            cell, at: corner.offset(TablePiece.padding.left + shift, inset))
    }

    private func rules(_ body: Rect, over shown: Range<Int>) -> Path {
        var path = Path()
        for row in shown.clamped(to: 1..<max(cells.count, 1)) {
            let y = body.minY + rows.tops[row]
            path.move(body.minX, y)
            path.line(body.maxX, y)
        }
        for left in lefts where left > 0.01 {
            path.move(body.minX + left, body.minY)
            path.line(body.minX + left, body.maxY)
        }
        return path
    }
}

extension TextBlock.ColumnAlignment {
    /// The alignment of a cell's lines; nil if each line follows the direction of its own text.
    var ofLines: StyledText.Alignment? {
        switch self {
        case .none: nil
        case .left: .left
        case .center: .center
        case .right: .right
        }
    }
}

/// Distributes a table's width: narrow columns get the width they need, wide ones share the rest.
enum TableColumns {
    /// - Parameter fills: whether a table that needs less width is stretched in proportion to its
    ///   columns.
    static func fitted(_ natural: [Double], width: Double, fills: Bool) -> [Double] {
        let needed = natural.reduce(0, +)
        guard needed > width else {
            return fills ? natural.map { $0 * width / needed } : natural
        }
        var columns = natural
        var open = Array(natural.indices)
        var room = width
        while !open.isEmpty {
            let share = room / Double(open.count)
            let narrow = open.filter { natural[$0] <= share }
            guard !narrow.isEmpty else {
                for column in open { columns[column] = share }
                break
            }
            for column in narrow { room -= natural[column] }
            open.removeAll { natural[$0] <= share }
        }
        return columns
    }
}
