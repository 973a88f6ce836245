package struct PixelSize: Sendable, Hashable {
    package let width: Int
    package let height: Int

    package init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    var transposed: PixelSize { PixelSize(height, width) }

    /// Returns the smallest size with these proportions that covers `wanted`, at most this size and
    /// at most cairo's 32,767 pixels on a side.
    package func reduced(covering wanted: PixelSize?) -> PixelSize {
        var scale = min(1, 32_767 / Double(max(width, height, 1)))
        if let wanted {
            scale = min(
                scale,
                max(
                    Double(max(wanted.width, 1)) / Double(max(width, 1)),
                    Double(max(wanted.height, 1)) / Double(max(height, 1))))
        }
        guard scale < 1 else { return self }
        func side(_ length: Int) -> Int {
            min(max(1, Int((Double(length) * scale).rounded(.up))), length, 32_767)
        }
        return PixelSize(side(width), side(height))
    }
}
