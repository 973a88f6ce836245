import Conversation
import Scene

/// How far a message got, as one or two check marks.
struct TickMark: Sendable {
    let status: Message.Status
    let color: Color
    let readColor: Color
    let failedColor: Color

    var size: Size {
        switch status {
        case .sending, .failed: Size(11, 11)
        case .sent: Size(12, 11)
        case .delivered, .read, .played: Size(16, 11)
        }
    }

    func draw(at origin: Point, on drawing: inout Drawing) {
        switch status {
        case .sending:
            let center = origin.offset(5.5, 5.5)
            let line = Stroke(color, width: 1.1, roundEnds: true)
            var hands = Path()
            hands.move(center.x, center.y - 2.6)
            hands.line(center.x, center.y)
            hands.line(center.x + 1.9, center.y + 1.1)
            drawing.add(.stroke(.circle(center: center, radius: 4.3), line))
            drawing.add(.stroke(hands, line))
        case .failed:
            let center = origin.offset(5.5, 5.5)
            drawing.fill(.circle(center: center, radius: 5.5), failedColor)
            var bar = Path()
            bar.move(center.x, center.y - 2.8)
            bar.line(center.x, center.y + 0.6)
            drawing.add(.stroke(bar, Stroke(.white, width: 1.5, roundEnds: true)))
            drawing.fill(.circle(center: center.offset(0, 2.9), radius: 0.9), .white)
        case .sent:
            drawing.add(check(origin.offset(1, 0), color))
        case .delivered:
            drawing.add(check(origin, color))
            drawing.add(check(origin.offset(4.5, 0), color))
        case .read, .played:
            drawing.add(check(origin, readColor))
            drawing.add(check(origin.offset(4.5, 0), readColor))
        }
    }

    private func check(_ origin: Point, _ color: Color) -> Node {
        var path = Path()
        path.move(origin.x + 1, origin.y + 5.9)
        path.line(origin.x + 3.9, origin.y + 8.7)
        path.line(origin.x + 10, origin.y + 2.2)
        return .stroke(path, Stroke(color, width: 1.25, roundEnds: true))
    }
}
