/// The colors of a picture with few colors, in order of first appearance.
package struct PNGPalette: Sendable, Equatable {
    /// The colors as `0xRRGGBB`; at most 256.
    let colors: [UInt32]

    /// The number of bits of an index: 1, 2, 4 or 8.
    var bits: Int {
        switch colors.count {
        case ...2: 1
        case ...4: 2
        case ...16: 4
        default: 8
        }
    }
}

extension PNGPalette {
    /// Collects the colors of a picture row by row, until there are too many.
    package struct Builder {
        private var index = PaletteIndex()
        private var last: UInt32 = .max
        private var isFull = false

        package init() {}

        /// The palette; nil if the picture has more than 256 colors.
        package var palette: PNGPalette? { isFull ? nil : PNGPalette(colors: index.colors) }

        /// Adds opaque pixels. Returns false as soon as there are too many colors.
        package mutating func add(_ words: Span<UInt32>) -> Bool {
            for place in words.indices where !isFull {
                let color = words[place] & 0xFF_FFFF
                if color == last { continue }
                last = color
                if !index.insert(color) { isFull = true }
            }
            return !isFull
        }
    }
}
