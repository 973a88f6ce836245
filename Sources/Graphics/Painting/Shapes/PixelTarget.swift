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

    private func row(_ x: Int, _ y: Int, _ count: Int) -> UnsafeMutablePointer<UInt32> {
        precondition(x >= 0 && count >= 0 && x + count <= width && y >= 0 && y < height)
        return unsafe words + y * stride + x
    }

    /// Overwrites `count` pixels with one premultiplied word.
    func fill(_ word: UInt32, x: Int, y: Int, count: Int) {
        let row = unsafe row(x, y, count)
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
        let first = unsafe row(columns.lowerBound, rows.lowerBound, columns.count)
        unsafe coverage.withUnsafeBufferPointer { coverage in
            guard let base = coverage.baseAddress else { return }
            unsafe pixels_mask_rows_over(
                first, stride, width - columns.lowerBound, base + start, coverageStride,
                columns.count, rows.count, word)
        }
    }

    func lay(_ words: [UInt32], from start: Int, count: Int, x: Int, y: Int) {
        precondition(start >= 0 && start + count <= words.count)
        let row = unsafe row(x, y, count)
        unsafe words.withUnsafeBufferPointer { words in
            guard let first = words.baseAddress else { return }
            unsafe pixels_lay_over(row, first + start, count)
        }
    }
}

/// Arithmetic on cairo's premultiplied `0xAARRGGBB` words, with the rounding of an exact division
/// by 255.
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
