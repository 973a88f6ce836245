import Basics
import Graphics

/// A clip as a GIF with 256 colors.
struct GIFClip: ClipEncoder {
    private let clip: Clip
    private let image: GIFImage
    private let assembler: GIFAssembler

    init(_ clip: Clip, palette: [UInt32]) {
        self.clip = clip
        image = GIFImage(
            width: clip.size.width, height: clip.size.height, palette: palette,
            comment: clip.imprint)
        assembler = GIFAssembler(image, plays: clip.loop)
    }

    var pack: Pack {
        { [image] words, stride, frame, _ in
            image.packed(words, stride: stride, width: frame.x.count, height: frame.y.count)
        }
    }

    static func bytes(of packed: [UInt8]) -> Int { packed.count }

    mutating func begin(to sink: inout some ByteSink) throws { try assembler.begin(to: &sink) }

    mutating func append(
        _ packed: [UInt8], of frame: ClipFrame, to sink: inout some ByteSink
    ) throws {
        try assembler.append(
            packed, columns: frame.x, rows: frame.y,
            hundredths: time(frame.tick + frame.ticks) - time(frame.tick), to: &sink)
    }

    /// Returns the hundredth of a second nearest to a tick.
    private func time(_ tick: Int) -> Int { (tick * 100 + clip.rate / 2) / clip.rate }

    mutating func finish(to sink: inout some ByteSink) throws { try assembler.finish(to: &sink) }
}
