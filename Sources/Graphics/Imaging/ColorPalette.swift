import CImageQuant

/// Chooses the 256 colors that best represent those of pictures, with libimagequant.
package enum ColorPalette {
    /// With more, libimagequant uses several threads, and their number affects the result.
    private static let maxColors = 2_000

    /// Colors as `0xRRGGBB`: the picture's own if at most 256. Nil if there is no memory.
    package static func best(for counted: ColorCount) -> [UInt32]? {
        let colors = counted.colors(most: maxColors)
        guard colors.count > 256 else { return colors.isEmpty ? [0] : colors.map(\.color) }
        guard let options = unsafe liq_attr_create() else { return nil }
        defer { unsafe liq_attr_destroy(options) }
        guard unsafe liq_set_max_colors(options, 256) == LIQ_OK,
            unsafe liq_set_speed(options, 3) == LIQ_OK,
            let histogram = unsafe liq_histogram_create(options)
        else { return nil }
        defer { unsafe liq_histogram_destroy(histogram) }
        // The square root limits large backgrounds, so that the colors of letters count.
        let entries = colors.map { color, count in
            liq_histogram_entry(
                color: liq_color(
                    r: UInt8(truncatingIfNeeded: color >> 16),
                    g: UInt8(truncatingIfNeeded: color >> 8), b: UInt8(truncatingIfNeeded: color),
                    a: 255),
                count: UInt32(min(Double(count).squareRoot().rounded(.up), 1e6)))
        }
        let isAdded = unsafe entries.withUnsafeBufferPointer { entries in
            guard let first = entries.baseAddress else { return LIQ_VALUE_OUT_OF_RANGE }
            return unsafe liq_histogram_add_colors(
                histogram, options, first, Int32(entries.count), 0)
        }
        guard isAdded == LIQ_OK else { return nil }
        var result: OpaquePointer?
        guard unsafe liq_histogram_quantize(histogram, options, &result) == LIQ_OK,
            let made = unsafe result
        else { return nil }
        defer { unsafe liq_result_destroy(made) }
        guard let palette = unsafe liq_get_palette(made) else { return nil }
        let count = unsafe Int(palette.pointee.count)
        return unsafe withUnsafeBytes(of: palette.pointee.entries) { bytes in
            (0..<min(count, 256)).map { place in
                unsafe UInt32(bytes[4 * place]) << 16 | UInt32(bytes[4 * place + 1]) << 8
                    | UInt32(bytes[4 * place + 2])
            }
        }
    }
}

package struct ColorCount: Sendable {
    private var counts: [UInt32: Int] = [:]
    private var last: UInt32 = 0
    private var run = 0

    package init() {}

    /// The alpha is ignored.
    package mutating func add(_ words: Span<UInt32>) {
        for place in words.indices {
            let color = words[place] & 0xFF_FFFF
            if color == last {
                run += 1
            } else {
                counts[last, default: 0] += run
                (last, run) = (color, 1)
            }
        }
        counts[last, default: 0] += run
        run = 0
    }

    package mutating func add(_ other: ColorCount) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// If there are more than `most`, similar colors are merged into their mean. The result is
    /// sorted, so that it does not depend on the order in which colors were added.
    func colors(most: Int) -> [(color: UInt32, count: Int)] {
        var colors = counts.filter { $0.value > 0 }.map { (color: $0.key, count: $0.value) }
        for bits in [6, 5, 4] as [UInt32] where colors.count > most {
            colors = Self.merged(colors, bits: bits)
        }
        return Array(colors.sorted { $0.color < $1.color }.prefix(max(most, 4_096)))
    }

    /// Merges colors that have the same leading bits in each channel.
    private static func merged(
        _ colors: [(color: UInt32, count: Int)], bits: UInt32
    ) -> [(color: UInt32, count: Int)] {
        let shift = 8 - bits
        var sums: [UInt32: (red: Int, green: Int, blue: Int, count: Int)] = [:]
        for (color, count) in colors {
            let (red, green, blue) = (color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF)
            let key = (red >> shift) << 16 | (green >> shift) << 8 | blue >> shift
            var sum = sums[key] ?? (0, 0, 0, 0)
            sum.red += Int(red) * count
            sum.green += Int(green) * count
            sum.blue += Int(blue) * count
            sum.count += count
            sums[key] = sum
        }
        return sums.values.map { sum in
            func mean(_ sum: Int, _ count: Int) -> UInt32 { UInt32((sum + count / 2) / count) }
            let color =
                mean(sum.red, sum.count) << 16 | mean(sum.green, sum.count) << 8
                | mean(sum.blue, sum.count)
            return (color, sum.count)
        }
    }
}
