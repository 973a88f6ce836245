import Model
import Scene

/// The delivery state of a message as one or two check marks, bare or in circles.
struct TickMark: Sendable {
    let status: Message.Status
    let isCircled: Bool
    /// The number of check marks for a delivered message.
    let deliveredChecks: Int
    let color: Color
    let readColor: Color
    let failedColor: Color
    /// The color that shows through marks cut out of a disc.
    let ground: Color

    var size: Size {
        switch status {
        case .sending, .failed: Size(11, 11)
        case .sent: one
        case .delivered: deliveredChecks == 1 ? one : two
        case .read, .played: two
        }
    }

    private var one: Size { Size(12, isCircled ? 12 : 11) }
    private var two: Size { isCircled ? Size(19.4, 12) : Size(16, 11) }

    func draw(at origin: Point, on drawing: inout Drawing) {
        switch status {
        case .sending: drawClock(at: origin.offset(5.5, 5.5), on: &drawing)
        case .failed: drawAlarm(at: origin.offset(5.5, 5.5), on: &drawing)
        case .sent: drawOne(at: origin, on: &drawing)
        case .delivered where deliveredChecks == 1: drawOne(at: origin, on: &drawing)
        case .delivered:
            isCircled
                ? drawing.add(circledTwice(at: origin, color))
                : drawing.add(checkedTwice(at: origin, color))
        case .read, .played:
            isCircled
                ? drawing.add(discs(at: origin, readColor))
                : drawing.add(checkedTwice(at: origin, readColor))
        }
    }

    private func drawOne(at origin: Point, on drawing: inout Drawing) {
        isCircled
            ? drawing.add(circled(at: origin.offset(6, 6), color))
            : drawing.add(check(origin.offset(1, 0), color))
    }

    private func drawClock(at center: Point, on drawing: inout Drawing) {
        let line = Stroke(color, width: 1.1, roundEnds: true)
        var hands = Path()
        hands.move(center.x, center.y - 2.6)
        hands.line(center.x, center.y)
        hands.line(center.x + 1.9, center.y + 1.1)
        drawing.add(.stroke(.circle(center: center, radius: 4.3), line))
        drawing.add(.stroke(hands, line))
    }

    private func drawAlarm(at center: Point, on drawing: inout Drawing) {
        drawing.fill(.circle(center: center, radius: 5.5), failedColor)
        var bar = Path()
        bar.move(center.x, center.y - 2.8)
        bar.line(center.x, center.y + 0.6)
        drawing.add(.stroke(bar, Stroke(.white, width: 1.5, roundEnds: true)))
        drawing.fill(.circle(center: center.offset(0, 2.9), radius: 0.9), .white)
    }

    // MARK: Bare checks

    private func check(_ origin: Point, _ color: Color) -> Node {
        var path = Path()
        path.move(origin.x + 1, origin.y + 5.9)
        path.line(origin.x + 3.9, origin.y + 8.7)
        path.line(origin.x + 10, origin.y + 2.2)
        return .stroke(path, Stroke(color, width: 1.25, roundEnds: true))
    }

    private func checkedTwice(at origin: Point, _ color: Color) -> [Node] {
        [check(origin, color), check(origin.offset(4.5, 0), color)]
    }

    // MARK: Circles

    private static let radius = 5.3
    private static let front = Point(13.4, 6)
    private static let back = Point(6, 6)

    private func smallCheck(_ center: Point, _ color: Color) -> Node {
        var path = Path()
        path.move(center.x - 2.4, center.y + 0.2)
        path.line(center.x - 0.7, center.y + 1.8)
        path.line(center.x + 2.3, center.y - 1.7)
        return .stroke(path, Stroke(color, width: 1.2, roundEnds: true))
    }

    private func circled(at center: Point, _ color: Color) -> [Node] {
        let line = Stroke(color, width: 1.1, roundEnds: true)
        return [
            .stroke(.circle(center: center, radius: TickMark.radius), line),
            smallCheck(center, color),
        ]
    }

    /// The circle behind is cut off before the one in front.
    private func circledTwice(at origin: Point, _ color: Color) -> [Node] {
        let back = origin.offset(TickMark.back.x, TickMark.back.y)
        let line = Stroke(color, width: 1.1, roundEnds: true)
        return [
            .stroke(crescent(about: back, isClosed: false), line),
            smallCheck(back.offset(-0.9, 0), color),
        ] + circled(at: origin.offset(TickMark.front.x, TickMark.front.y), color)
    }

    private func discs(at origin: Point, _ color: Color) -> [Node] {
        let back = origin.offset(TickMark.back.x, TickMark.back.y)
        let front = origin.offset(TickMark.front.x, TickMark.front.y)
        return [
            .fill(crescent(about: back, isClosed: true), color),
            smallCheck(back.offset(-0.9, 0), ground),
            .fill(.circle(center: front, radius: TickMark.radius + 0.5), color),
            smallCheck(front, ground),
        ]
    }

    /// A circle without the part that another one, 7.4 points to its right, covers including a
    /// small gap.
    private func crescent(about center: Point, isClosed: Bool) -> Path {
        let radius = TickMark.radius + (isClosed ? 0.5 : 0)
        // The intersection of the two outlines, from the triangle of the centers.
        let distance = TickMark.front.x - TickMark.back.x
        let air = radius + 1.1
        let x = (distance * distance + radius * radius - air * air) / (2 * distance)
        let y = (radius * radius - x * x).squareRoot()
        let k = 0.5523 * radius
        var path = Path()
        path.move(center.x + x, center.y - y)
        path.curve(
            center.x + x * 0.45, center.y - radius * 1.02, center.x - k * 0.2,
            center.y - radius, center.x - radius * 0.28, center.y - radius * 0.96)
        path.curve(
            center.x - radius * 0.72, center.y - radius * 0.83, center.x - radius,
            center.y - k * 0.78, center.x - radius, center.y)
        path.curve(
            center.x - radius, center.y + k * 0.78, center.x - radius * 0.72,
            center.y + radius * 0.83, center.x - radius * 0.28, center.y + radius * 0.96)
        path.curve(
            center.x - k * 0.2, center.y + radius, center.x + x * 0.45,
            center.y + radius * 1.02, center.x + x, center.y + y)
        guard isClosed else { return path }
        let inner = center.x + distance - air
        path.curve(
            inner, center.y + y * 0.55, inner, center.y - y * 0.55, center.x + x, center.y - y)
        path.close()
        return path
    }
}
