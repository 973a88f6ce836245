/// The colours of a picture that has few, in the order in which they first appear.
package struct PNGPalette: Sendable, Equatable {
    /// `0xRRGGBB`; at most 256.
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
    /// Gathers the colours of a picture, row by row, until there are too many.
    package struct Builder {
        private var index = PaletteIndex()
        private var last: UInt32 = .max
        private var isFull = false

        package init() {}

        /// Nil when the picture has more than 256 colours.
        package var palette: PNGPalette? { isFull ? nil : PNGPalette(colors: index.colors) }

        /// Takes in opaque pixels. False as soon as a palette is out of reach.
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
