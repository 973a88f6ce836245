extension Bitmap {
    /// As light as it looks, without its hues; by the weights of colours in a scene.
    package var inGrey: Bitmap {
        Bitmap(
            size: size,
            pixels: pixels.map(Bitmap.grey), isOpaque: isOpaque)
    }

    /// Multiplied by its alpha all the same: the weights' sum is 256.
    private static func grey(_ pixel: UInt32) -> UInt32 {
        var sum: UInt32 = 128
        sum += (pixel >> 16 & 255) * 54
        sum += (pixel >> 8 & 255) * 183
        sum += (pixel & 255) * 19
        let light = sum >> 8
        return pixel & 0xFF00_0000 | light << 16 | light << 8 | light
    }
}
