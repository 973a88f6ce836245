import Scene

/// The position of an outline in the drawing, and its stamp.
struct ShapeMaskPlace {
    /// The position in pixels of the surface's resolution, from the top of the whole drawing.
    let x: Int
    let y: Int
    /// The columns or rows omitted from the stamp. The one at `at` represents `count` more.
    let columns: Cut
    let rows: Cut
    let key: ShapeMask.Key

    struct Cut: Hashable {
        var at = 0
        var count = 0
    }

    var width: Int { key.width + columns.count }
    var height: Int { key.height + rows.count }

    /// The maximum number of pixels on a stamp's side.
    private static let maxSide = 160
    /// The maximum number of path elements. Comparing more would cost as much as drawing them.
    private static let maxElements = 64

    /// Returns nil if the outline is empty, not finite or too large for a stamp.
    init?(_ path: Path, stroke: Stroke?, scale: Double) {
        guard path.elements.count <= ShapeMaskPlace.maxElements else { return nil }
        let bounds = path.bounds
        // Miter joins extend up to ten times half the line width (cairo's miter limit).
        let reach = (stroke.map { $0.width * ($0.roundEnds ? 0.5 : 5) } ?? 0) * scale
        let left = (bounds.minX * scale - reach).rounded(.down)
        let top = (bounds.minY * scale - reach).rounded(.down)
        let width = (bounds.maxX * scale + reach).rounded(.up) - left
        let height = (bounds.maxY * scale + reach).rounded(.up) - top
        guard width >= 1, height >= 1, width < 0x1p20, height < 0x1p20,
            left.magnitude < 0x1p40, top.magnitude < 0x1p40
        else { return nil }
        var outline = FixedPath(path) { point in
            (
                ShapeMaskPlace.fixed(point.x * scale - left),
                ShapeMaskPlace.fixed(point.y * scale - top)
            )
        }
        let canBeCut = stroke?.dashes.isEmpty ?? true
        columns = canBeCut ? outline.cut(.x, length: Int(width), reach: reach) : Cut()
        rows = canBeCut ? outline.cut(.y, length: Int(height), reach: reach) : Cut()
        let size = (width: Int(width) - columns.count, height: Int(height) - rows.count)
        guard size.width <= ShapeMaskPlace.maxSide, size.height <= ShapeMaskPlace.maxSide else {
            return nil
        }
        x = Int(left)
        y = Int(top)
        key = ShapeMask.Key(
            outline: outline, stroke: stroke.map { ShapeMaskPlace.scaled($0, scale) },
            width: size.width, height: size.height)
    }

    private static func fixed(_ pixels: Double) -> Int32 {
        Int32((pixels * 256).rounded(.toNearestOrEven))
    }

    /// The scaled stroke in black, because a stamp has no color of its own.
    private static func scaled(_ stroke: Stroke, _ scale: Double) -> Stroke {
        Stroke(
            .black, width: stroke.width * scale, dashes: stroke.dashes.map { $0 * scale },
            roundEnds: stroke.roundEnds)
    }
}
