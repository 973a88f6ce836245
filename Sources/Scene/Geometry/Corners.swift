/// The radius of each corner of a rounded rectangle.
package struct Corners: Sendable, Hashable {
    package var topLeft: Double
    package var topRight: Double
    package var bottomRight: Double
    package var bottomLeft: Double

    package init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    package init(all radius: Double) {
        self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
    }

    package var mirrored: Corners {
        Corners(
            topLeft: topRight, topRight: topLeft, bottomRight: bottomLeft, bottomLeft: bottomRight)
    }

    /// No radius may pass half of the shorter side, or opposite corners would cross.
    package func fitting(_ size: Size) -> Corners {
        let most = max(0, min(size.width, size.height) / 2)
        return Corners(
            topLeft: min(topLeft, most), topRight: min(topRight, most),
            bottomRight: min(bottomRight, most), bottomLeft: min(bottomLeft, most))
    }
}
