import Scene

/// The classic Bézier bubble, whose tail is part of its outline: corner 17, the body 4 points
/// narrower than the box, the border drawn inside.
enum BezierTail {
    static func outline(_ box: Rect, border: Double) -> Path {
        let left = box.minX + border
        let top = box.minY + border
        let right = box.maxX - border
        let bottom = box.maxY - border
        var path = Path()
        path.move(right - 22, bottom)
        path.line(left + 17, bottom)
        path.curve(left + 7.61, bottom, left, bottom - 7.61, left, bottom - 18)
        path.line(left, top + 17)
        path.curve(left, top + 7.61, left + 7.61, top, left + 17, top)
        path.line(right - 21, top)
        path.curve(right - 11.61, top, right - 4, top + 7.61, right - 4, top + 17)
        path.line(right - 4, bottom - 11)
        path.curve(right - 4, bottom - 1, right, bottom, right, bottom)
        path.line(right + 0.05, bottom - 0.01)
        path.curve(
            right - 4.07, bottom + 0.43, right - 8.16, bottom - 1.06, right - 11.04, bottom - 4.04)
        path.curve(right - 16, bottom, right - 19, bottom, right - 22, bottom)
        path.close()
        return path
    }
}
