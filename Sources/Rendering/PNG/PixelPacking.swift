/// Turns cairo's premultiplied `0xAARRGGBB` words into the bytes of PNG rows.
enum PixelPacking {
    /// R, G, B. Four words make three, so that nothing is moved byte by byte: 0.5 ns a pixel.
    static func packOpaque(_ words: Span<UInt32>, into bytes: UnsafeMutableRawPointer) {
        let whole = words.count / 4 * 4
        unsafe words.withUnsafeBufferPointer { words in
            for x in stride(from: 0, to: whole, by: 4) {
                let first = unsafe words[x].byteSwapped >> 8
                let second = unsafe words[x + 1].byteSwapped >> 8
                let third = unsafe words[x + 2].byteSwapped >> 8
                let fourth = unsafe words[x + 3].byteSwapped >> 8
                let target = unsafe bytes + 3 * x
                unsafe target.storeBytes(of: first | second << 24, as: UInt32.self)
                unsafe (target + 4).storeBytes(of: second >> 8 | third << 16, as: UInt32.self)
                unsafe (target + 8).storeBytes(of: third >> 16 | fourth << 8, as: UInt32.self)
            }
            for x in whole..<words.count {
                let word = unsafe words[x]
                for (place, shift) in [16, 8, 0].enumerated() {
                    unsafe bytes.storeBytes(
                        of: UInt8(truncatingIfNeeded: word >> shift), toByteOffset: 3 * x + place,
                        as: UInt8.self)
                }
            }
        }
    }

    /// R, G, B, A, not premultiplied.
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

    /// Indices of 1, 2, 4 or 8 bits, the leftmost pixel in the high bits (PNG 3rd edition, §7.2).
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
