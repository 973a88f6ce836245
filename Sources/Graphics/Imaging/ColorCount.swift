/// The colors of pictures, with the number of pixels of each.
package struct ColorCount: Sendable {
    private var counts: [UInt32: Int] = [:]
    private var last: UInt32 = 0
    private var run = 0

    package init() {}

    /// Adds pixels, whose alpha is ignored.
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

    /// Returns the colors. If there are more than `most`, similar colors are merged into their
    /// mean.
    ///
    /// The colors are sorted, so that the result does not depend on the order in which they were
    /// added.
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
