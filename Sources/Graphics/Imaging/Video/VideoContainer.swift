/// The container of a codec's frames.
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
