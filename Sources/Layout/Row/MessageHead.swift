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
    /// A state above the bubbles, below the name: "Edited".
    let above: ShapedText?
    let reply: ReplyLine?
    /// The width of the column; nil for a head above the bubbles.
    let column: Double?
    let bar: Bar?

    static let timeGap = 6.0
    static let columnGap = 12.0
    static let barGap = 8.0
    static let gapBelow = 2.0
    private static let gapAbove = 3.0

    private var tallest: Double { max(name?.size.height ?? 0, time?.size.height ?? 0) }

    /// The distance by which the bubbles move down for the head.
    var room: Double {
        replyRoom
            + (column != nil || (name == nil && time == nil) ? 0 : tallest + MessageHead.gapBelow)
            + (above.map { $0.size.height + MessageHead.gapAbove + MessageHead.gapBelow } ?? 0)
    }

    /// The distance by which the name and the avatar move down for the quotation.
    var replyRoom: Double { reply.map { $0.text.size.height + MessageHead.gapBelow } ?? 0 }

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
        var y = y
        if let reply {
            reply.draw(in: lane, y, side: side, on: &drawing)
            y += replyRoom
        }
        if let column {
            drawColumn(column, in: lane, y, side: side, on: &drawing)
        } else {
            let x = side == .left ? lane.minX + inset : lane.maxX - inset - width
            let last = side == .left ? name?.lines.last.map { $0.left + $0.width } : nil
            let timeX =
                last.map { x + $0 + MessageHead.timeGap } ?? x + width - (time?.size.width ?? 0)
            draw(name, at: x, time, at: timeX, y, on: &drawing)
        }
        guard let above else { return }
        let x = side == .left ? lane.minX + inset : lane.maxX - inset - above.size.width
        drawing.label(
            above, at: Point(x, y + room - replyRoom - above.size.height - MessageHead.gapBelow))
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

    /// Draws both on one baseline, the last one of the name; in a column, the first.
    private func draw(
        _ name: ShapedText?, at nameX: Double, _ time: ShapedText?, at timeX: Double, _ y: Double,
        on drawing: inout Drawing
    ) {
        let baselines = [
            (column == nil ? name?.lines.last : name?.lines.first)?.baseline ?? 0,
            time?.lines.first?.baseline ?? 0,
        ]
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

/// The quoted message in one line above the sender's name, with a line to the avatar below.
struct ReplyLine: Sendable {
    /// The quoted sender's picture.
    let portrait: Avatar?
    let text: ShapedText
    let color: Color
    /// The distance from the text to the middle of the avatar below.
    let reach: Double

    static let portraitSide = 16.0
    static let portraitGap = 5.0
    private static let bend = 6.0

    func draw(in lane: Rect, _ y: Double, side: Side, on drawing: inout Drawing) {
        let middle = y + text.size.height / 2
        let isLeft = side == .left
        let (edge, out) = isLeft ? (lane.minX, -1.0) : (lane.maxX, 1.0)
        if reach > ReplyLine.bend * 2 {
            var path = Path()
            let spine = edge + out * reach
            path.move(spine, y + text.size.height)
            path.line(spine, middle + ReplyLine.bend)
            path.curve(
                spine, middle + ReplyLine.bend * 0.45, spine - out * ReplyLine.bend * 0.55, middle,
                spine - out * ReplyLine.bend, middle)
            path.line(edge + out * 4, middle)
            drawing.add(.stroke(path, Stroke(color, width: 2, roundEnds: true)))
        }
        drawing.part(.quotation) { drawing in
            var taken = 0.0
            if let portrait {
                let size = ReplyLine.portraitSide
                portrait.draw(
                    in: Rect(isLeft ? edge : edge - size, middle - size / 2, size, size),
                    on: &drawing)
                taken = size + ReplyLine.portraitGap
            }
            drawing.text(
                text, at: Point(isLeft ? edge + taken : edge - taken - text.size.width, y))
        }
    }
}
