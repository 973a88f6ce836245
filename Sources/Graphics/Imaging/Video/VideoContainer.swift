enum VideoContainer {
    case mp4(MP4Writer)
    case webm(WebMWriter)

    init(_ facts: VideoFacts, _ encoder: borrowing VideoEncoder) {
        switch encoder {
        case .h264(let encoder):
            self = .mp4(
                MP4Writer(
                    facts, sequence: encoder.sequenceParameters, picture: encoder.pictureParameters)
            )
        case .vp9: self = .webm(WebMWriter(facts))
        }
    }

    mutating func begin() -> [UInt8] {
        switch self {
        case .mp4(var writer):
            defer { self = .mp4(writer) }
            return writer.begin()
        case .webm(let writer): return writer.begin()
        }
    }

    /// Adds a frame and returns the bytes that can be written now.
    mutating func add(_ frame: VideoFrame) throws(VideoFault) -> [UInt8] {
        switch self {
        case .mp4(var writer):
            defer { self = .mp4(writer) }
            return try writer.add(frame)
        case .webm(var writer):
            defer { self = .webm(writer) }
            return writer.add(frame)
        }
    }

    mutating func end() throws(VideoFault) -> [UInt8] {
        switch self {
        case .mp4(var writer): return try writer.end()
        case .webm(var writer): return writer.end()
        }
    }
}

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

/// One compressed frame and its time.
struct VideoFrame: Sendable {
    let bytes: [UInt8]
    /// Whether the frame can be decoded without an earlier frame.
    let isKey: Bool
    /// The start and the duration in ticks.
    let tick: Int
    let ticks: Int
}
