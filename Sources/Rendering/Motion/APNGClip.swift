import Basics
import Graphics

struct APNGClip: ClipEncoder {
    private let clip: Clip
    private var assembler: APNGAssembler

    init(_ clip: Clip) {
        self.clip = clip
        assembler = APNGAssembler(
            Self.image(clip, clip.size.width, clip.size.height), frames: clip.frames.count,
            plays: clip.loop)
    }

    private static func image(_ clip: Clip, _ width: Int, _ height: Int) -> PNGImage {
        PNGImage(
            width: width, height: height, scale: clip.scale,
            pixels: clip.isOpaque ? .opaque : .transparent,
            texts: clip.imprint.map {
                [PNGImage.Text("Software", "Chatprint"), PNGImage.Text("Description", $0)]
            } ?? [])
    }

    var pack: Pack {
        { [clip] words, stride, frame, worker in
            worker.stream(
                words, stride: stride, of: Self.image(clip, frame.x.count, frame.y.count))
        }
    }

    static func bytes(of packed: [UInt8]) -> Int { packed.count }

    mutating func begin(to sink: inout some ByteSink) throws { try assembler.begin(to: &sink) }

    mutating func append(
        _ packed: [UInt8], of frame: ClipFrame, to sink: inout some ByteSink
    ) throws {
        try assembler.append(
            packed, columns: frame.x, rows: frame.y, duration: frame.ticks, of: clip.rate,
            to: &sink)
    }

    mutating func finish(to sink: inout some ByteSink) throws { try assembler.finish(to: &sink) }
}
