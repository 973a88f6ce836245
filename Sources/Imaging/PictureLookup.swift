package import Scene

/// Holds the pictures that travel beside a drawing.
package protocol PictureLookup {
    /// All of the picture in its own proportions: the smallest that covers `wanted` and is no
    /// larger than the picture itself, or its own size when nil. Nil for a picture that cannot be
    /// had.
    func bitmap(_ id: PictureID, covering wanted: PixelSize?) -> Bitmap?

    /// The picture as it came. Nil for a picture that cannot be had.
    func encoded(_ id: PictureID) -> EncodedPicture?

    /// Whether pictures are given without their colours; then none may be passed on as it came.
    var isGrey: Bool { get }
}

extension PictureLookup {
    package var isGrey: Bool { false }
}

/// A picture's bytes as they came, and what its headers say: for outputs that pass it on undecoded.
package struct EncodedPicture: Sendable {
    package let bytes: [UInt8]
    package let facts: PictureFacts
    /// The meaning of its colors; nil for sRGB.
    package let profile: PictureProfile?
    /// Whether it says what its colours mean in a way that cannot be read.
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
