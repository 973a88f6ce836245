import Scene

/// The quotation above a reply, and the thin line that connects them.
struct OutsideQuote: Sendable {
    /// The side of the quoted sender; the reply's side if the sender is unknown.
    let side: Side
    /// The width that avatars take on that side.
    let indent: Double
    /// The distance from the edge of a bubble's frame to its body.
    let inset: Double
    let line: Color?

    /// The gap above the reply, larger than between two bubbles of one message so that the line is
    /// visible.
    static let gap = 8.0

    private static let reach = 12.0
    private static let bend = 10.0
    /// The distance from the reply's side to the point where the line may meet its top: beyond the
    /// corner.
    private static let shoulder = 17.5

    func nodes(from quoted: Rect, to answer: Rect, at answering: Side, within lane: Rect) -> [Node]
    {
        guard let line else { return [] }
        // Computed for a quotation on the left, and mirrored for one on the right.
        let path =
            side == .left
            ? path(from: quoted, to: answer, isOpposite: answering != side, limit: lane.maxX)
            : path(
                from: quoted.mirrored, to: answer.mirrored, isOpposite: answering != side,
                limit: -lane.minX
            ).map { Point(-$0.x, $0.y) }
        return [.stroke(path, Stroke(line, width: 1.5, roundEnds: true))]
    }

    private func path(
        from quoted: Rect, to answer: Rect, isOpposite: Bool, limit: Double
    ) -> Path {
        let shoulder = min(OutsideQuote.shoulder, answer.width / 2)
        let least = quoted.maxX + OutsideQuote.reach
        let down = isOpposite ? max(least, answer.minX + shoulder) : least
        var path = Path()
        if down <= answer.maxX - shoulder {
            path.move(quoted.maxX, quoted.midY)
            path.bend(to: down, below: quoted.midY)
            path.line(down, answer.minY)
            return path
        }
        let aside = max(quoted.maxX, answer.maxX) + OutsideQuote.reach
        if !isOpposite, aside <= limit {
            let foot = answer.minY + min(answer.height / 2, OutsideQuote.shoulder)
            path.move(quoted.maxX, quoted.midY)
            path.bend(to: aside, below: quoted.midY)
            path.line(aside, foot - OutsideQuote.bend)
            let pull = OutsideQuote.bend * 0.45
            path.curve(
                aside, foot - pull, aside - pull, foot, aside - OutsideQuote.bend, foot)
            path.line(answer.maxX, foot)
            return path
        }
        let x = min(max(answer.minX + shoulder, quoted.minX + shoulder), quoted.maxX - shoulder)
        path.move(x, quoted.maxY)
        path.line(x, answer.minY)
        return path
    }
}

extension Path {
    /// Adds a line to the right and a rounded corner downward.
    fileprivate mutating func bend(to x: Double, below y: Double) {
        let bend = 10.0
        let pull = bend * 0.45
        line(x - bend, y)
        curve(x - pull, y, x, y + pull, x, y + bend)
    }
}

extension Rect {
    fileprivate var mirrored: Rect { Rect(-maxX, minY, width, height) }
}
