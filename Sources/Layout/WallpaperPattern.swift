import Scene
import Themes

/// The built-in wallpaper patterns. Shapes are scattered over a fixed grid, so any part of a canvas
/// can be drawn separately.
struct WallpaperPattern {
    private let pattern: CanvasStyle.Pattern
    private let ink: Color

    init(_ pattern: CanvasStyle.Pattern, ink: Color) {
        self.pattern = pattern
        self.ink = ink
    }

    func nodes(canvas: Rect, visible: Rect) -> [Node] {
        switch pattern {
        case .dots: cells(22, canvas, visible) { .circle(center: $0, radius: 1.2) }.map(fill)
        case .grid: lines(24, canvas, visible)
        case .stripes: diagonals(18, canvas, visible)
        case .doodles:
            cells(46, canvas, visible) { center in
                WallpaperDoodle.outline(
                    number: Int(center.x / 46) &* 7 &+ Int(center.y / 46) &* 13, at: center)
            }.map { .stroke($0, Stroke(ink, width: 1.2, roundEnds: true)) }
        }
    }

    private func fill(_ path: Path) -> Node { .fill(path, ink) }

    private func cells(
        _ step: Double, _ canvas: Rect, _ visible: Rect, _ shape: (Point) -> Path
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

    private func lines(_ step: Double, _ canvas: Rect, _ visible: Rect) -> [Node] {
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

    private func diagonals(_ step: Double, _ canvas: Rect, _ visible: Rect) -> [Node] {
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
