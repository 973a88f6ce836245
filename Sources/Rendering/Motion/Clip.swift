import Graphics

/// The properties of a clip that are known before its first frame is painted.
struct Clip: Sendable {
    /// The size of the picture in pixels.
    let size: PixelSize
    /// Ticks per second.
    let rate: Int
    /// The number of times that the clip is played; 0 for endless repetition.
    let loop: Int
    /// Pixels per point.
    let scale: Double
    let isOpaque: Bool
    /// The comment in the file, if any.
    let imprint: String?
    /// The frames in order. The first one covers the whole picture.
    let frames: [ClipFrame]

    var ticks: Int { frames.last.map { $0.tick + $0.ticks } ?? 0 }

    var pixels: Double { frames.reduce(0) { $0 + Double($1.x.count) * Double($1.y.count) } }
}

/// One frame of a clip: the area that changed since the frame before, and its duration.
struct ClipFrame: Sendable, Equatable {
    let number: Int
    /// The tick at which the frame is first shown.
    let tick: Int
    /// The duration in ticks.
    var ticks: Int
    /// The changed rectangle in pixels.
    let x: Range<Int>
    let y: Range<Int>
}
