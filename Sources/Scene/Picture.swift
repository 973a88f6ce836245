/// Identifies a picture of a drawing. The caller of the painter has the bytes.
package struct PictureID: Sendable, Hashable {
    package let number: Int

    package init(_ number: Int) { self.number = number }
}

package struct PlacedPicture: Sendable, Hashable {
    package enum Fit: Sendable, Hashable {
        /// Stretched to the frame on both axes.
        case stretch
        /// Scaled to cover the frame in its proportions, and cropped equally on both sides.
        case cover
        /// Corners within the caps (in points) keep their size, edges stretch along one axis, the
        /// middle along both. Caps are those of the picture before any mirroring. `pixelsPerPoint`
        /// is the resolution of the picture.
        case slices(caps: Insets, pixelsPerPoint: Double)
        /// Repeated from the frame's origin at its own size.
        case tile(pixelsPerPoint: Double)
    }

    package let id: PictureID
    package let frame: Rect
    package let fit: Fit
    /// The color that fills the picture's alpha, replacing its own colors.
    package let tint: Color?
    /// Whether the picture is mirrored horizontally, including its caps.
    package let isMirrored: Bool
    package let clip: Path?

    package init(
        _ id: PictureID, frame: Rect, fit: Fit = .cover, tint: Color? = nil,
        isMirrored: Bool = false, clip: Path? = nil
    ) {
        self.id = id
        self.frame = frame
        self.fit = fit
        self.tint = tint
        self.isMirrored = isMirrored
        self.clip = clip
    }
}
