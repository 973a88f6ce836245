/// One compressed frame and its time.
struct VideoFrame: Sendable {
    let bytes: [UInt8]
    /// Whether the frame can be decoded without an earlier frame.
    let isKey: Bool
    /// The start and the duration in ticks.
    let tick: Int
    let ticks: Int
}
