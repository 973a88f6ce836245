/// Why a video was not written.
package enum VideoFault: Error, Sendable, Hashable {
    /// The codec's library is not installed.
    case missingLibrary(VideoCodec)
    /// More pixels than the codec's highest level allows.
    case tooLarge
    case memory
    /// By the library's own number, or 0.
    case refused(Int32)
}
