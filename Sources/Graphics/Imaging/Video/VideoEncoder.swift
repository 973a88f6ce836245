enum VideoEncoder: ~Copyable {
    case h264(H264Encoder)
    case vp9(VP9Encoder)

    /// - Parameters:
    ///   - size: the size of the planes; both sides are even.
    ///   - rate: ticks per second.
    init(_ codec: VideoCodec, _ size: PixelSize, rate: Int) throws(VideoFault) {
        switch codec {
        case .h264: self = .h264(try H264Encoder(size, rate: rate))
        case .vp9: self = .vp9(try VP9Encoder(size, rate: rate))
        }
    }

    borrowing func encode(
        _ planes: VideoPlanes, at tick: Int, ticks: Int, isKey: Bool
    ) throws(VideoFault) -> VideoFrame {
        let (bytes, isKey) =
            switch self {
            case .h264(let encoder): try encoder.encode(planes, at: tick, isKey: isKey)
            case .vp9(let encoder):
                try encoder.encode(planes, at: tick, ticks: ticks, isKey: isKey)
            }
        return VideoFrame(bytes: bytes, isKey: isKey, tick: tick, ticks: ticks)
    }
}
