import Model
import Scene

/// The time and its marks at the bottom of a bubble: at the right, or at the left if the reader's
/// language runs from right to left, whatever the message's direction is.
struct TimeMark: Sendable {
    enum Ground: Sendable {
        case bubble
        case picture
        case chip(Color)
    }

    var time: ShapedText?
    let ticks: TickMark?
    let ground: Ground
    var isMirrored = false

    /// The background of marks on pictures. White text on it has a contrast of 6 to 1 even over
    /// white.
    static let shade = Color(0, 0, 0, alpha: 165)

    private static let tickGap = 3.0
    private static let pillPadding = Insets(top: 1, left: 7, bottom: 2, right: 7)

    private var inner: Size {
        let text = time?.size ?? .zero
        let marks = ticks.map { $0.size.width + (time == nil ? 0 : TimeMark.tickGap) } ?? 0
        return Size(text.width + marks, max(text.height, ticks?.size.height ?? 0))
    }

    var size: Size {
        switch ground {
        case .bubble, .picture: inner
        case .chip:
            Size(
                inner.width + TimeMark.pillPadding.horizontal,
                inner.height + TimeMark.pillPadding.vertical)
        }
    }

    var gapAbove: Double {
        switch ground {
        case .bubble, .picture: 0
        case .chip: 4
        }
    }

    private static let widthBesidePill = 28.0

    /// The width including its pill, with equal space on both sides.
    var widthOnPicture: Double { inner.width + TimeMark.widthBesidePill }

    /// The width that the ticks and the background take of the time's.
    var widthBesideTime: Double {
        let marks = ticks.map { $0.size.width + TimeMark.tickGap } ?? 0
        return switch ground {
        case .bubble: marks
        case .picture: marks + TimeMark.widthBesidePill
        case .chip: marks + TimeMark.pillPadding.horizontal
        }
    }

    var isOneLine: Bool { (time?.lines.count ?? 1) < 2 }

    /// The height of the last line, whose middle is the middle of the ticks.
    private var lastLineHeight: Double {
        inner.height - (time.map { max($0.size.height - $0.lineHeight, 0) } ?? 0)
    }

    func draw(in bubble: Rect, padding: Insets, on drawing: inout Drawing) {
        let pill = TimeMark.pillPadding
        switch ground {
        case .bubble:
            drawMarks(at: corner(of: bubble.inset(by: padding), inner), on: &drawing)
        case .picture:
            let area = bubble.inset(by: Insets(top: 0, left: 7, bottom: 7, right: 7))
            drawPill(in: area, TimeMark.shade, pill, on: &drawing)
        case .chip(let fill): drawPill(in: bubble, fill, pill, on: &drawing)
        }
    }

    private func drawPill(
        in area: Rect, _ fill: Color, _ padding: Insets, on drawing: inout Drawing
    ) {
        let size = Size(inner.width + padding.horizontal, inner.height + padding.vertical)
        let place = corner(of: area, size)
        let frame = Rect(place.x, place.y, size.width, size.height)
        let line = lastLineHeight + padding.vertical
        drawing.fill(.rounded(frame, line / 2), fill)
        drawMarks(at: frame.inset(by: padding).origin, on: &drawing)
    }

    private func corner(of area: Rect, _ size: Size) -> Point {
        Point(isMirrored ? area.minX : area.maxX - size.width, area.maxY - size.height)
    }

    private func drawMarks(at origin: Point, on drawing: inout Drawing) {
        let size = inner
        if let ticks {
            let x = isMirrored ? origin.x : origin.x + size.width - ticks.size.width
            let y = origin.y + size.height - (lastLineHeight + ticks.size.height) / 2
            ticks.draw(at: Point(x, y), on: &drawing)
        }
        guard let time else { return }
        let x = isMirrored ? origin.x + size.width - time.size.width : origin.x
        drawing.label(time, at: Point(x, origin.y))
    }
}

/// The delivery state of a message as one or two check marks, bare or in circles.
struct TickMark: Sendable {
    let status: Message.Status
    let isCircled: Bool
    let deliveredChecks: Int
    let color: Color
    let readColor: Color
    let failedColor: Color
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
