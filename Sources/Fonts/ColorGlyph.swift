package import Scene

/// An emoji's picture and where it stands.
package struct ColorGlyph: Sendable, Equatable {
    /// The bytes that the font holds.
    package let png: [UInt8]
    /// For a size of one point, from the glyph's origin on the baseline, y downwards.
    package let frame: Rect

    package init(png: [UInt8], frame: Rect) {
        self.png = png
        self.frame = frame
    }
}
