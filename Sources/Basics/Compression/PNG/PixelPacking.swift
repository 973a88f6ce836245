import CPixels

/// Turns cairo's premultiplied `0xAARRGGBB` words into the bytes of PNG rows.
enum PixelPacking {
    /// The space required after the last row, because the vectorized code writes beyond it.
    static let slack = 4

    /// Packs to R, G, B.
    static func packOpaque(_ words: Span<UInt32>, into bytes: UnsafeMutableRawPointer) {
        unsafe words.withUnsafeBufferPointer { words in
            unsafe pixels_pack_rgb(
                words.baseAddress, words.count, bytes.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Packs to R, G, B, A with straight alpha.
    static func packTransparent(_ words: Span<UInt32>, into bytes: UnsafeMutableRawPointer) {
        for x in words.indices {
            let word = words[x]
            let alpha = word >> 24
            let packed =
                switch alpha {
                case 255: (word << 8 | alpha).byteSwapped
                case 0: UInt32(0)
                default: divided(word, by: alpha)
                }
            unsafe bytes.storeBytes(of: packed, toByteOffset: 4 * x, as: UInt32.self)
        }
    }

    private static func divided(_ word: UInt32, by alpha: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            min(255, ((word >> shift & 0xFF) * 255 + alpha / 2) / alpha)
        }
        return channel(16) | channel(8) << 8 | channel(0) << 16 | alpha << 24
    }

    /// Packs to indices of 1, 2, 4 or 8 bits, with the leftmost pixel in the high bits (PNG 3rd
    /// edition, §7.2).
    static func packIndices(
        _ words: Span<UInt32>, _ palette: PaletteIndex, into bytes: UnsafeMutableRawPointer
    ) {
        var last = PaletteIndex.Found(color: 0, index: 0)
        var byte: UInt8 = 0
        let each = 8 / palette.bits
        for x in words.indices {
            let color = words[x] & 0xFF_FFFF
            if color != last.color || x == 0 { last = palette.find(color) }
            byte = byte << palette.bits | last.index
            let place = x % each
            if place == each - 1 {
                unsafe bytes.storeBytes(of: byte, toByteOffset: x / each, as: UInt8.self)
                byte = 0
            }
        }
        let rest = words.count % each
        if rest > 0 {
            unsafe bytes.storeBytes(
                of: byte << (palette.bits * (each - rest)), toByteOffset: words.count / each,
                as: UInt8.self)
        }
    }
}
