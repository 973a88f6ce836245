import Scene

/// Small icons for kinds of content, drawn in a square of 24 points and scaled as needed.
enum Mark: Sendable, CaseIterable {
    case play, photo, film, microphone, music, page, person, pin, chain, chart, phone, coin
    case sticker, app, unknown

    /// The filled shapes, and those drawn with a line two points wide.
    struct Shapes {
        var fills: [Path] = []
        var lines: [Path] = []
    }

    func nodes(in frame: Rect, _ color: Color) -> [Node] {
        let scale = min(frame.width, frame.height) / 24
        let left = frame.midX - 12 * scale
        let top = frame.midY - 12 * scale
        func placed(_ path: Path) -> Path {
            path.map { Point(left + $0.x * scale, top + $0.y * scale) }
        }
        let shapes = self.shapes
        let stroke = Stroke(color, width: 2 * scale, roundEnds: true)
        return shapes.fills.map { .fill(placed($0), color) }
            + shapes.lines.map { .stroke(placed($0), stroke) }
    }

    /// Draws the mark in the center of a circle.
    func disc(center: Point, radius: Double, fill: Color, ink: Color) -> [Node] {
        let side = radius * 1.1
        let frame = Rect(center.x - side / 2, center.y - side / 2, side, side)
        return [.fill(.circle(center: center, radius: radius), fill)] + nodes(in: frame, ink)
    }

    private var shapes: Shapes {
        switch self {
        case .play: .play
        case .photo: .photo
        case .film: .film
        case .microphone: .microphone
        case .music: .music
        case .page: .page
        case .person: .person
        case .pin: .pin
        case .chain: .chain
        case .chart: .chart
        case .phone: .phone
        case .coin: .coin
        case .sticker: .sticker
        case .app: .app
        case .unknown: .unknown
        }
    }
}
