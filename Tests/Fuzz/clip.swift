// Feeds the encoders of clips and videos with frames made from fuzzer input; script/fuzz runs it.

import Basics
import Graphics

/// Each frame, decoded alone by another library, has the clip's pixels: the same in APNG and WebP,
/// the nearest of its palette in GIF. A video of the same frames has the same bytes each time.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = Input(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    let clip = Clip(&input)
    do {
        switch clip.choice % 8 {
        case 0, 1, 2: try checkAPNG(clip)
        case 3, 4: try checkGIF(clip)
        case 5, 6: try checkWebP(clip)
        default:
            // A video takes much longer than a picture.
            guard clip.choice % 32 == 7, clip.frames.count <= 4 else { return 0 }
            for codec in VideoCodec.allCases where codec.isAvailable {
                let bytes = try video(of: clip, codec)
                let again = try video(of: clip, codec)
                precondition(bytes == again, "the bytes differ")
            }
        }
    } catch {
        preconditionFailure("\(error)")
    }
    return 0
}

private func checkAPNG(_ clip: Clip) throws {
    func image(_ width: Int, _ height: Int) -> PNGImage {
        PNGImage(
            width: width, height: height, scale: 1,
            pixels: clip.isOpaque ? .opaque : .transparent)
    }
    let whole = ByteSink()
    var all = APNGAssembler(image(clip.width, clip.height), frames: clip.frames.count, plays: 0)
    try all.begin(to: whole)
    // One encoder for all frames: earlier frames must not affect later ones.
    var encoder = StripeEncoder()
    for frame in clip.frames {
        let own = image(frame.x.count, frame.y.count)
        let stream = encoder.stream(frame.words.span, stride: frame.stride, of: own)
        try all.append(
            stream, columns: frame.x, rows: frame.y, duration: frame.ticks, of: 60, to: whole)
        let single = ByteSink()
        var assembler = APNGAssembler(own, frames: 1, plays: 1)
        try assembler.begin(to: single)
        try assembler.append(
            stream, columns: 0..<frame.x.count, rows: 0..<frame.y.count, duration: 1, of: 60,
            to: single)
        try assembler.finish(to: single)
        let decoded = try TestPNG.decode(single.bytes)
        let wanted = frame.pixels.map { clip.isOpaque ? $0 | 0xFF00_0000 : $0 }
        precondition(decoded.pixels == wanted, "a frame of the APNG differs")
    }
    try all.finish(to: whole)
    let bytes = whole.bytes
    // Frame controls and frame data share one sequence (PNG 3rd edition, 11.3.3).
    let controls = TestPNG.chunks("fcTL", in: bytes), data = TestPNG.chunks("fdAT", in: bytes)
    let numbers = (controls + data).map { $0.prefix(4).reduce(0) { $0 << 8 | Int($1) } }
    precondition(numbers.sorted() == Array(0..<2 * clip.frames.count - 1))
    precondition(TestPNG.chunks("IDAT", in: bytes).count == 1)
}

private func checkGIF(_ clip: Clip) throws {
    for frame in clip.frames {
        let (width, height) = (frame.x.count, frame.y.count)
        let image = GIFImage(
            width: width, height: height, palette: clip.palette, comment: "x")
        guard
            let packed = image.packed(
                frame.words.span, stride: frame.stride, width: width, height: height)
        else { preconditionFailure("no memory") }
        let sink = ByteSink()
        let assembler = GIFAssembler(image, plays: frame.ticks)
        try assembler.begin(to: sink)
        try assembler.append(
            packed, columns: 0..<width, rows: 0..<height, hundredths: frame.ticks, to: sink)
        try assembler.finish(to: sink)
        let bytes = sink.bytes
        let decoded = try PictureDecoder.decode(bytes, PictureProbe().facts(of: bytes))
        for (pixel, word) in zip(decoded.pixels, frame.pixels) {
            let least = clip.palette.map { distance($0, word) }.min()
            precondition(pixel >> 24 == 255 && distance(pixel, word) == least, "a color differs")
        }
    }
}

private func distance(_ one: UInt32, _ other: UInt32) -> Int {
    zip([16, 8, 0], [2, 4, 3]).reduce(0) { sum, channel in
        let step = Int(one >> UInt32(channel.0) & 255) - Int(other >> UInt32(channel.0) & 255)
        return sum + channel.1 * step * step
    }
}

private func checkWebP(_ clip: Clip) throws {
    var animation = WebPAnimation(
        PixelSize(clip.width, clip.height), plays: 0, isOpaque: clip.isOpaque, packet: "<x/>")
    for frame in clip.frames {
        let size = PixelSize(frame.x.count, frame.y.count)
        guard var writer = WebPWriter(size) else { preconditionFailure("no memory") }
        for row in 0..<size.height {
            let start = row * frame.stride
            writer.put(
                Array(frame.words[start..<start + size.width]), at: row, isOpaque: clip.isOpaque)
        }
        let file = try writer.encode(quality: nil, isSmall: false) { true }
        let decoded = try PictureDecoder.decode(file, PictureProbe().facts(of: file))
        let wanted = frame.pixels.map { clip.isOpaque ? $0 | 0xFF00_0000 : $0 }
        // Straight colors of little alpha are rounded.
        precondition(
            zip(decoded.pixels, wanted).allSatisfy { $0 == $1 || $1 >> 24 < 255 },
            "a frame of the WebP differs")
        animation.append(
            file, x: frame.x.lowerBound, y: frame.y.lowerBound, size, milliseconds: frame.ticks)
    }
    let bytes = animation.finish()
    let facts = try PictureProbe().facts(of: bytes)
    precondition(facts.size == PixelSize(clip.width, clip.height), "the WebP has another size")
    let first = try PictureDecoder.decode(bytes, facts)
    precondition(first.size == facts.size)
}

private func video(of clip: Clip, _ codec: VideoCodec) throws -> [UInt8] {
    let ticks = clip.frames.reduce(0) { $0 + max(1, $1.ticks) }
    var writer = try VideoWriter(
        codec, of: PixelSize(clip.width, clip.height), rate: 30, ticks: ticks, comment: "x")
    var bytes = writer.begin()
    for frame in clip.frames {
        writer.put(frame.pixels, x: frame.x, y: frame.y, isOpaque: clip.isOpaque)
        bytes += try writer.append(lasting: frame.ticks)
    }
    return bytes + (try writer.finish())
}

private struct Clip {
    struct Frame {
        let x: Range<Int>
        let y: Range<Int>
        let ticks: Int
        let stride: Int
        /// Rows that begin `stride` words apart.
        let words: [UInt32]

        /// The rows without what is between them.
        var pixels: [UInt32] {
            y.indices.flatMap { row in
                words[(row - y.lowerBound) * stride..<(row - y.lowerBound) * stride + x.count]
            }
        }
    }

    let choice: Int
    let width: Int
    let height: Int
    let isOpaque: Bool
    let palette: [UInt32]
    private(set) var frames: [Frame] = []

    init(_ input: inout Input) {
        choice = Int(input.next())
        isOpaque = input.next() % 2 == 0
        width = 1 + input.next(below: 80)
        height = 1 + input.next(below: 80)
        let spread = UInt32(input.next()) << 16 | UInt32(input.next()) << 8 | UInt32(input.next())
        palette = (0...input.next(below: 256)).map { UInt32($0) &* (spread | 1) & 0xFF_FFFF }
        repeat { frames.append(frame(&input)) } while !input.isEmpty && frames.count < 12
    }

    private func frame(_ input: inout Input) -> Frame {
        // WebP requires even offsets.
        let left = frames.isEmpty ? 0 : input.next(below: width) & ~1
        let top = frames.isEmpty ? 0 : input.next(below: height) & ~1
        let x = left..<(frames.isEmpty ? width : left + 1 + input.next(below: width - left))
        let y = top..<(frames.isEmpty ? height : top + 1 + input.next(below: height - top))
        let stride = x.count + input.next(below: 3)
        let kind = input.next()
        let colors = (0..<4).map { _ in color(&input) }
        let period = 1 + input.next(below: 40)
        var noise = UInt32(input.next()) | 1
        var words: [UInt32] = []
        for place in 0..<y.count * stride {
            let (row, column) = (place / stride, place % stride)
            switch kind % 4 {
            case 0: words.append(colors[0])
            case 1: words.append(colors[(column / period + row) % 4])
            case 2: words.append(premultiplied(colors[0] &+ UInt32(row) &* 0x0001_0203))
            default:
                noise = noise &* 1_664_525 &+ 1_013_904_223
                words.append(premultiplied(noise ^ noise >> 13))
            }
        }
        return Frame(x: x, y: y, ticks: input.next(below: 256), stride: stride, words: words)
    }

    private func color(_ input: inout Input) -> UInt32 {
        premultiplied((0..<4).reduce(0) { word, _ in word << 8 | UInt32(input.next()) })
    }

    /// No channel exceeds alpha.
    private func premultiplied(_ word: UInt32) -> UInt32 {
        guard !isOpaque else { return word }
        return [0, 8, 16].reduce(word & 0xFF00_0000) { result, shift in
            result | min(word >> shift & 255, word >> 24) << shift
        }
    }
}
