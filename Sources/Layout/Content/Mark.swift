import Scene

/// A small icon, drawn in a square of 24 points and scaled as needed.
struct Mark: Sendable {
    var fills: [Path] = []
    /// The shapes drawn with a line about two points wide.
    var lines: [Path] = []

    func nodes(in frame: Rect, _ color: Color) -> [Node] {
        let scale = min(frame.width, frame.height) / 24
        let left = frame.midX - 12 * scale
        let top = frame.midY - 12 * scale
        func placed(_ path: Path) -> Path {
            path.map { Point(left + $0.x * scale, top + $0.y * scale) }
        }
        return nodes(color, lineWidth: 2 * scale, placed)
    }

    func nodes(_ color: Color, lineWidth: Double, _ placed: (Path) -> Path) -> [Node] {
        let stroke = Stroke(color, width: lineWidth, roundEnds: true)
        return fills.map { .fill(placed($0), color) } + lines.map { .stroke(placed($0), stroke) }
    }

    func disc(center: Point, radius: Double, fill: Color, ink: Color) -> [Node] {
        let side = radius * 1.1
        let frame = Rect(center.x - side / 2, center.y - side / 2, side, side)
        return [.fill(.circle(center: center, radius: radius), fill)] + nodes(in: frame, ink)
    }
}

extension Mark {
    /// A play triangle, shifted slightly to the right so that it looks centered in a circle.
    static var play: Self {
        var path = Path()
        path.move(7.5, 5.4)
        path.curve(7.5, 4.2, 8.8, 3.5, 9.8, 4.1)
        path.line(20, 10.6)
        path.curve(21, 11.2, 21, 12.8, 20, 13.4)
        path.line(9.8, 19.9)
        path.curve(8.8, 20.5, 7.5, 19.8, 7.5, 18.6)
        path.close()
        return Self(fills: [path])
    }

    static var photo: Self {
        var hills = Path()
        hills.move(4, 17)
        hills.line(9, 11.5)
        hills.line(13, 15.5)
        hills.line(16, 12.5)
        hills.line(20, 16.5)
        return Self(
            fills: [.circle(center: Point(15.8, 8.8), radius: 1.5)],
            lines: [.rounded(Rect(3, 4.5, 18, 15), 3), hills])
    }

    static var film: Self {
        var lens = Path()
        lens.move(16.6, 10.4)
        lens.line(20.6, 7.6)
        lens.curve(21.2, 7.2, 22, 7.6, 22, 8.3)
        lens.line(22, 15.7)
        lens.curve(22, 16.4, 21.2, 16.8, 20.6, 16.4)
        lens.line(16.6, 13.6)
        lens.close()
        return Self(fills: [.rounded(Rect(2, 6, 13.4, 12), 3), lens])
    }

    static var microphone: Self {
        var stand = Path()
        stand.move(5.5, 11.5)
        stand.curve(5.5, 20, 18.5, 20, 18.5, 11.5)
        var foot = Path()
        foot.move(12, 18)
        foot.line(12, 21)
        return Self(fills: [.rounded(Rect(8.7, 2.5, 6.6, 12.5), 3.3)], lines: [stand, foot])
    }

    static var music: Self {
        var beam = Path()
        beam.move(9.2, 17.5)
        beam.line(9.2, 5.5)
        beam.line(18.2, 3.6)
        beam.line(18.2, 15.5)
        return Self(
            fills: [
                .circle(center: Point(7, 17.7), radius: 3.1),
                .circle(center: Point(16, 15.7), radius: 3.1),
            ], lines: [beam])
    }

    static var page: Self {
        var sheet = Path()
        sheet.move(13.5, 3)
        sheet.line(7, 3)
        sheet.curve(5.9, 3, 5, 3.9, 5, 5)
        sheet.line(5, 19)
        sheet.curve(5, 20.1, 5.9, 21, 7, 21)
        sheet.line(17, 21)
        sheet.curve(18.1, 21, 19, 20.1, 19, 19)
        sheet.line(19, 8.5)
        sheet.line(13.5, 3)
        sheet.line(13.5, 8.5)
        sheet.line(19, 8.5)
        return Self(lines: [sheet])
    }

    static var person: Self {
        var shoulders = Path()
        shoulders.move(4, 20.5)
        shoulders.curve(4, 10.8, 20, 10.8, 20, 20.5)
        shoulders.close()
        return Self(fills: [.circle(center: Point(12, 7.6), radius: 4.2), shoulders])
    }

    static var pin: Self {
        var drop = Path()
        drop.move(12, 21.5)
        drop.curve(8, 17, 5, 13.4, 5, 9.6)
        drop.curve(5, 5.6, 8.1, 2.8, 12, 2.8)
        drop.curve(15.9, 2.8, 19, 5.6, 19, 9.6)
        drop.curve(19, 13.4, 16, 17, 12, 21.5)
        drop.close()
        return Self(fills: [.circle(center: Point(12, 9.6), radius: 2.2)], lines: [drop])
    }

    static var chain: Self {
        var left = Path()
        left.move(10, 8)
        left.line(7, 8)
        left.curve(1.7, 8, 1.7, 16, 7, 16)
        left.line(10, 16)
        var bar = Path()
        bar.move(8.5, 12)
        bar.line(15.5, 12)
        return Self(lines: [left, left.mirrored(about: 12), bar])
    }

    static var chart: Self {
        Self(fills: [
            .rounded(Rect(4, 11, 4, 9), 1.5), .rounded(Rect(10, 4, 4, 16), 1.5),
            .rounded(Rect(16, 8, 4, 12), 1.5),
        ])
    }

    static var phone: Self {
        var path = Path()
        path.move(3.6, 5.2)
        path.curve(3.6, 4, 4.6, 3.2, 5.8, 3.2)
        path.line(7.4, 3.2)
        path.curve(8.2, 3.2, 8.9, 3.7, 9.1, 4.5)
        path.line(9.8, 7.4)
        path.curve(10, 8.2, 9.7, 8.9, 9.1, 9.4)
        path.line(7.6, 10.5)
        path.curve(8.9, 13.1, 10.9, 15.1, 13.5, 16.4)
        path.line(14.6, 14.9)
        path.curve(15.1, 14.3, 15.8, 14, 16.6, 14.2)
        path.line(19.5, 14.9)
        path.curve(20.3, 15.1, 20.8, 15.8, 20.8, 16.6)
        path.line(20.8, 18.2)
        path.curve(20.8, 19.4, 20, 20.4, 18.8, 20.4)
        path.curve(10.4, 20.4, 3.6, 13.6, 3.6, 5.2)
        path.close()
        return Self(fills: [path])
    }

    static var coin: Self {
        Self(lines: [
            .rounded(Rect(2.5, 6, 19, 12), 2.5), .circle(center: Point(12, 12), radius: 2.6),
        ])
    }

    static var sticker: Self {
        var sheet = Path()
        sheet.move(20.5, 13)
        sheet.line(20.5, 6.5)
        sheet.curve(20.5, 4.8, 19.2, 3.5, 17.5, 3.5)
        sheet.line(6.5, 3.5)
        sheet.curve(4.8, 3.5, 3.5, 4.8, 3.5, 6.5)
        sheet.line(3.5, 17.5)
        sheet.curve(3.5, 19.2, 4.8, 20.5, 6.5, 20.5)
        sheet.line(13, 20.5)
        sheet.line(20.5, 13)
        sheet.line(16, 13)
        sheet.curve(14.3, 13, 13, 14.3, 13, 16)
        sheet.line(13, 20.5)
        return Self(lines: [sheet])
    }

    static var app: Self {
        Self(
            fills: [.rounded(Rect(13.5, 13.5, 7.5, 7.5), 1.8)],
            lines: [
                .rounded(Rect(4, 4, 6, 6), 1.5), .rounded(Rect(14.2, 4, 6, 6), 1.5),
                .rounded(Rect(4, 14.2, 6, 6), 1.5),
            ])
    }

    static var unknown: Self {
        var hook = Path()
        hook.move(9.2, 9.2)
        hook.curve(9.4, 5.6, 15, 5.8, 14.8, 9.6)
        hook.curve(14.7, 11.4, 12, 11.8, 12, 14)
        return Self(
            fills: [.circle(center: Point(12, 17.2), radius: 1.2)],
            lines: [.circle(center: Point(12, 12), radius: 9.5), hook])
    }
}
