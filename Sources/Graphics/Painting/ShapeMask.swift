import Scene

/// A small outline as coverage, rasterized once and reused: bubbles (their corners, and one row and
/// one column for the middle), wallpaper doodles, ticks, circles behind initials.
///
/// A stamp depends only on its key, so it is the same whichever drawing needed it first.
final class ShapeMask {
    struct Key: Hashable {
        /// The outline, relative to a whole pixel of the drawing.
        let outline: FixedPath
        /// The stroke; nil for a fill.
        let stroke: Stroke?
        let width: Int
        let height: Int
    }

    let width: Int
    /// The coverage row by row, 0 to 255.
    let coverage: [UInt8]
    /// Those with any coverage.
    let columns: Range<Int>
    let rows: Range<Int>
    private let extents: [Extent]

    /// What a row covers: its first to last column with any coverage, and the longest parts of them
    /// that are covered fully and not at all.
    private struct Extent {
        let inked: Range<Int>
        let full: Range<Int>
        let empty: Range<Int>

        init(of row: ArraySlice<UInt8>) {
            var (inked, full, empty) = (0..<0, 0..<0, 0..<0)
            var start = row.startIndex
            while start < row.endIndex {
                let value = row[start]
                let end = row[start...].firstIndex { $0 != value } ?? row.endIndex
                let part = start - row.startIndex..<end - row.startIndex
                if value > 0 {
                    inked = (inked.isEmpty ? part.lowerBound : inked.lowerBound)..<part.upperBound
                }
                if value == 255, part.count > full.count { full = part }
                if value == 0, !inked.isEmpty, part.count > empty.count { empty = part }
                start = end
            }
            (self.inked, self.full, self.empty) = (inked, full, empty)
        }
    }

    /// The coverage of all these pixels of the stamp, if it is 0 or 255.
    func coverage(columns: Range<Int>, rows: Range<Int>) -> UInt8? {
        let parts = extents[rows]
        if parts.allSatisfy({ $0.full.contains(columns) }) { return 255 }
        let isEmpty = parts.allSatisfy {
            !$0.inked.overlaps(columns) || $0.empty.contains(columns)
        }
        return isEmpty ? 0 : nil
    }

    init(_ key: Key) throws(CairoFailure) {
        let mask = try ImageSurface(width: key.width, height: key.height, format: .mask)
        try mask.draw { canvas throws(CairoFailure) in
            canvas.add(key.outline.path)
            if let stroke = key.stroke {
                canvas.stroke(stroke)
            } else {
                canvas.setSource(Color.black)
                canvas.fill()
            }
        }
        width = key.width
        let coverage = mask.coverage()
        self.coverage = coverage
        let extents = (0..<(coverage.isEmpty ? 0 : key.height)).map { row in
            Extent(of: coverage[row * key.width..<(row + 1) * key.width])
        }
        self.extents = extents
        let inked = extents.map(\.inked).filter { !$0.isEmpty }
        let first = extents.firstIndex { !$0.inked.isEmpty } ?? 0
        let last = extents.lastIndex { !$0.inked.isEmpty } ?? first - 1
        rows = first..<last + 1
        columns =
            (inked.map(\.lowerBound).min() ?? 0)..<(inked.map(\.upperBound).max() ?? 0)
    }
}

/// The stamps that a worker has made. A theme has some dozens of outlines. Most recur at different
/// fractions of a pixel, because bubbles are as wide as their text.
final class ShapeMaskCache {
    /// About two thousand stamps. With 256, a tenth of the painting time was making them again.
    private static let maxBytes = 3_000_000

    private var stamps: [ShapeMask.Key: ShapeMask] = [:]
    private var byteCount = 0

    func stamp(_ key: ShapeMask.Key) throws(CairoFailure) -> ShapeMask {
        if let stamp = stamps[key] { return stamp }
        let made = try ShapeMask(key)
        if byteCount > Self.maxBytes {
            stamps.removeAll(keepingCapacity: true)
            byteCount = 0
        }
        byteCount += made.coverage.count + key.outline.byteCount + 200
        stamps[key] = made
        return made
    }
}

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

        /// Returns the stamp's row (or column) for a row (or column) of the whole outline.
        func source(_ place: Int) -> Int {
            place <= at ? place : max(at, place - count)
        }

        /// Returns the first row (or column) of the whole outline for one of the stamp.
        func shown(_ source: Int) -> Int { source <= at ? source : source + count }
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

    /// Everything that crosses the range without points beyond `low` is a line along the axis.
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

/// Draws stamps in one color, or one for each row, pixel by pixel. It bypasses cairo, which would
/// visit every pixel of a bubble's frame to find that most are fully covered.
struct ShapeMaskBrush {
    /// The premultiplied colors: one, or those of consecutive rows of the target.
    private let words: [UInt32]
    private let firstRow: Int

    init(_ color: Color) {
        words = [PremultipliedWord.of(color)]
        firstRow = 0
    }

    /// - Parameter row: the first row of the ramp on the target.
    init(_ ramp: GradientRamp, from row: Int) {
        words = ramp.colors
        firstRow = row
    }

    private func word(at row: Int) -> UInt32 {
        words[min(max(0, row - firstRow), words.count - 1)]
    }

    func fill(_ columns: Range<Int>, _ rows: Range<Int>, on target: PixelTarget) {
        for row in rows {
            target.fill(word(at: row), x: columns.lowerBound, y: row, count: columns.count)
        }
    }

    /// - Parameter top: the stamp's first row on the target.
    func lay(_ stamp: ShapeMask, _ place: ShapeMaskPlace, top: Int, on target: PixelTarget) {
        let first = max(0, -top)
        let last = min(place.height, target.height - top)
        guard first < last else { return }
        for row in first..<last {
            let source = place.rows.source(row) * stamp.width
            let word = word(at: top + row)
            var x = place.x
            let cut = place.columns
            if cut.count > 0 {
                blend(word, stamp, source: source, count: cut.at, x: x, y: top + row, on: target)
                x += cut.at
                spread(
                    word, stamp.coverage[source + cut.at], count: cut.count + 1, x: x, y: top + row,
                    on: target)
                x += cut.count + 1
                blend(
                    word, stamp, source: source + cut.at + 1, count: stamp.width - cut.at - 1, x: x,
                    y: top + row, on: target)
            } else {
                blend(
                    word, stamp, source: source, count: stamp.width, x: x, y: top + row, on: target)
            }
        }
    }

    private func blend(
        _ word: UInt32, _ stamp: ShapeMask, source: Int, count: Int, x: Int, y: Int,
        on target: PixelTarget
    ) {
        let first = max(0, -x)
        let last = min(count, target.width - x)
        guard first < last else { return }
        target.blend(
            word, stamp.coverage, from: source + first, count: last - first, x: x + first, y: y)
    }

    private func spread(
        _ word: UInt32, _ coverage: UInt8, count: Int, x: Int, y: Int, on target: PixelTarget
    ) {
        let first = max(0, x)
        let last = min(x + count, target.width)
        guard coverage > 0, first < last else { return }
        target.fill(
            PremultipliedWord.scaled(word, UInt32(coverage)), x: first, y: y, count: last - first)
    }
}
