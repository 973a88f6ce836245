/// The properties of a video that its container's header states.
struct VideoFacts: Sendable {
    /// The size of a frame in pixels. Both sides are even, because chroma has half the resolution.
    let size: PixelSize
    /// Ticks per second.
    let rate: Int
    /// The duration in ticks.
    let ticks: Int
    /// A comment about the video's origin.
    let comment: String?
}
