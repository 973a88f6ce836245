package import Scene

/// A painted picture, for looking at single pixels.
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

    package subscript(x: Int, y: Int) -> UInt32 { words[y * width + x] }

    /// Without the alpha that means nothing in opaque pictures.
    package func color(_ x: Int, _ y: Int) -> Color {
        let word = self[x, y]
        return Color(
            UInt8(word >> 16 & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF))
    }

    /// Where two pictures of one size first differ, for a reader of the failure.
    package func firstDifference(from other: Pixels) -> String? {
        guard width == other.width, height == other.height else { return "size" }
        guard let place = words.indices.first(where: { words[$0] != other.words[$0] }) else {
            return nil
        }
        return "\(place % width), \(place / width): \(String(words[place], radix: 16)) "
            + "for \(String(other.words[place], radix: 16))"
    }
}
