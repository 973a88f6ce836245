import Scene

/// A message's stacked bubbles, with the name above, the status below and the avatar beside.
struct MessageRow: RowContent {
    let bubbles: [MeasuredBubble]
    let side: Side
    let margins: Insets
    let indent: Double
    let bubbleGap: Double
    /// The distance from the bubble's side to its text. Names and states outside the bubble align
    /// with it.
    let textInset: Double
    let decorations: Box<BubbleDecorations>?
    /// The offsets of the bubbles below the first; empty for a single bubble, the usual case.
    private var tops: [Double]

    init(
        bubbles: [MeasuredBubble], side: Side, margins: Insets, indent: Double,
        bubbleGap: Double, textInset: Double, decorations: Box<BubbleDecorations>?
    ) {
        self.bubbles = bubbles
        self.side = side
        self.margins = margins
        self.indent = indent
        self.bubbleGap = bubbleGap
        self.textInset = textInset
        self.decorations = decorations
        tops =
            bubbles.count > 1
            ? VerticalStack(bubbles.lazy.map(\.size.height), gap: bubbleGap).tops : []
        if decorations?.value.quote?.line != nil {
            for index in tops.indices.dropFirst() { tops[index] += OutsideQuote.gap }
        }
    }

    private var head: MessageHead? { decorations?.value.head }
    private var below: ShapedText? { decorations?.value.below }
    private var reactions: ReactionMarks? { decorations?.value.reactions }
    private var quote: OutsideQuote? { decorations?.value.quote }

    private static let belowGap = 3.0
    static let besideGap = 5.0
    /// The maximum width of text beside a bubble.
    static let besideRoom = 84.0

    private var headRoom: Double { head?.room ?? 0 }

    private var bubblesHeight: Double {
        (tops.last ?? 0) + (bubbles.last?.size.height ?? 0)
    }

    /// The space above the last bubble, for a tapback and for text beside the bubble that is taller
    /// than the bubble. If that is also the first bubble, the row grows upwards.
    private var above: Double {
        guard let decorations = decorations?.value else { return 0 }
        let beside = decorations.beside.map { $0.size.height - besideFoot } ?? 0
        return max(decorations.reactions?.above ?? 0, beside, 0)
    }

    /// The distance from the last bubble's top to the foot of the text beside it. Pills that overlap
    /// the bubble may be wider than the bubble.
    private var besideFoot: Double {
        (bubbles.last?.size.height ?? 0) - max(reactions?.overlap ?? 0, 0)
    }

    var height: Double {
        let content =
            headRoom + above + bubblesHeight + (reactions?.below ?? 0)
            + (below.map { $0.size.height + MessageRow.belowGap } ?? 0)
        // An avatar or column that starts at the top may be taller than a short message.
        return max(
            content,
            decorations?.value.avatar.map { $0.minHeight + (head?.replyRoom ?? 0) } ?? 0,
            head?.columnHeight ?? 0)
    }

    var breaks: [Double] { breaks(insideBubbles: true) }

    /// The offsets between bubbles.
    var seams: [Double] { bubbles.count > 1 ? breaks(insideBubbles: false) : [] }

    private func breaks(insideBubbles: Bool) -> [Double] {
        var y = headRoom + (bubbles.count == 1 ? above : 0)
        var breaks: [Double] = []
        for (index, bubble) in bubbles.enumerated() {
            if index > 0 { breaks.append(y - bubbleGap / 2) }
            if index > 0, index == bubbles.count - 1 { y += above }
            if insideBubbles { breaks += bubble.breaks.map { $0 + y } }
            y += bubble.size.height + bubbleGap
            if index == 0, quote?.line != nil { y += OutsideQuote.gap }
        }
        return breaks
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let thread = decorations?.value.thread
        let shift = shift
        let lane = lane(side, in: frame)
        if let thread {
            let edge = side == .left ? frame.minX + margins.left : frame.maxX - margins.right
            drawing.add(
                thread.node(from: frame.minY, to: frame.maxY, at: edge, side: side))
        }
        var y = frame.minY
        if let head {
            let column = head.column == nil ? 0 : above
            head.draw(in: lane, y + column, side: side, inset: textInset, on: &drawing)
            y += headRoom
        }
        let top = y
        if let quote {
            drawing.add(
                quote.nodes(
                    from: place(of: 0, in: frame, y), to: place(of: 1, in: frame, y), at: side,
                    within: frame.inset(by: Insets(left: 6, right: 6))))
        }
        for index in shown(at: y, in: drawing.visible) {
            bubbles[index].draw(at: place(of: index, in: frame, y).origin, on: &drawing)
        }
        let last = place(of: bubbles.count - 1, in: frame, y)
        decorations?.value.failed?.draw(
            at: side == .left ? lane.minX - FailedSign.room : lane.maxX + FailedSign.room,
            beside: last, side: side, on: &drawing)
        y = last.maxY
        head?.drawBar(in: lane, from: top, to: frame.maxY, side: side, on: &drawing)
        if let beside = decorations?.value.beside {
            let x =
                side == .left
                ? last.maxX + MessageRow.besideGap
                : last.minX - MessageRow.besideGap - beside.size.width
            drawing.label(beside, at: Point(x, last.minY + besideFoot - beside.size.height))
        }
        decorations?.value.avatar?.draw(
            at: Point(
                side == .left
                    ? frame.minX + margins.left + shift : frame.maxX - margins.right - shift,
                y), top: frame.minY + (head?.replyRoom ?? 0), side: side, on: &drawing)
        reactions?.draw(on: last, side: side, lane: lane, on: &drawing)
        y += reactions?.below ?? 0
        if let below { drawing.label(below, at: aligned(below, in: lane, y + MessageRow.belowGap)) }
    }

    /// The indent of replies under the head of their thread.
    private var shift: Double { decorations?.value.thread == nil ? 0 : ThreadLine.indent }

    /// The lane of a side's bubbles. A quotation may be on the other side.
    private func lane(_ side: Side, in frame: Rect) -> Rect {
        let sign = decorations?.value.failed == nil ? 0 : FailedSign.room
        let indent = side == self.side ? indent + shift + sign : quote?.indent ?? 0
        return frame.inset(
            by: Insets(
                left: margins.left + (side == .left ? indent : 0),
                right: margins.right + (side == .right ? indent : 0)))
    }

    private func shown(at y: Double, in visible: ClosedRange<Double>) -> Range<Int> {
        tops.isEmpty ? bubbles.indices : tops.shown(in: visible) { y + $0 }
    }

    /// - Parameter y: the top of the bubbles.
    private func place(of index: Int, in frame: Rect, _ y: Double) -> Rect {
        let quote = index == 0 ? quote : nil
        let side = quote?.side ?? side
        var lane = lane(side, in: frame)
        if let quote { lane = lane.inset(by: Insets(left: quote.inset, right: quote.inset)) }
        let size = bubbles[index].size
        let above = index == bubbles.count - 1 ? above : 0
        return Rect(
            side == .left ? lane.minX : lane.maxX - size.width,
            y + (tops.isEmpty ? 0 : tops[index]) + above, size.width, size.height)
    }

    private func aligned(_ text: ShapedText, in lane: Rect, _ y: Double) -> Point {
        Point(
            side == .left
                ? lane.minX + textInset : lane.maxX - textInset - text.size.width, y)
    }
}
