import CImageQuant

/// Chooses the 256 colors that best represent those of pictures, with libimagequant.
package enum ColorPalette {
    /// With more colors, libimagequant uses several threads, and the result depends on their
    /// number.
    private static let maxColors = 2_000

    /// Returns colors as `0xRRGGBB`: the colors themselves if there are at most 256. Returns nil if
    /// there is no memory.
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
        // The square root limits the weight of large backgrounds, so that the colors of letters
        // count.
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
