import Basics
import Graphics
import Model

/// Writes a clip in one format. `pack` is called on several workers at once and in any order; all
/// other methods are called on the job's own worker, with the frames in order.
protocol ClipEncoder: ~Copyable {
    /// The data of a frame that is kept until the frame is written.
    associatedtype Packed: Sendable

    /// Packs a frame. The parameters are the premultiplied `0xAARRGGBB` words of its rectangle, the
    /// number of words from one row to the next, the frame and the current worker. The top byte is
    /// ignored in an opaque clip. Returns nil if there is no memory.
    typealias Pack = @Sendable (Span<UInt32>, Int, ClipFrame, Worker) -> Packed?

    var pack: Pack { get }
    /// The approximate memory footprint in bytes.
    static func bytes(of packed: Packed) -> Int

    mutating func begin(to sink: ByteSink) throws
    mutating func append(
        _ packed: Packed, of frame: ClipFrame, to sink: ByteSink) throws
    mutating func finish(to sink: ByteSink) throws
}

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

    mutating func begin(to sink: ByteSink) throws { try assembler.begin(to: sink) }

    mutating func append(
        _ packed: [UInt8], of frame: ClipFrame, to sink: ByteSink
    ) throws {
        try assembler.append(
            packed, columns: frame.x, rows: frame.y, duration: frame.ticks, of: clip.rate,
            to: sink)
    }

    mutating func finish(to sink: ByteSink) throws { try assembler.finish(to: sink) }
}

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

    mutating func begin(to sink: ByteSink) throws { try assembler.begin(to: sink) }

    mutating func append(
        _ packed: [UInt8], of frame: ClipFrame, to sink: ByteSink
    ) throws {
        try assembler.append(
            packed, columns: frame.x, rows: frame.y,
            hundredths: time(frame.tick + frame.ticks) - time(frame.tick), to: sink)
    }

    /// Returns the hundredth of a second nearest to a tick.
    private func time(_ tick: Int) -> Int { (tick * 100 + clip.rate / 2) / clip.rate }

    mutating func finish(to sink: ByteSink) throws { try assembler.finish(to: sink) }
}

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

    mutating func begin(to sink: ByteSink) throws { try sink.write(writer.begin()) }

    mutating func append(
        _ packed: [UInt32], of frame: ClipFrame, to sink: ByteSink
    ) throws {
        writer.put(packed, x: frame.x, y: frame.y, isOpaque: isOpaque)
        let bytes = try writer.append(lasting: frame.ticks)
        if !bytes.isEmpty { try sink.write(bytes) }
    }

    mutating func finish(to sink: ByteSink) throws {
        try sink.write(writer.finish())
    }
}

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

    mutating func begin(to sink: ByteSink) throws {}

    mutating func append(
        _ packed: [UInt8], of frame: ClipFrame, to sink: ByteSink
    ) throws {
        // Frames are stored until the end, when the file is assembled as a second copy.
        guard budget.reserve(2 * packed.count) else { throw RenderFault.memory }
        animation.append(
            packed, x: frame.x.lowerBound, y: frame.y.lowerBound,
            PixelSize(frame.x.count, frame.y.count),
            milliseconds: time(frame.tick + frame.ticks) - time(frame.tick))
    }

    private func time(_ tick: Int) -> Int { (tick * 1_000 + clip.rate / 2) / clip.rate }

    mutating func finish(to sink: ByteSink) throws {
        let bytes = animation.finish()
        for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
            try sink.write(Array(bytes[start..<min(bytes.count, start + Self.pieceBytes)]))
        }
        budget.release(2 * bytes.count)
    }
}
