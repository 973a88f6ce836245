/// One compressed frame, and when it is shown.
struct VideoFrame: Sendable {
    let bytes: [UInt8]
    /// Whether it needs no frame before it.
    let isKey: Bool
    /// When it is first shown, and for how long, in ticks.
    let tick: Int
    let ticks: Int
}
