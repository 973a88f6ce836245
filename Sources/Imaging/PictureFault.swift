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
