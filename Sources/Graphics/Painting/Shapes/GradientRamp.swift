import Scene

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
            return word(last.color, last.color, 0)
        }
        if next == stops.startIndex { return word(first.color, first.color, 0) }
        let low = stops[next - 1]
        let high = stops[next]
        return word(low.color, high.color, (offset - low.offset) / (high.offset - low.offset))
    }

    private static func word(_ low: Color, _ high: Color, _ share: Double) -> UInt32 {
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
