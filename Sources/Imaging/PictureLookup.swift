package import Scene

/// Holds the pictures that travel beside a drawing.
package protocol PictureLookup {
    /// All of the picture in its own proportions: the smallest that covers `wanted` and is no larger
    /// than the picture itself, or its own size when nil. Nil for a picture that cannot be had.
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

    package init(bytes: [UInt8], facts: PictureFacts) {
        self.bytes = bytes
        self.facts = facts
    }
}
