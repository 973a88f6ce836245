import Basics
import Graphics
import Model

/// A clip as a WebP. The container begins with its length, so that nothing is written before the
/// last frame is packed.
struct WebPClip: ClipEncoder {
    private let clip: Clip
    private let output: Output
    private let budget: WorkBudget
    private var animation: WebPAnimation

    private static let pieceBytes = 256 << 10

    init(_ clip: Clip, _ output: Output, packet: String?, _ budget: WorkBudget) {
        self.clip = clip
        self.output = output
        self.budget = budget
        animation = WebPAnimation(
            clip.size, plays: clip.loop, isOpaque: clip.isOpaque, packet: packet)
    }

    var pack: Pack {
        { [clip, output, budget] words, stride, frame, _ in
            let (width, height) = (frame.x.count, frame.y.count)
            guard var writer = WebPWriter(PixelSize(width, height)) else { return nil }
            var row: [UInt32] = []
            for y in 0..<height {
                row.removeAll(keepingCapacity: true)
                for x in 0..<width { row.append(words[y * stride + x]) }
                writer.put(row, at: y, isOpaque: clip.isOpaque)
            }
            // Any failure ends the clip. The caller reports it as a lack of memory, unless the work
            // was stopped.
            return try? writer.encode(
                quality: output.quality, isSmall: output.compression == .small,
                mayContinue: { budget.mayContinue })
        }
    }

    static func bytes(of packed: [UInt8]) -> Int { packed.count }

    mutating func begin(to sink: inout some ByteSink) throws {}

    mutating func append(
        _ packed: [UInt8], of frame: ClipFrame, to sink: inout some ByteSink
    ) throws {
        // Frames are stored until the end, when the file is assembled as a second copy.
        guard budget.reserve(2 * packed.count) else { throw RenderFault.memory }
        animation.append(
            packed, x: frame.x.lowerBound, y: frame.y.lowerBound,
            PixelSize(frame.x.count, frame.y.count),
            milliseconds: time(frame.tick + frame.ticks) - time(frame.tick))
    }

    private func time(_ tick: Int) -> Int { (tick * 1_000 + clip.rate / 2) / clip.rate }

    mutating func finish(to sink: inout some ByteSink) throws {
        let bytes = animation.finish()
        for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
            try sink.write(Array(bytes[start..<min(bytes.count, start + Self.pieceBytes)]))
        }
        budget.release(2 * bytes.count)
    }
}
