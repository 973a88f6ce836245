import Scene

/// An outline in 256ths of a pixel, cairo's own precision, so that equal outlines look the same.
struct FixedPath: Hashable {
    enum Axis { case x, y }

    private enum Code: Int8 { case move, line, curve, close }

    private var codes: [Code] = []
    /// The points: one for a move or a line, three for a curve.
    private var points: [SIMD2<Int32>] = []

    init(_ path: Path, _ fix: (Point) -> (Int32, Int32)) {
        codes.reserveCapacity(path.elements.count)
        points.reserveCapacity(path.elements.count * 2)
        func add(_ point: Point) {
            let (x, y) = fix(point)
            points.append(SIMD2(x, y))
        }
        for element in path.elements {
            switch element {
            case .move(let point):
                codes.append(.move)
                add(point)
            case .line(let point):
                codes.append(.line)
                add(point)
            case .curve(let first, let second, let end):
                codes.append(.curve)
                add(first)
                add(second)
                add(end)
            case .close: codes.append(.close)
            }
        }
    }

    /// The approximate memory footprint in bytes.
    var byteCount: Int { 9 * points.count }

    /// The outline in pixels.
    var path: Path {
        var path = Path()
        var place = 0
        func next() -> Point {
            defer { place += 1 }
            return Point(Double(points[place].x) / 256, Double(points[place].y) / 256)
        }
        for code in codes {
            switch code {
            case .move: path.elements.append(.move(next()))
            case .line: path.elements.append(.line(next()))
            case .curve: path.elements.append(.curve(next(), next(), next()))
            case .close: path.elements.append(.close)
            }
        }
        return path
    }

    /// Removes whole pixels from the middle if only straight lines along the axis cross it, and
    /// keeps one that represents them all. Two bubbles of a theme then have the same outline,
    /// however long their text is.
    mutating func cut(_ axis: Axis, length: Int, reach: Double) -> ShapeMaskPlace.Cut {
        let index = axis == .x ? 0 : 1
        let middle = Int32(length) * 128
        var low = Int32.min
        var high = Int32.max
        for point in points {
            let place = point[index]
            if place <= middle { low = max(low, place) } else { high = min(high, place) }
        }
        guard low > .min, high < .max, isStraight(beyond: low, index) else {
            return ShapeMaskPlace.Cut()
        }
        let first = Int((Double(low) / 256 + reach).rounded(.up))
        let last = Int((Double(high) / 256 - reach).rounded(.down))
        guard last - first >= 2 else { return ShapeMaskPlace.Cut() }
        let count = last - first - 1
        for place in points.indices where points[place][index] >= high {
            points[place][index] -= Int32(count) * 256
        }
        return ShapeMaskPlace.Cut(at: first, count: count)
    }

    /// Whether everything that crosses the range without points beyond `low` is a line along the
    /// axis.
    private func isStraight(beyond low: Int32, _ index: Int) -> Bool {
        var place = 0
        var start = SIMD2<Int32>()
        var present = SIMD2<Int32>()
        func crosses(_ one: SIMD2<Int32>, _ other: SIMD2<Int32>) -> Bool {
            (one[index] <= low) != (other[index] <= low)
        }
        for code in codes {
            switch code {
            case .move:
                start = points[place]
                present = start
                place += 1
            case .line:
                let end = points[place]
                if crosses(present, end), present[1 - index] != end[1 - index] { return false }
                present = end
                place += 1
            case .curve:
                for offset in 0..<3 where crosses(present, points[place + offset]) { return false }
                present = points[place + 2]
                place += 3
            case .close:
                if crosses(present, start), present[1 - index] != start[1 - index] {
                    return false
                }
                present = start
            }
        }
        // Filling closes open outlines.
        return !crosses(present, start) || present[1 - index] == start[1 - index]
    }
}
