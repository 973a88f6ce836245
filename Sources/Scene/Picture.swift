/// Names one of the pictures that travel beside a drawing; the painter's caller holds their bytes.
package struct PictureID: Sendable, Hashable {
    package let number: Int

    package init(_ number: Int) { self.number = number }
}

/// One picture laid into a rectangle.
package struct PlacedPicture: Sendable, Hashable {
    /// The way in which the picture fills its frame.
    package enum Fit: Sendable, Hashable {
        /// Stretched to the frame on both axes.
        case stretch
        /// Keeps its proportions, covers the frame, and is cut off evenly.
        case cover
        /// Corners inside the caps (in points) keep their size, edges stretch along one axis, the
        /// middle along both; they are the picture's own, before any mirroring. `pixelsPerPoint`
        /// says how large the picture's own pixels are.
        case slices(caps: Insets, pixelsPerPoint: Double)
        /// Repeated from the frame's origin at its own size.
        case tile(pixelsPerPoint: Double)
    }

    package let id: PictureID
    package let frame: Rect
    package let fit: Fit
    /// Fills the picture's alpha with one colour and ignores its own.
    package let tint: Color?
    /// Drawn as its mirror image, left for right, caps and all.
    package let isMirrored: Bool
    /// Nothing is drawn outside.
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
