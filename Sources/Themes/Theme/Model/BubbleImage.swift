package import Scene

/// A bubble drawn from pictures.
package struct BubbleImage: Sendable, Equatable {
    /// A version of the picture for one scale. The nearest scale is used.
    package struct Variant: Sendable, Equatable {
        package var picture: ThemePictureIndex
        package var scale: Double

        package init(picture: ThemePictureIndex, scale: Double) {
            self.picture = picture
            self.scale = scale
        }
    }

    package enum Source: Sendable, Equatable {
        /// One picture. The corners inside the caps are never stretched.
        case slices([Variant], caps: Insets)
        /// Nine pictures, row by row from the top left. The corners keep their size.
        case fragments([ThemePictureIndex], size: Size)
        /// One picture, stretched as a whole.
        case whole([Variant])
    }

    package var source: Source
    /// The color that fills the picture's alpha channel, or nil for the picture's own colors.
    package var tint: Color?
    /// Whether the picture's tail points left. By default it points right, and is mirrored for
    /// bubbles that point left.
    package var isMirrored: Bool = false
}
