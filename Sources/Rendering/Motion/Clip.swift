import Graphics

/// The facts of a clip, known before its first frame is painted.
struct Clip: Sendable {
    /// In pixels, of every frame.
    let size: PixelSize
    /// Ticks a second.
    let rate: Int
    /// How often it is played; 0 for endlessly.
    let loop: Int
    /// Pixels per point.
    let scale: Double
    let isOpaque: Bool
    /// What the file says of itself; nil for nothing.
    let imprint: String?
    /// The first is the whole picture.
    let frames: [ClipFrame]

    var ticks: Int { frames.last.map { $0.tick + $0.ticks } ?? 0 }

    /// The pixels of all frames.
    var pixels: Double { frames.reduce(0) { $0 + Double($1.x.count) * Double($1.y.count) } }
}

/// One picture of a clip: what changed since the one before it, and how long it is shown.
struct ClipFrame: Sendable, Equatable {
    let number: Int
    /// The tick at which it is first seen.
    let tick: Int
    /// How long it lasts.
    var ticks: Int
    /// The changed rectangle in pixels.
    let x: Range<Int>
    let y: Range<Int>
}
