/// The limits for pictures, filled from the settings.
package struct PictureLimits: Sendable, Hashable {
    /// Width × height, of the picture and of its first frame.
    package var pixels: Int
    /// Passes over a progressive JPEG. Encoders write about ten; each pass visits every block, so
    /// that a small file can ask for hours of work.
    package var scans: Int
    /// HEIC and AVIF come from phones, but their decoders are a large surface to attack.
    package var readsHEIF: Bool

    package init(pixels: Int = 64_000_000, scans: Int = 100, readsHEIF: Bool = false) {
        self.pixels = pixels
        self.scans = scans
        self.readsHEIF = readsHEIF
    }
}

/// Why a picture cannot be drawn.
package enum PictureFault: Error, Sendable, Hashable {
    /// The first bytes are no picture's that we know.
    case unknownType
    /// A known kind of file, but none that is read.
    case unsupportedType(ForeignType)
    /// Readable, but switched off by a setting.
    case disabledType(PictureFormat)
    /// The bytes end before the picture does.
    case truncated
    /// The bytes contradict themselves or the format.
    case corrupt
    /// More pixels than `limit`.
    case tooLarge(width: Int, height: Int, limit: Int)
    /// A progressive JPEG that makes the decoder run over the picture more often than `limit`.
    case tooManyScans(Int, limit: Int)
}
