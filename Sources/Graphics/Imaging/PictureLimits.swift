/// The limits for pictures, filled from the settings.
package struct PictureLimits: Sendable, Hashable {
    /// The maximum width × height of the picture and of its first frame.
    var pixels: Int
    /// The maximum number of passes over a progressive JPEG. Encoders write about ten. Each pass
    /// visits every block, so a small file could otherwise take hours.
    var scans: Int
    /// Whether HEIC and AVIF are decoded. Phones write them, but their decoders are a large attack
    /// surface.
    var readsHEIF: Bool

    package init(pixels: Int = 64_000_000, scans: Int = 100, readsHEIF: Bool = false) {
        self.pixels = pixels
        self.scans = scans
        self.readsHEIF = readsHEIF
    }
}

package enum PictureFault: Error, Sendable, Hashable {
    /// The first bytes are not those of a known picture format.
    case unknownType
    /// The format is known but not supported.
    case unsupportedType(ForeignType)
    /// The format is supported but disabled by a setting.
    case disabledType(PictureFormat)
    case truncated
    /// The file contradicts itself or the format.
    case corrupt
    /// The picture has more pixels than `limit`.
    case tooLarge(width: Int, height: Int, limit: Int)
    case tooManyScans(Int, limit: Int)
}
