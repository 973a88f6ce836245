import Scene

/// Small outlines of what people chat about: a bubble, a heart, a cup, a star, a note, a leaf.
enum WallpaperDoodle {
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
