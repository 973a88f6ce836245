/// The reason why a video was not written.
package enum VideoFault: Error, Sendable, Hashable {
    /// The codec's library is not installed.
    case missingLibrary(VideoCodec)
    /// More pixels than the codec's highest level allows.
    case tooLarge
    case memory
    /// The library rejected a call. The value is the library's error code, or 0.
    case refused(Int32)
}
