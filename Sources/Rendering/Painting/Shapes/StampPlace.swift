import Scene

/// Where on the drawing an outline lies, when it is small enough for a stamp.
struct StampPlace {
    /// In pixels of the surface's resolution, from the top of the whole drawing.
    let x: Int
    let y: Int
    let key: Stamp.Key

    /// Pixels on a side.
    private static let longest = 128.0
    /// Comparing more would cost as much as drawing them.
    private static let mostElements = 64

    /// Nil for what is too large, empty, or no number.
    init?(_ path: Path, stroke: Stroke?, scale: Double) {
        guard path.elements.count <= StampPlace.mostElements else { return nil }
        let bounds = path.bounds
        // Joins without rounding reach out up to ten times half the line (cairo's mitre limit).
        let reach = stroke.map { $0.width * ($0.roundEnds ? 0.5 : 5) } ?? 0
        let left = ((bounds.minX - reach) * scale).rounded(.down)
        let top = ((bounds.minY - reach) * scale).rounded(.down)
        let width = ((bounds.maxX + reach) * scale).rounded(.up) - left
        let height = ((bounds.maxY + reach) * scale).rounded(.up) - top
        guard width >= 1, height >= 1, width <= StampPlace.longest, height <= StampPlace.longest,
            left.magnitude < 0x1p40, top.magnitude < 0x1p40
        else { return nil }
        x = Int(left)
        y = Int(top)
        let elements = path.fixed { point in
            (
                StampPlace.fixed(point.x * scale - left),
                StampPlace.fixed(point.y * scale - top)
            )
        }
        key = Stamp.Key(
            elements: elements, stroke: stroke.map { StampPlace.scaled($0, scale) },
            width: Int(width), height: Int(height))
    }

    private static func fixed(_ pixels: Double) -> Int32 {
        Int32((pixels * 256).rounded(.toNearestOrEven))
    }

    /// Black, because a stamp has no colour of its own.
    private static func scaled(_ stroke: Stroke, _ scale: Double) -> Stroke {
        Stroke(
            .black, width: stroke.width * scale, dashes: stroke.dashes.map { $0 * scale },
            roundEnds: stroke.roundEnds)
    }
}
