/// The path that a page's content constructs (ISO 32000-1, 8.5.2).
struct PagePath {
    private typealias Point = (x: Double, y: Double)

    private(set) var box = PageBox()
    /// The first segments, each from its start to its end, with the control points between them.
    private var segments: [[Point]] = []
    private var subpaths = 0
    private var start: Point?
    private var place: Point?

    private static let maxSegments = 16
    /// The maximum radius of corners in points. Larger ones could hide text.
    private static let maxCorner = 24.0
    /// Positions are written in hundredths.
    private static let tolerance = 0.05

    mutating func move(to x: Double, _ y: Double, by matrix: PageMatrix) {
        subpaths += 1
        start = matrix.point(x, y)
        place = start
        box.add(start?.x ?? 0, start?.y ?? 0)
    }

    /// Adds a line or a curve to the last of the points.
    mutating func add(_ numbers: [Double], by matrix: PageMatrix) {
        var segment = place.map { [$0] } ?? []
        for index in stride(from: 0, to: numbers.count - 1, by: 2) {
            let point = matrix.point(numbers[index], numbers[index + 1])
            box.add(point.x, point.y)
            segment.append(point)
        }
        place = segment.last
        if segments.count <= Self.maxSegments { segments.append(segment) }
    }

    mutating func addRectangle(_ numbers: [Double], by matrix: PageMatrix) {
        let (x, y, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
        move(to: x, y, by: matrix)
        add([x + width, y], by: matrix)
        add([x + width, y + height], by: matrix)
        add([x, y + height], by: matrix)
    }

    /// Whether the path is an axis-parallel rectangle, possibly with small round corners. Its box then
    /// tells what it covers.
    var isRectangle: Bool {
        guard subpaths == 1, segments.count <= Self.maxSegments, let start, let place else {
            return false
        }
        let all = segments + [[place, start]]
        // A path that goes along the sides and back encloses nothing.
        let area = all.reduce(0.0) { area, segment in
            guard let first = segment.first, let last = segment.last else { return area }
            return area + (first.x - box.left) * (last.y - box.bottom)
                - (last.x - box.left) * (first.y - box.bottom)
        }
        guard abs(area) / 2 >= 0.6 * box.area else { return false }
        return all.allSatisfy { segment in
            guard let first = segment.first, let last = segment.last else { return false }
            if segment.count == 2 {
                return sides(of: first).contains { sides(of: last).contains($0) }
            }
            return segment.allSatisfy { !sides(of: $0).isEmpty }
                && max(abs(first.x - last.x), abs(first.y - last.y)) <= Self.maxCorner
        }
    }

    /// Returns the sides of the box on which a point is.
    private func sides(of point: Point) -> [Int] {
        [point.x - box.left, box.right - point.x, point.y - box.bottom, box.top - point.y]
            .enumerated().filter { abs($0.element) <= Self.tolerance }.map(\.offset)
    }
}
