package enum VideoFault: Error, Sendable, Hashable {
    case missingLibrary(VideoCodec)
    /// More pixels than the codec's highest level allows.
    case tooLarge
    case memory
    /// The value is the library's error code, or 0.
    case refused(Int32)
}
