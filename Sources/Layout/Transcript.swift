package import Basics
package import Model
package import Scene
import Themes

/// A measured conversation: every row's height is known, so any part of it can be drawn on its own.
package struct Transcript: Sendable {
    package let layout: Layout
    package let rows: [Row]
    let tops: [Double]
    package let height: Double
    let ground: Output.Background
    let bars: ScreenBars?
    let mark: MarkLine?
    private let markBlock: Block?
    /// Stops the placing of rows early if the work must end. The caller checks it again.
    let budget: WorkBudget

    /// The distance by which tails, shadows and reactions may extend beyond their row.
    static let overhang = 48.0

    package init(
        _ layout: Layout, rows: [Row], background: Output.Background = .theme,
        bars: ScreenBars? = nil, mark: MarkLine? = nil,
        markedBy measurer: (any TextMeasurer)? = nil, budget: WorkBudget = .unlimited
    ) {
        self.layout = layout
        self.budget = budget
        self.bars = bars
        self.mark = mark
        self.rows = rows
        ground = background
        let margins = Self.margins(of: layout, within: bars, isMarked: mark != nil)
        // The title bar starts at the canvas's top edge.
        var y = rows.first?.role == .title ? 0 : margins.top
        var tops: [Double] = []
        tops.reserveCapacity(rows.count)
        for (index, row) in rows.enumerated() {
            if index > 0 { y += row.gap }
            tops.append(y)
            y += row.height
        }
        self.tops = tops
        height = y + margins.bottom
        let foot = Rect(0, height - MarkLine.height, layout.width, MarkLine.height)
        markBlock = measurer.flatMap { measurer in
            mark?.block(
                in: foot, on: nil, isClear: background == .transparent, layout.pictures,
                layout.measurer(measurer))
        }
    }

    private static func margins(
        of layout: Layout, within bars: ScreenBars?, isMarked: Bool
    ) -> Insets {
        var margins = layout.theme.canvas.margins
        margins.top += bars?.insets.top ?? 0
        margins.bottom += (bars?.insets.bottom ?? 0) + (isMarked ? MarkLine.height : 0)
        return margins
    }

    package var margins: Insets {
        Self.margins(of: layout, within: bars, isMarked: mark != nil)
    }

    func bars(on screen: Rect) -> [Block] {
        bars?.placed(on: screen, layout.pictures) ?? []
    }

    package var surroundings: (above: [Block], below: [Block]) {
        guard bars != nil || mark != nil else { return ([], []) }
        var screen = canvas
        if mark != nil { screen.size.height -= MarkLine.height }
        let bars = bars(on: screen)
        return (Array(bars.dropLast()), bars.suffix(1) + [markBlock].compactMap { $0 })
    }

    package var canvas: Rect { Rect(0, 0, layout.width, height) }

    package var isOpaque: Bool { ground != .transparent }

    package func rows(from top: Double, to bottom: Double) -> [PlacedRow] {
        let first = rows.indices.partitionPoint {
            tops[$0] + rows[$0].height >= top - Transcript.overhang
        }
        let visible = top - Transcript.overhang...bottom + Transcript.overhang
        var placed: [PlacedRow] = []
        var index = first
        while index < rows.count, tops[index] < visible.upperBound {
            placed.append(placedRow(index, visible: visible))
            index += 1
        }
        return placed
    }

    package var rowsWithPictures: [Int] {
        let messages = layout.conversation.messages
        return rows.indices.filter { index in
            rows[index].message.map { messages[$0].attachments.contains { $0.media != nil } }
                ?? false
        }
    }

    package func frame(ofRow index: Int) -> Rect {
        Rect(canvas.minX, tops[index], canvas.width, rows[index].height)
    }

    package func placedRow(_ index: Int) -> PlacedRow {
        placedRow(index, visible: Drawing.everything)
    }

    private func placedRow(_ index: Int, visible: ClosedRange<Double>) -> PlacedRow {
        rows[index].placed(
            at: tops[index], on: canvas, pictures: layout.pictures, visible: visible,
            budget: budget)
    }

    package func background(of canvas: Rect, visible: Rect) -> [Node] {
        let nodes: [Node] =
            switch ground {
            case .transparent: []
            case .color(let rgb): [.fill(.rectangle(visible), Color(rgb: rgb))]
            case .theme:
                Wallpaper(
                    background: layout.theme.canvas.background, pictures: layout.pictures
                ).nodes(canvas: canvas, visible: visible)
            }
        return layout.pictures.painted(nodes)
    }
}
