import Scene
import Themes

struct Wallpaper {
    let background: CanvasStyle.Background
    let pictures: PictureTable

    /// Draws only the visible part. Gradients and patterns keep their position on the canvas.
    func nodes(canvas: Rect, visible: Rect) -> [Node] {
        switch background {
        case .color(let color):
            return [.fill(.rectangle(visible), color)]
        case .gradient(let stops):
            let gradient = LinearGradient(
                from: Point(0, canvas.minY), to: Point(0, canvas.maxY), stops: stops)
            return [.shape(.rectangle(visible), fill: .linear(gradient), stroke: nil)]
        case .tile(let picture, let pixelsPerPoint, let color):
            let tile = PlacedPicture(
                pictures.theme(picture), frame: canvas, fit: .tile(pixelsPerPoint: pixelsPerPoint),
                clip: .rectangle(visible))
            return [.fill(.rectangle(visible), color), .picture(tile)]
        case .pattern(let pattern, let ink, let color):
            return [.fill(.rectangle(visible), color)]
                + WallpaperPattern(pattern: pattern, ink: ink).nodes(
                    canvas: canvas, visible: visible)
        }
    }
}

/// The built-in wallpaper patterns. Shapes are scattered over a fixed grid, so any part of a canvas
/// can be drawn separately.
private struct WallpaperPattern {
    let pattern: CanvasStyle.Pattern
    let ink: Color

    func nodes(canvas: Rect, visible: Rect) -> [Node] {
        switch pattern {
        case .dots:
            cells(22, canvas, visible: visible) { .circle(center: $0, radius: 1.2) }.map(fill)
        case .grid: lines(24, canvas, visible: visible)
        case .stripes: diagonals(18, canvas, visible: visible)
        case .doodles:
            cells(46, canvas, visible: visible) { center in
                WallpaperDoodle.outline(
                    number: Int(center.x / 46) &* 7 &+ Int(center.y / 46) &* 13, at: center)
            }.map { .stroke($0, Stroke(ink, width: 1.2, roundEnds: true)) }
        }
    }

    private func fill(_ path: Path) -> Node { .fill(path, ink) }

    private func cells(
        _ step: Double, _ canvas: Rect, visible: Rect, shape: (Point) -> Path
    ) -> [Path] {
        let firstRow = Int(((visible.minY - canvas.minY) / step).rounded(.down)) - 1
        let lastRow = Int(((visible.maxY - canvas.minY) / step).rounded(.up))
        let columns = Int((canvas.width / step).rounded(.up))
        guard firstRow <= lastRow, columns > 0 else { return [] }
        return (firstRow...lastRow).flatMap { row in
            (0...columns).map { column in
                let shift = row & 1 == 0 ? 0.5 : 0.0
                return shape(
                    Point(
                        canvas.minX + (Double(column) + shift) * step,
                        canvas.minY + (Double(row) + 0.5) * step))
            }
        }
    }

    private func lines(_ step: Double, _ canvas: Rect, visible: Rect) -> [Node] {
        var path = Path()
        var x = canvas.minX + step / 2
        while x < canvas.maxX {
            path.move(x, visible.minY)
            path.line(x, visible.maxY)
            x += step
        }
        var y =
            canvas.minY + step / 2
            + ((visible.minY - canvas.minY) / step).rounded(.down) * step
        while y < visible.maxY {
            path.move(visible.minX, y)
            path.line(visible.maxX, y)
            y += step
        }
        return [.stroke(path, Stroke(ink, width: 0.5))]
    }

    private func diagonals(_ step: Double, _ canvas: Rect, visible: Rect) -> [Node] {
        var path = Path()
        let from = canvas.minX + visible.minY - canvas.minY
        var start = (from / step).rounded(.down) * step
        while start < from + visible.width + visible.height {
            path.move(canvas.minX + start - (visible.minY - canvas.minY), visible.minY)
            path.line(canvas.minX + start - (visible.maxY - canvas.minY), visible.maxY)
            start += step
        }
        return [.clipped(.rectangle(visible), [.stroke(path, Stroke(ink, width: 0.75))])]
    }
}

/// Small outlines of what people chat about: a bubble, a heart, a cup, a star, a note, a leaf.
private enum WallpaperDoodle {
    static func outline(number: Int, at center: Point) -> Path {
        let shapes = [bubble, heart, cup, star, note, leaf]
        let shape = shapes[((number % shapes.count) + shapes.count) % shapes.count]
        return shape.offset(center.x, center.y)
    }

    private static let bubble: Path = {
        var path = Path.rounded(Rect(-9, -7, 18, 12), 5)
        path.move(-4, 5)
        path.line(-6, 9)
        path.line(0, 5)
        return path
    }()

    private static let heart: Path = {
        var path = Path()
        path.move(0, 7)
        path.curve(-12, -1, -6, -10, 0, -4)
        path.curve(6, -10, 12, -1, 0, 7)
        path.close()
        return path
    }()

    private static let cup: Path = {
        var path = Path.rounded(
            Rect(-7, -5, 12, 11), Corners(topLeft: 1, topRight: 1, bottomRight: 4, bottomLeft: 4))
        path.move(5, -3)
        path.curve(10, -3, 10, 3, 5, 3)
        return path
    }()

    private static let star: Path = {
        var path = Path()
        path.move(0, -8)
        for point in [
            (2.3, -2.6), (8, -2.2), (3.6, 1.4), (5, 7), (0, 4), (-5, 7), (-3.6, 1.4), (-8, -2.2),
            (-2.3, -2.6),
        ] { path.line(point.0, point.1) }
        path.close()
        return path
    }()

    private static let note: Path = {
        var path = Path.circle(center: Point(-3, 5), radius: 3)
        path.move(0, 5)
        path.line(0, -8)
        path.curve(3, -6, 7, -6, 6, -1)
        return path
    }()

    private static let leaf: Path = {
        var path = Path()
        path.move(-7, 7)
        path.curve(-9, -4, 0, -8, 8, -8)
        path.curve(8, 1, 3, 8, -7, 7)
        path.close()
        path.move(-7, 7)
        path.line(2, -2)
        return path
    }()
}
