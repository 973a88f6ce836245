import Basics
import Graphics

/// A clip as a video, in which each frame lasts until the next one.
struct VideoClip: ClipEncoder, ~Copyable {
    private let isOpaque: Bool
    private var writer: VideoWriter

    init(_ clip: Clip, _ codec: VideoCodec) throws(VideoFault) {
        isOpaque = clip.isOpaque
        writer = try VideoWriter(
            codec, of: clip.size, rate: clip.rate, ticks: clip.ticks, comment: clip.imprint)
    }

    var pack: Pack {
        { words, stride, frame, _ in
            var packed: [UInt32] = []
            packed.reserveCapacity(frame.x.count * frame.y.count)
            for y in 0..<frame.y.count {
                for x in 0..<frame.x.count { packed.append(words[y * stride + x]) }
            }
            return packed
        }
    }

    static func bytes(of packed: [UInt32]) -> Int { 4 * packed.count }

    mutating func begin(to sink: inout some ByteSink) throws { try sink.write(writer.begin()) }

    mutating func append(
        _ packed: [UInt32], of frame: ClipFrame, to sink: inout some ByteSink
    ) throws {
        writer.put(packed, x: frame.x, y: frame.y, isOpaque: isOpaque)
        let bytes = try writer.append(lasting: frame.ticks)
        if !bytes.isEmpty { try sink.write(bytes) }
    }

    mutating func finish(to sink: inout some ByteSink) throws {
        try sink.write(writer.finish())
    }
}
