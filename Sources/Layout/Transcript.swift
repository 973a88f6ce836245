package import Conversation
package import Resources
package import Scene
import Theme

/// A measured conversation: every row's height is known, so any part of it can be drawn on its own.
package struct Transcript: Sendable {
    package let layout: Layout
    package let rows: [Row]
    /// The top of each row on one endless canvas.
    package let tops: [Double]
    package let height: Double
    let ground: Output.Background

    /// Tails, shadows and reactions may pass their row by so much.
    static let overhang = 48.0

    package init(_ layout: Layout, rows: [Row], background: Output.Background = .theme) {
        self.layout = layout
        self.rows = rows
        ground = background
        let margins = layout.theme.canvas.margins
        // The bar with the title is the canvas's top itself.
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
    }

    /// The endless canvas.
    package var canvas: Rect { Rect(0, 0, layout.width, height) }

    /// Whether nothing shines through the picture.
    package var isOpaque: Bool { ground != .transparent }

    /// The rows that may show between two heights, in order.
    package func rows(from top: Double, to bottom: Double) -> [PlacedRow] {
        let first = firstRow(endingAfter: top - Transcript.overhang)
        let visible = top - Transcript.overhang...bottom + Transcript.overhang
        var placed: [PlacedRow] = []
        var index = first
        while index < rows.count, tops[index] < visible.upperBound {
            placed.append(placedRow(index, visible: visible))
            index += 1
        }
        return placed
    }

    /// The whole row, as far as the work may go on.
    package func placedRow(_ index: Int, allowance: Allowance = .unlimited) -> PlacedRow {
        placedRow(index, visible: Drawing.everything, allowance: allowance)
    }

    private func placedRow(
        _ index: Int, visible: ClosedRange<Double>, allowance: Allowance = .unlimited
    ) -> PlacedRow {
        rows[index].placed(
            at: tops[index], on: canvas, pictures: layout.pictures, visible: visible,
            allowance: allowance)
    }

    /// The background of the visible part of a canvas.
    package func background(of canvas: Rect, visible: Rect) -> [Node] {
        let nodes: [Node] =
            switch ground {
            case .transparent: []
            case .color(let rgb): [.fill(.rectangle(visible), Color(rgb: rgb))]
            case .theme:
                Wallpaper(layout.theme.canvas.background, pictures: layout.pictures)
                    .nodes(canvas: canvas, visible: visible)
            }
        return layout.pictures.painted(nodes)
    }

    private func firstRow(endingAfter y: Double) -> Int {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if tops[middle] + rows[middle].height < y { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
