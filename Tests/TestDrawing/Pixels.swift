package import Scene

/// A painted picture with access to single pixels.
package struct Pixels: Equatable {
    package let width: Int
    package let height: Int
    /// `0xAARRGGBB`, premultiplied.
    package let words: [UInt32]

    package init(width: Int, height: Int, words: [UInt32]) {
        self.width = width
        self.height = height
        self.words = words
    }

    /// Without the padding between the rows.
    package static func append(
        _ pixels: Span<UInt32>, rows: Int, _ width: Int, _ stride: Int, to words: inout [UInt32]
    ) {
        for row in 0..<rows {
            for x in 0..<width { words.append(pixels[row * stride + x]) }
        }
    }

    package subscript(x: Int, y: Int) -> UInt32 { words[y * width + x] }

    /// Without alpha, which is unused in opaque pictures.
    package func color(_ x: Int, _ y: Int) -> Color {
        let word = self[x, y]
        return Color(
            UInt8(word >> 16 & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF))
    }

    /// For a failure message.
    package func firstDifference(from other: Pixels) -> String? {
        guard width == other.width, height == other.height else { return "size" }
        guard let place = words.indices.first(where: { words[$0] != other.words[$0] }) else {
            return nil
        }
        return "\(place % width), \(place / width): \(String(words[place], radix: 16)) "
            + "for \(String(other.words[place], radix: 16))"
    }
}
