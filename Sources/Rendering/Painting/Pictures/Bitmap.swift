/// A decoded picture: premultiplied `0xAARRGGBB` words (B, G, R, A in memory), row after row.
package struct Bitmap: Sendable, Equatable {
    package let width: Int
    package let height: Int
    package let pixels: [UInt32]
    /// Every pixel's alpha is 255.
    package let isOpaque: Bool

    package init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool) {
        precondition(width > 0 && height > 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
        self.isOpaque = isOpaque
    }
}
