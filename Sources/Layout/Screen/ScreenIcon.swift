import Scene
import Themes

/// The shapes of bar icons, drawn in a square of 24 points like those of `Mark`.
extension ScreenIcon {
    var hasDisc: Bool {
        [.plusDisc, .microphoneDisc, .cameraDisc, .sendDisc, .upDisc, .waveDisc].contains(self)
    }

    /// Whether the icon points in reading direction and is mirrored with it.
    private var isDirected: Bool { [.back, .arrow, .send, .sendDisc].contains(self) }

    func nodes(in frame: Rect, _ color: Color, isMirrored: Bool) -> [Node] {
        let scale = min(frame.width, frame.height) / 24
        func placed(_ path: Path) -> Path {
            let path = path.map { Point(frame.minX + $0.x * scale, frame.minY + $0.y * scale) }
            return isMirrored && isDirected ? path.mirrored(about: frame.midX) : path
        }
        return mark.nodes(color, lineWidth: 1.9 * scale, placed)
    }

    private var mark: Mark {
        switch self {
        case .back: Mark(lines: [.through((15, 4), (7.5, 12), (15, 20))])
        case .arrow:
            Mark(lines: [
                .through((11, 5), (4, 12), (11, 19)), .through((4.5, 12), (20, 12)),
            ])
        case .video:
            Mark(lines: [
                .rounded(Rect(2.5, 6.2, 12.6, 11.6), 3.2),
                .through((15.4, 10.8), (20.6, 7.4), (20.6, 16.6), (15.4, 13.2), isClosed: true),
            ])
        case .phone: Mark(lines: [.receiver])
        case .call: Mark(fills: [.receiver])
        case .more: Mark(fills: [5.2, 12, 18.8].map { .dot(12, $0, radius: 1.8) })
        case .dots: Mark(fills: [5.2, 12, 18.8].map { .dot($0, 12, radius: 1.8) })
        case .menu:
            Mark(lines: [6.5, 12, 17.5].map { .through((4, $0), (20, $0)) })
        case .info:
            Mark(
                fills: [.dot(12, 7.8, radius: 1.25)],
                lines: [.ring(12, 12, radius: 9), .through((12, 11.2), (12, 16.6))])
        case .search:
            Mark(lines: [.ring(10.5, 10.5, radius: 6.5), .through((15.4, 15.4), (20.5, 20.5))])
        case .plus, .plusDisc:
            Mark(lines: [.through((12, 4.5), (12, 19.5)), .through((4.5, 12), (19.5, 12))])
        case .camera, .cameraDisc:
            Mark(lines: [
                .through(
                    (3, 8.4), (7, 8.4), (8.8, 5.5), (15.2, 5.5), (17, 8.4), (21, 8.4), (21, 19.2),
                    (3, 19.2), isClosed: true), .ring(12, 13.4, radius: 3.5),
            ])
        case .microphone, .microphoneDisc: .microphone
        case .image: .photo
        case .smile:
            Mark(
                fills: [.dot(8.9, 9.8, radius: 1.3), .dot(15.1, 9.8, radius: 1.3)],
                lines: [
                    .ring(12, 12, radius: 9),
                    .bow((7.6, 13.8), (9.4, 17.6), (14.6, 17.6), (16.4, 13.8)),
                ])
        case .sticker: .sticker
        case .clip: Mark(lines: [.paperclip])
        case .send, .sendDisc:
            Mark(lines: [
                .through((3.4, 4.2), (21, 12), (3.4, 19.8), (6.2, 12), isClosed: true),
                .through((6.2, 12), (12, 12)),
            ])
        case .up, .upDisc:
            Mark(lines: [
                .through((5.5, 11), (12, 4.5), (18.5, 11)), .through((12, 5), (12, 20)),
            ])
        case .wave, .waveDisc:
            Mark(
                lines: zip([4.0, 8, 12, 16, 20], [2.2, 5, 8.2, 5, 2.2]).map {
                    .through(($0, 12 - $1), ($0, 12 + $1))
                })
        case .gift:
            Mark(lines: [
                .rounded(Rect(3, 8, 18, 4), 1),
                .through((4.8, 12), (19.2, 12), (19.2, 20.5), (4.8, 20.5), isClosed: true),
                .through((12, 8), (12, 20.5)),
                .bow((12, 8), (6, 7.5), (6.5, 2.2), (12, 7.6)),
                .bow((12, 8), (18, 7.5), (17.5, 2.2), (12, 7.6)),
            ])
        case .thumb:
            Mark(fills: [
                .rounded(Rect(2.6, 10.4, 4, 10), 1.2),
                .through(
                    (8, 10.6), (12, 2.8), (14.4, 4.6), (13.6, 9.2), (20.6, 9.2), (21.4, 11),
                    (19.4, 19.4),
                    (17.8, 20.4), (8, 20.4), isClosed: true),
            ])
        case .hash:
            Mark(lines: [
                .through((9.6, 4), (7.6, 20)), .through((16.4, 4), (14.4, 20)),
                .through((4.6, 9), (20, 9)), .through((4, 15), (19.4, 15)),
            ])
        case .at:
            Mark(lines: [
                .ring(12, 12, radius: 3.8),
                .bow((15.8, 8.4), (15.8, 18), (20.8, 16.4), (20.6, 11.4)),
                .bow((20.6, 11.4), (19.6, 0.6), (3.4, 0.6), (3.4, 12)),
                .bow((3.4, 12), (3.4, 20.6), (11.4, 22.6), (16.6, 19.4)),
            ])
        case .edit:
            Mark(lines: [
                .through(
                    (4.4, 19.6), (5.4, 15.2), (16.2, 4.4), (19.6, 7.8), (8.8, 18.6), isClosed: true)
            ])
        }
    }
}

extension Path {
    fileprivate static func through(
        _ points: (Double, Double)..., isClosed: Bool = false
    ) -> Path {
        var path = Path()
        for (index, point) in points.enumerated() {
            if index == 0 { path.move(point.0, point.1) } else { path.line(point.0, point.1) }
        }
        if isClosed { path.close() }
        return path
    }

    fileprivate static func bow(
        _ start: (Double, Double), _ first: (Double, Double), _ second: (Double, Double),
        _ end: (Double, Double)
    ) -> Path {
        var path = Path()
        path.move(start.0, start.1)
        path.curve(first.0, first.1, second.0, second.1, end.0, end.1)
        return path
    }

    fileprivate static func ring(_ x: Double, _ y: Double, radius: Double) -> Path {
        .circle(center: Point(x, y), radius: radius)
    }

    fileprivate static func dot(_ x: Double, _ y: Double, radius: Double) -> Path {
        .circle(center: Point(x, y), radius: radius)
    }

    fileprivate static var receiver: Path {
        var path = Path()
        path.move(5.2, 3.4)
        path.line(8.4, 3.4)
        path.line(10.2, 8)
        path.line(7.9, 10)
        path.curve(9.2, 12.8, 11.2, 14.8, 14, 16.1)
        path.line(16, 13.8)
        path.line(20.6, 15.6)
        path.line(20.6, 18.8)
        path.curve(20.6, 20, 19.8, 20.8, 18.6, 20.7)
        path.curve(10.4, 20, 4, 13.6, 3.3, 5.4)
        path.curve(3.2, 4.2, 4, 3.4, 5.2, 3.4)
        path.close()
        return path
    }

    fileprivate static var paperclip: Path {
        var path = Path()
        path.move(19.6, 11.4)
        path.line(12, 19)
        path.curve(6.4, 24, -0.4, 16.8, 4.8, 11.6)
        path.line(12.6, 4)
        path.curve(16.2, 0.8, 20.6, 5.4, 17.2, 8.8)
        path.line(9.8, 16.2)
        path.curve(8, 17.8, 5.8, 15.4, 7.4, 13.8)
        path.line(14, 7.2)
        return path
    }
}
