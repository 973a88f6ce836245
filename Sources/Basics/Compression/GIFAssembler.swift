import CPixels

package struct GIFImage: Sendable, Equatable {
    /// The maximum length of a side, which is a 16-bit number.
    package static let maxPixels = 65_535

    let width: Int
    let height: Int
    /// 1 to 256 colors as `0xRRGGBB`.
    let palette: [UInt32]
    let comment: String?

    package init(width: Int, height: Int, palette: [UInt32], comment: String?) {
        precondition(
            (1...Self.maxPixels).contains(width) && (1...Self.maxPixels).contains(height))
        precondition((1...256).contains(palette.count), "a palette has 1 to 256 colors")
        self.width = width
        self.height = height
        self.palette = palette
        self.comment = comment
    }

    /// Returns a part of the picture as the data of one image, with each color replaced by the
    /// nearest in the palette. Returns nil if there is no memory.
    ///
    /// - Parameters:
    ///   - words: `0xAARRGGBB`, whose alpha is ignored, beginning with the first pixel of the part.
    ///   - stride: the number of words from one row to the next.
    package func packed(
        _ words: Span<UInt32>, stride: Int, width: Int, height: Int
    ) -> [UInt8]? {
        precondition(stride >= width && (height - 1) * stride + width <= words.count)
        let maxBytes = gif_bound(width * height)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: maxBytes) { room, count in
            unsafe words.withUnsafeBufferPointer { words in
                unsafe palette.withUnsafeBufferPointer { colors in
                    count = unsafe gif_pack(
                        words.baseAddress, stride, width, height, colors.baseAddress, colors.count,
                        room.baseAddress)
                }
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}

/// Joins packed pictures into an animated GIF (GIF89a). Each picture is a rectangle drawn over the
/// previous ones.
package struct GIFAssembler {
    private let image: GIFImage
    private let plays: Int

    /// - Parameter plays: the number of times that the GIF is played; 0 for endless repetition.
    package init(_ image: GIFImage, plays: Int) {
        self.image = image
        self.plays = plays
    }

    package func begin(to sink: ByteSink) throws(SinkFailure) {
        var bytes = Array("GIF89a".utf8)
        bytes.append(little: image.width)
        bytes.append(little: image.height)
        // The palette always has 256 entries of 24 bits, even if fewer are used.
        bytes += [0xF7, 0, 0]
        for place in 0..<256 {
            let color = place < image.palette.count ? image.palette[place] : 0
            bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
        }
        // Readers count repetitions. Without this block, the GIF is played once.
        if plays != 1 {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
            bytes.append(little: plays == 0 ? 0 : plays - 1)
            bytes.append(0)
        }
        if let comment = image.comment {
            let words = Array(comment.utf8.prefix(255))
            bytes += [0x21, 0xFE, UInt8(words.count)] + words + [0]
        }
        try sink.write(bytes)
    }

    /// - Parameter hundredths: the duration in hundredths of a second.
    package func append(
        _ packed: [UInt8], columns: Range<Int>, rows: Range<Int>, hundredths: Int,
        to sink: ByteSink
    ) throws(SinkFailure) {
        // Later pictures are drawn over this one.
        var bytes: [UInt8] = [0x21, 0xF9, 4, 0x04]
        bytes.reserveCapacity(packed.count + 32)
        bytes.append(little: hundredths)
        bytes += [0, 0, 0x2C]
        for value in [columns.lowerBound, rows.lowerBound, columns.count, rows.count] {
            bytes.append(little: value)
        }
        bytes.append(0)
        bytes += packed
        try sink.write(bytes)
    }

    package func finish(to sink: ByteSink) throws(SinkFailure) {
        try sink.write([0x3B])
    }
}

extension [UInt8] {
    /// Appends sixteen bits in little-endian order.
    fileprivate mutating func append(little value: Int) {
        let word = UInt16(clamping: value)
        append(UInt8(truncatingIfNeeded: word))
        append(UInt8(word >> 8))
    }
}
