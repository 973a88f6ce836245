/// Decoded pixels, upright, from top to bottom without gaps between rows.
package struct Bitmap: Sendable, Equatable {
    package let size: PixelSize
    /// Premultiplied sRGB as cairo's ARGB32: alpha in the highest eight bits, blue in the lowest.
    package let pixels: [UInt32]
    package let isOpaque: Bool

    package init(size: PixelSize, pixels: [UInt32], isOpaque: Bool) {
        precondition(pixels.count == size.width * size.height)
        self.size = size
        self.pixels = pixels
        self.isOpaque = isOpaque
    }

    package var width: Int { size.width }
    package var height: Int { size.height }

    func turned(_ orientation: Orientation) -> Bitmap {
        guard orientation != .up else { return self }
        let upright = orientation.swapsSides ? size.transposed : size
        var turned: [UInt32] = []
        turned.reserveCapacity(pixels.count)
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                let source = orientation.source(x, y, in: size)
                turned.append(pixels[source.y * size.width + source.x])
            }
        }
        return Bitmap(size: upright, pixels: turned, isOpaque: isOpaque)
    }
}
