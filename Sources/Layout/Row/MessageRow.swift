import Basics
import Scene

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
                    from: bubbleFrame(of: 0, in: frame, y), to: bubbleFrame(of: 1, in: frame, y),
                    at: side,
                    within: frame.inset(by: Insets(left: 6, right: 6))))
        }
        for index in shown(at: y, in: drawing.visible) {
            bubbles[index].draw(at: bubbleFrame(of: index, in: frame, y).origin, on: &drawing)
        }
        let last = bubbleFrame(of: bubbles.count - 1, in: frame, y)
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

    private var shift: Double { decorations?.value.thread == nil ? 0 : ThreadLine.indent }

    /// A quotation may be on the other side.
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

    private func bubbleFrame(of index: Int, in frame: Rect, _ y: Double) -> Rect {
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

/// Optional elements around a message's bubbles, which most messages do not have.
struct BubbleDecorations: Sendable {
    let head: MessageHead?
    let below: ShapedText?
    let beside: ShapedText?
    let avatar: Avatar?
    let thread: ThreadLine?
    let reactions: ReactionMarks?
    let quote: OutsideQuote?
    let failed: FailedSign?

    var isEmpty: Bool {
        head == nil && below == nil && beside == nil && avatar == nil && thread == nil
            && reactions == nil && quote == nil && failed == nil
    }
}

/// The line along a thread's replies, which are indented more than its head.
struct ThreadLine: Sendable {
    let color: Color

    static let indent = 20.0

    func node(from top: Double, to bottom: Double, at edge: Double, side: Side) -> Node {
        let x = side == .left ? edge + 6 : edge - 8
        return .fill(.rounded(Rect(x, top, 2, max(bottom - top, 2)), 1), color)
    }
}

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

    var room: Double {
        replyRoom
            + (column != nil || (name == nil && time == nil) ? 0 : tallest + MessageHead.gapBelow)
            + (above.map { $0.size.height + MessageHead.gapAbove + MessageHead.gapBelow } ?? 0)
    }

    /// The distance by which the name and the avatar move down for the quotation.
    var replyRoom: Double { reply.map { $0.text.size.height + MessageHead.gapBelow } ?? 0 }

    /// The height of the head in a column, which a short message may not fill.
    fileprivate var columnHeight: Double { column == nil ? 0 : tallest }

    private var width: Double {
        (name?.size.width ?? 0) + (time?.size.width ?? 0)
            + (name != nil && time != nil ? MessageHead.timeGap : 0)
    }

    /// - Parameter inset: the distance from the bubbles' edge to their text.
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
            draw(name, at: x, time, at: timeX, y: y, on: &drawing)
        }
        guard let above else { return }
        let x = side == .left ? lane.minX + inset : lane.maxX - inset - above.size.width
        drawing.label(
            above, at: Point(x, y + room - replyRoom - above.size.height - MessageHead.gapBelow))
    }

    private func drawColumn(
        _ column: Double, in lane: Rect, _ y: Double, side: Side, on drawing: inout Drawing
    ) {
        let taken = bar.map { $0.width + MessageHead.barGap } ?? 0
        let edge = lane.minX - MessageHead.columnGap - taken
        let wide = (name?.size.width ?? 0, time?.size.width ?? 0)
        switch side {
        case .left: draw(name, at: edge - wide.0, time, at: edge - column, y: y, on: &drawing)
        case .right:
            let start = lane.maxX + lane.minX - edge
            draw(name, at: start, time, at: start + column - wide.1, y: y, on: &drawing)
        }
    }

    /// Draws both on one baseline, the last one of the name; in a column, the first.
    private func draw(
        _ name: ShapedText?, at nameX: Double, _ time: ShapedText?, at timeX: Double, y: Double,
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
    let portrait: Avatar?
    let text: ShapedText
    let color: Color
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

/// The round sign with an exclamation mark beside a bubble that was not sent.
struct FailedSign: Sendable {
    let color: Color

    private static let radius = 10.0
    /// The width that the sign takes of the bubble's lane, including a tail's reach and a gap.
    static let room = 2 * radius + 10

    /// - Parameter edge: the lane's edge, where the bubble would be without the sign.
    func draw(at edge: Double, beside bubble: Rect, side: Side, on drawing: inout Drawing) {
        let radius = FailedSign.radius
        let center = Point(side == .left ? edge + radius : edge - radius, bubble.midY)
        drawing.fill(.circle(center: center, radius: radius), color)
        drawing.fill(.rounded(Rect(center.x - 1.2, center.y - 5.6, 2.4, 7.2), 1.2), .white)
        drawing.fill(.circle(center: center.offset(0, 4.4), radius: 1.4), .white)
        drawing.ink = drawing.ink.union(
            Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius))
    }
}
