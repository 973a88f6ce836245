import CPixels
import Scene

/// The pixels of a surface, borrowed for direct drawing.
@safe
struct PixelTarget {
    let width: Int
    let height: Int
    private let stride: Int
    private let words: UnsafeMutablePointer<UInt32>

    init(_ words: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int) {
        unsafe self.words = words
        self.width = width
        self.height = height
        self.stride = stride
    }

    /// Draws on rows of pixels without a surface.
    static func on(_ words: inout [UInt32], width: Int, _ body: (PixelTarget) -> Void) {
        let height = words.count / width
        unsafe words.withUnsafeMutableBufferPointer { words in
            guard let start = words.baseAddress else { return }
            body(unsafe PixelTarget(start, width: width, height: height, stride: width))
        }
    }

    private func row(x: Int, y: Int, count: Int) -> UnsafeMutablePointer<UInt32> {
        precondition(x >= 0 && count >= 0 && x + count <= width && y >= 0 && y < height)
        return unsafe words + y * stride + x
    }

    /// Overwrites `count` pixels with one premultiplied word.
    func fill(_ word: UInt32, x: Int, y: Int, count: Int) {
        let row = unsafe row(x: x, y: y, count: count)
        if word >> 24 == 255 {
            unsafe row.update(repeating: word, count: count)
        } else {
            unsafe pixels_fill_over(row, count, word)
        }
    }

    /// Blends one premultiplied word over pixels by their coverage.
    func blend(
        _ word: UInt32, _ coverage: [UInt8], from start: Int, count: Int, x: Int, y: Int
    ) {
        blend(
            word, coverage, from: start, coverageStride: count, columns: x..<x + count,
            rows: y..<y + 1)
    }

    /// Blends one premultiplied word over a part of the surface by each pixel's coverage.
    ///
    /// - Parameters:
    ///   - start: the offset of the part in the coverage.
    ///   - coverageStride: the coverage's own width.
    func blend(
        _ word: UInt32, _ coverage: [UInt8], from start: Int, coverageStride: Int,
        columns: Range<Int>, rows: Range<Int>
    ) {
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let end = start + (rows.count - 1) * coverageStride + columns.count
        precondition(start >= 0 && end <= coverage.count && rows.upperBound <= height)
        let first = unsafe row(x: columns.lowerBound, y: rows.lowerBound, count: columns.count)
        unsafe coverage.withUnsafeBufferPointer { coverage in
            guard let base = coverage.baseAddress else { return }
            unsafe pixels_mask_rows_over(
                first, stride, width - columns.lowerBound, base + start, coverageStride,
                columns.count, rows.count, word)
        }
    }

    func lay(_ words: [UInt32], from start: Int, count: Int, x: Int, y: Int) {
        precondition(start >= 0 && start + count <= words.count)
        let row = unsafe row(x: x, y: y, count: count)
        unsafe words.withUnsafeBufferPointer { words in
            guard let first = words.baseAddress else { return }
            unsafe pixels_lay_over(row, first + start, count)
        }
    }
}

/// Cairo's premultiplied `0xAARRGGBB` words, rounded as by an exact division by 255.
enum PremultipliedWord {
    private static let low: UInt32 = 0x00FF_00FF

    static func of(_ color: Color) -> UInt32 {
        let opaque =
            0xFF00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
        return scaled(opaque, UInt32(color.alpha))
    }

    /// Multiplies every channel by `share` / 255, two channels at a time.
    static func scaled(_ word: UInt32, _ share: UInt32) -> UInt32 {
        var redBlue = (word & low) &* share &+ 0x0080_0080
        redBlue = (redBlue &+ (redBlue >> 8 & low)) >> 8 & low
        var alphaGreen = (word >> 8 & low) &* share &+ 0x0080_0080
        alphaGreen = (alphaGreen &+ (alphaGreen >> 8 & low)) & ~low
        return redBlue | alphaGreen
    }
}

/// The colors of a vertical gradient, one for each row of pixels.
///
/// They are computed from the row's position in the whole drawing. Pixman's 16-bit fractions are
/// too imprecise for a gradient of more than a few thousand pixels, and would show a seam between
/// stripes.
struct GradientRamp {
    /// The premultiplied words, from the first row down.
    let colors: [UInt32]
    let isOpaque: Bool

    init(_ gradient: LinearGradient, rows: Range<Int>, viewport: Viewport) {
        let factor = viewport.oversampling
        let scale = viewport.scale * Double(factor)
        let length = gradient.end.y - gradient.start.y
        colors = (rows.lowerBound * factor..<rows.upperBound * factor).map { row in
            let y = (Double(row) + 0.5) / scale
            let offset = length == 0 ? 1 : (y - gradient.start.y) / length
            return GradientRamp.color(at: offset, of: gradient.stops)
        }
        isOpaque = gradient.stops.allSatisfy { $0.color.alpha == 255 } && !gradient.stops.isEmpty
    }

    private static func color(at offset: Double, of stops: [LinearGradient.Stop]) -> UInt32 {
        guard let first = stops.first, let last = stops.last else { return 0 }
        guard let next = stops.firstIndex(where: { $0.offset > offset }) else {
            return word(last.color, last.color, share: 0)
        }
        if next == stops.startIndex { return word(first.color, first.color, share: 0) }
        let low = stops[next - 1]
        let high = stops[next]
        return word(
            low.color, high.color, share: (offset - low.offset) / (high.offset - low.offset))
    }

    private static func word(_ low: Color, _ high: Color, share: Double) -> UInt32 {
        func mix(_ one: UInt8, _ other: UInt8) -> Double {
            Double(one) + (Double(other) - Double(one)) * share
        }
        let alpha = mix(low.alpha, high.alpha)
        func channel(_ one: UInt8, _ other: UInt8) -> UInt32 {
            UInt32((mix(one, other) * alpha / 255).rounded())
        }
        return UInt32(alpha.rounded()) << 24 | channel(low.red, high.red) << 16
            | channel(low.green, high.green) << 8 | channel(low.blue, high.blue)
    }
}
