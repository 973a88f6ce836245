package import Scene

package protocol PictureLookup {
    /// Returns the whole picture in its own proportions: the smallest bitmap that covers `wanted`
    /// without exceeding the picture's size, or the full size if it is nil. Returns nil if the
    /// picture is unavailable.
    func bitmap(_ id: PictureID, covering wanted: PixelSize?) -> Bitmap?

    /// Returns the picture's original bytes; nil if the picture is unavailable.
    func encoded(_ id: PictureID) -> EncodedPicture?

    /// Whether pictures are converted to gray. Then none may be passed on unmodified.
    var isGray: Bool { get }
}

extension PictureLookup {
    package var isGray: Bool { false }
}

/// A picture's original bytes and the properties in its headers, for outputs that embed it without
/// decoding.
package struct EncodedPicture: Sendable {
    package let bytes: [UInt8]
    package let facts: PictureFacts
    /// The color profile; nil for sRGB.
    package let profile: PictureProfile?
    package let hasBadProfile: Bool

    package init(bytes: [UInt8], facts: PictureFacts) {
        self.bytes = bytes
        self.facts = facts
        switch PictureProfile.found(in: bytes, facts) {
        case .plain: (profile, hasBadProfile) = (nil, false)
        case .profile(let found): (profile, hasBadProfile) = (found, false)
        case .refused: (profile, hasBadProfile) = (nil, true)
        }
    }
}
