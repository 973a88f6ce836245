/// The facts of a video that its container's header holds.
struct VideoFacts: Sendable {
    /// The pixels of a frame; even, as half the chroma asks for.
    let size: PixelSize
    /// Ticks a second.
    let rate: Int
    /// The whole length in ticks.
    let ticks: Int
    /// Words about the video's origin.
    let comment: String?
}
