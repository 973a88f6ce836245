package import Scene

/// A bubble drawn from pictures.
package struct BubbleImage: Sendable, Equatable {
    /// The same picture made for several scales; the nearest is used.
    package struct Variant: Sendable, Equatable {
        package var picture: ThemePictureIndex
        package var scale: Double

        package init(picture: ThemePictureIndex, scale: Double) {
            self.picture = picture
            self.scale = scale
        }
    }

    package enum Source: Sendable, Equatable {
        /// One picture; corners inside the caps never stretch.
        case slices([Variant], caps: Insets)
        /// Nine pictures: rows from the top, each from the left; corners keep their size.
        case fragments([ThemePictureIndex], size: Size)
        /// One picture stretched as a whole.
        case whole([Variant])
    }

    package var source: Source
    /// Takes the picture's alpha and fills it; nil keeps the picture's own colours.
    package var tint: Color?
    /// Whether the picture's own tail points left; as a rule it points right and is mirrored for
    /// the bubbles that point left.
    package var isMirrored: Bool

    package init(source: Source, tint: Color? = nil, isMirrored: Bool = false) {
        self.source = source
        self.tint = tint
        self.isMirrored = isMirrored
    }
}
