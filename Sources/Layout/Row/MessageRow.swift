import Scene

/// A message's bubbles one under the other, the name above, the state below, the avatar beside.
struct MessageRow: RowContent {
    let bubbles: [MeasuredBubble]
    let side: Side
    let margins: Insets
    let avatarIndent: Double
    let bubbleGap: Double
    /// From the bubble's side to text in it; names and states outside stand in line with it.
    let textInset: Double
    let surroundings: Shared<Surroundings>?

    private var name: ShapedText? { surroundings?.value.name }
    private var below: ShapedText? { surroundings?.value.below }
    private var reactions: ReactionMarks? { surroundings?.value.reactions }

    private static let nameGap = 2.0
    private static let belowGap = 3.0

    private var nameHeight: Double { name.map { $0.size.height + MessageRow.nameGap } ?? 0 }

    private var bubblesHeight: Double {
        bubbles.reduce(0) { $0 + $1.size.height } + bubbleGap * Double(max(0, bubbles.count - 1))
    }

    /// A tapback stands above the last bubble; where that is the first as well, the row grows upwards.
    private var reactionsAbove: Double { reactions?.above ?? 0 }

    var height: Double {
        nameHeight + reactionsAbove + bubblesHeight + (reactions?.below ?? 0)
            + (below.map { $0.size.height + MessageRow.belowGap } ?? 0)
    }

    var breaks: [Double] {
        var y = nameHeight + (bubbles.count == 1 ? reactionsAbove : 0)
        var breaks: [Double] = []
        for (index, bubble) in bubbles.enumerated() {
            if index > 0 { breaks.append(y - bubbleGap / 2) }
            if index > 0, index == bubbles.count - 1 { y += reactionsAbove }
            breaks += bubble.breaks.map { $0 + y }
            y += bubble.size.height + bubbleGap
        }
        return breaks
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let thread = surroundings?.value.thread
        let shift = thread == nil ? 0 : ThreadLine.indent
        let indent = avatarIndent + shift
        let lane = frame.inset(
            by: Insets(
                left: margins.left + (side == .left ? indent : 0),
                right: margins.right + (side == .right ? indent : 0)))
        if let thread {
            let edge = side == .left ? frame.minX + margins.left : frame.maxX - margins.right
            drawing.add(
                thread.node(from: frame.minY, to: frame.maxY, at: edge, side: side))
        }
        var y = frame.minY
        if let name {
            drawing.text(name, at: aligned(name, in: lane, y))
            y += nameHeight
        }
        var last = Rect.zero
        for (index, bubble) in bubbles.enumerated() {
            if index == bubbles.count - 1 { y += reactionsAbove }
            let x = side == .left ? lane.minX : lane.maxX - bubble.size.width
            bubble.draw(at: Point(x, y), on: &drawing)
            last = Rect(x, y, bubble.size.width, bubble.size.height)
            y += bubble.size.height + bubbleGap
        }
        y -= bubbleGap
        surroundings?.value.avatar?.draw(
            at: Point(
                side == .left
                    ? frame.minX + margins.left + shift : frame.maxX - margins.right - shift,
                y), top: frame.minY + nameHeight, side: side, on: &drawing)
        reactions?.draw(on: last, side: side, lane: lane, on: &drawing)
        y += reactions?.below ?? 0
        if let below { drawing.label(below, at: aligned(below, in: lane, y + MessageRow.belowGap)) }
    }

    private func aligned(_ text: ShapedText, in lane: Rect, _ y: Double) -> Point {
        Point(
            side == .left
                ? lane.minX + textInset : lane.maxX - textInset - text.size.width, y)
    }
}
