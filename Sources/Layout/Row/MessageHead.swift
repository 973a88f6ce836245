import Scene

/// The sender and the time: the name above the bubbles with the time after it, or both in a column
/// beside them; and the bar in the sender's color.
struct MessageHead: Sendable {
    struct Bar: Sendable {
        let color: Color
        let width: Double
        /// The distance by which the bar extends up to the sender's previous message.
        let reachesUp: Double
    }

    let name: ShapedText?
    let time: ShapedText?
    /// The width of the column; nil for a head above the bubbles.
    let column: Double?
    let bar: Bar?

    static let timeGap = 6.0
    static let columnGap = 12.0
    static let barGap = 8.0
    private static let gapBelow = 2.0

    private var tallest: Double { max(name?.size.height ?? 0, time?.size.height ?? 0) }

    /// The distance by which the bubbles move down for the head.
    var room: Double {
        column != nil || (name == nil && time == nil) ? 0 : tallest + MessageHead.gapBelow
    }

    /// The height of the head in a column, which a short message may not fill.
    var columnHeight: Double { column == nil ? 0 : tallest }

    private var width: Double {
        (name?.size.width ?? 0) + (time?.size.width ?? 0)
            + (name != nil && time != nil ? MessageHead.timeGap : 0)
    }

    /// - Parameters:
    ///   - lane: the frame of the bubbles.
    ///   - inset: the distance from their edge to their text.
    func draw(
        in lane: Rect, _ y: Double, side: Side, inset: Double, on drawing: inout Drawing
    ) {
        if let column { return drawColumn(column, in: lane, y, side: side, on: &drawing) }
        let x = side == .left ? lane.minX + inset : lane.maxX - inset - width
        draw(name, at: x, time, at: x + width - (time?.size.width ?? 0), y, on: &drawing)
    }

    /// Draws the name next to the bubbles and the time at the column's other edge.
    private func drawColumn(
        _ column: Double, in lane: Rect, _ y: Double, side: Side, on drawing: inout Drawing
    ) {
        let taken = bar.map { $0.width + MessageHead.barGap } ?? 0
        let edge = lane.minX - MessageHead.columnGap - taken
        let wide = (name?.size.width ?? 0, time?.size.width ?? 0)
        switch side {
        case .left: draw(name, at: edge - wide.0, time, at: edge - column, y, on: &drawing)
        case .right:
            let start = lane.maxX + lane.minX - edge
            draw(name, at: start, time, at: start + column - wide.1, y, on: &drawing)
        }
    }

    /// Draws both on one baseline.
    private func draw(
        _ name: ShapedText?, at nameX: Double, _ time: ShapedText?, at timeX: Double, _ y: Double,
        on drawing: inout Drawing
    ) {
        let baselines = [name, time].map { $0?.lines.first?.baseline ?? 0 }
        let base = max(baselines[0], baselines[1])
        if let name { drawing.text(name, at: Point(nameX, y + base - baselines[0])) }
        if let time { drawing.label(time, at: Point(timeX, y + base - baselines[1])) }
    }

    func drawBar(
        in lane: Rect, from top: Double, to bottom: Double, side: Side, on drawing: inout Drawing
    ) {
        guard let bar else { return }
        let x =
            side == .left
            ? lane.minX - MessageHead.barGap - bar.width : lane.maxX + MessageHead.barGap
        let start = top - bar.reachesUp
        let frame = Rect(x, start, bar.width, max(bottom - start, bar.width))
        drawing.ink = drawing.ink.union(frame)
        drawing.fill(.rectangle(frame), bar.color)
    }
}
