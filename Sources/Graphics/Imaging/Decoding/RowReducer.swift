/// Averages rows from top to bottom into a smaller picture, so that a large picture is never in
/// memory as a whole. Every source pixel is weighted by the area it covers, without ringing or
/// moiré.
struct RowReducer {
    private let source: PixelSize
    private let target: PixelSize
    private let isOpaque: Bool
    private var pixels: [UInt32] = []
    /// For each source column: the target column where it begins, and the share that falls into it.
    private var columns: [(index: Int32, share: Float)] = []
    private var rowSums: [SIMD4<Float>] = []
    private var sums: [SIMD4<Float>] = []
    private var row = 0

    init(from source: PixelSize, to target: PixelSize, isOpaque: Bool) {
        precondition(target.width <= source.width && target.height <= source.height)
        self.source = source
        self.target = target
        self.isOpaque = isOpaque
        pixels.reserveCapacity(target.width * target.height)
        guard source != target else { return }
        columns = (0..<source.width).map { column in
            let (index, share) = Self.split(column, source.width, target.width)
            return (Int32(index), share)
        }
        rowSums = Array(repeating: .zero, count: target.width)
        sums = rowSums
    }

    /// Returns the position of a source line on the target axis, and its share in the first cell.
    private static func split(_ line: Int, _ source: Int, _ target: Int) -> (Int, Float) {
        let index = line * target / source
        // In units of 1 / source, the line is [line · target, +target), and the cell ends at (index
        // + 1) · source.
        let inside = min(target, (index + 1) * source - line * target)
        return (index, Float(inside) / Float(target))
    }

    mutating func add(_ line: Span<UInt32>) {
        precondition(line.count == source.width && row < source.height)
        if source == target {
            for index in line.indices { pixels.append(line[index]) }
            row += 1
            return
        }
        averageAcross(line)
        let (index, share) = Self.split(row, source.height, target.height)
        accumulate(share)
        row += 1
        let endsCell = row * target.height / source.height > index
        if endsCell {
            flush()
            if share < 1 { accumulate(1 - share) }
        }
    }

    /// Adds a transparent row for one that the file does not contain.
    mutating func addClear() {
        let clear = [UInt32](repeating: 0, count: source.width)
        add(clear.span)
    }

    consuming func finish() -> Bitmap {
        precondition(row == source.height)
        return Bitmap(size: target, pixels: pixels, isOpaque: isOpaque)
    }

    private mutating func averageAcross(_ line: Span<UInt32>) {
        for index in rowSums.indices { rowSums[index] = .zero }
        for index in 0..<source.width {
            let value = SIMD4<Float>(Self.channels(line[index]))
            let (column, share) = columns[index]
            rowSums[Int(column)] += value * share
            if share < 1, Int(column) + 1 < target.width {
                rowSums[Int(column) + 1] += value * (1 - share)
            }
        }
    }

    private mutating func accumulate(_ share: Float) {
        for index in sums.indices { sums[index] += rowSums[index] * share }
    }

    private mutating func flush() {
        // A cell has the sum of (source / target)² pixels.
        let scale =
            Float(target.width) / Float(source.width) * Float(target.height) / Float(source.height)
        for index in sums.indices {
            let mean = sums[index] * scale + 0.5
            pixels.append(
                Self.byte(mean.x) | Self.byte(mean.y) << 8 | Self.byte(mean.z) << 16
                    | Self.byte(mean.w) << 24)
            sums[index] = .zero
        }
    }

    private static func channels(_ pixel: UInt32) -> SIMD4<UInt8> {
        SIMD4(
            UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel >> 8),
            UInt8(truncatingIfNeeded: pixel >> 16), UInt8(truncatingIfNeeded: pixel >> 24))
    }

    /// Channels are converted one by one, because converting a vector calls a slow generic function.
    private static func byte(_ channel: Float) -> UInt32 { UInt32(min(max(channel, 0), 255)) }
}
