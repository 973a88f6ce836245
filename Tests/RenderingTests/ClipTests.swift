import CZlib
import Graphics
import Model
import TestDrawing
import Testing

@testable import Rendering

@Suite struct ClipTests {
    private static func talk(_ output: String, status: String = "read") -> String {
        #"""
        {"me": "a", "output": {\#(output)}, "messages": [
          {"from": "b", "text": "Hi"},
          {"from": "a", "text": "Hello there 😀", "status": "\#(status)"},
          {"from": "b", "text": "How is the lake? I hear that it is warm."},
          {"from": "b", "text": "Is it?", "reactions": [{"emoji": "👍"}]},
          {"from": "a", "text": "Yes", "status": "\#(status)"}]}
        """#
    }

    private func still(
        _ output: String, at seconds: Double, theme: String, format: Output.Format = .png
    ) throws -> Bitmap {
        let bytes = try RenderedRequest.render(
            Self.talk(output + #", "t": \#(seconds)"#), as: format, theme: theme
        ).bytes
        return try Self.bitmap(bytes)
    }

    private static func bitmap(_ bytes: [UInt8]) throws -> Bitmap {
        let facts = try PictureProbe(limits: PictureLimits(pixels: 100_000_000)).facts(of: bytes)
        return try PictureDecoder.decode(bytes, facts)
    }

    @Test(arguments: [
        ("whatsapp", #""scale": 1, "motion": {"fps": 10, "hold": 300}, "frame": "screen""#),
        ("imessage", #""scale": 2, "motion": {"fps": 12, "pace": 500, "hold": 0}"#),
        ("telegram", #""scale": 1, "motion": {"fps": 7, "duration": 3}, "canvas": "320x320""#),
        (
            "messenger",
            #""scale": 1.5, "motion": {"fps": 9, "duration": 2}, "background": "transparent""#
        ),
    ])
    func everyFrameOfAnAPNGIsTheStillOfItsMoment(theme: String, output: String) throws {
        let bytes = try RenderedRequest.render(Self.talk(output), as: .apng, theme: theme).bytes
        let clip = try APNGReader(bytes)
        #expect(clip.frames.count > 5)
        var tick = 0
        for (number, picture) in try clip.pictures().enumerated() {
            let seconds =
                number == clip.frames.count - 1 ? 3_600 : Double(tick) / Double(clip.rate)
            if number % 5 == 0 || number == clip.frames.count - 1 {
                let still = try still(output, at: seconds, theme: theme)
                #expect(still.size == picture.size)
                let isSame = still.pixels == picture.pixels
                #expect(isSame, "frame \(number) at \(seconds) s")
            }
            tick += clip.frames[number].ticks
        }
    }

    @Test(arguments: [Output.Format.apng, .gif, .webp])
    func sameRequestGivesTheSameBytesWithAnyNumberOfWorkers(
        format: Output.Format
    ) throws {
        let json = Self.talk(#""scale": 1, "motion": {"fps": 8, "duration": 2}"#)
        let one = try RenderedRequest.render(json, as: format, theme: "whatsapp", workers: 1)
        let four = try RenderedRequest.render(json, as: format, theme: "whatsapp", workers: 4)
        let isSame = one.bytes == four.bytes
        #expect(isSame)
    }

    @Test func clipOfTooManyFramesIsRefused() throws {
        var limits = Limits()
        limits.frames = 10
        #expect {
            try RenderedRequest.render(Self.talk(""), as: .apng, limits: limits)
        } throws: { error in
            guard case .tooManyFrames(let frames, 10) = error as? RenderFault else { return false }
            return frames > 10
        }
    }

    @Test func pixelsOfAllFramesAreLimited() throws {
        let output = #""scale": 1, "motion": {"fps": 5, "duration": 2}"#
        let clip = try APNGReader(RenderedRequest.render(Self.talk(output), as: .apng).bytes)
        let pixels = clip.frames.reduce(0) { $0 + $1.width * $1.height }
        var limits = Limits()
        limits.outputPixels = pixels
        _ = try RenderedRequest.render(Self.talk(output), as: .apng, limits: limits)
        limits.outputPixels = pixels - 1
        #expect(throws: RenderFault.outputTooLarge(pixels: Double(pixels), limit: pixels - 1)) {
            try RenderedRequest.render(Self.talk(output), as: .apng, limits: limits)
        }
    }

    @Test func stillSecondCostsOneFrame() throws {
        let bytes = try RenderedRequest.render(
            Self.talk(#""scale": 1, "motion": {"hold": 5000}"#), as: .apng
        ).bytes
        #expect(try #require(try APNGReader(bytes).frames.last).ticks >= 5 * 30)
    }

    @Test func clipInAFrameSaysWhatMadeIt() throws {
        let json = Self.talk(#""scale": 1, "frame": "screen", "motion": {"fps": 2, "duration": 1}"#)
        for format in [Output.Format.apng, .gif, .webp] {
            let bytes = try RenderedRequest.render(json, as: format).bytes
            let words = Array("Framed by Chatprint as a phone's screen".utf8)
            #expect(bytes.indices.contains { bytes[$0...].starts(with: words) })
        }
    }

    @Test(arguments: [Output.Format.png, .webp, .jpeg])
    func momentHasTheSizeOfTheClip(format: Output.Format) throws {
        let picture = try still(#""scale": 1"#, at: 1.5, theme: "imessage", format: format)
        let end = try still(#""scale": 1"#, at: 100, theme: "imessage")
        #expect(picture.size == end.size)
        let whole = try Self.bitmap(
            RenderedRequest.render(Self.talk(#""scale": 1"#), as: .png, theme: "imessage").bytes)
        let isSame = end.pixels == whole.pixels
        #expect(end.size == whole.size && isSame)
    }

    @Test(arguments: [Output.Format.svg, .pdf])
    func momentIsDrawnAsLinesAndLettersToo(format: Output.Format) throws {
        for seconds in [0.0, 0.9, 2.1, 60] {
            let output = #""scale": 1, "page": {"size": "endless"}, "t": \#(seconds)"#
            let bytes = try RenderedRequest.render(
                Self.talk(format == .pdf ? output : #""scale": 1, "t": \#(seconds)"#), as: format
            ).bytes
            #expect(bytes.count > 200)
        }
    }
}

@Suite struct VideoClipTests {
    private static func talk(_ output: String) -> String {
        #"""
        {"me": "a", "output": {"scale": 1, \#(output)}, "messages": [
          {"from": "b", "text": "Hi"},
          {"from": "a", "text": "Hello there 😀", "status": "read"},
          {"from": "b", "text": "How is the lake? I hear that it is warm."},
          {"from": "a", "text": "Yes", "reactions": [{"emoji": "👍"}]}]}
        """#
    }

    private static let playing =
        #""frame": "screen", "motion": {"fps": 8, "pace": 700, "hold": 500}"#

    @Test(arguments: [Output.Format.mp4, .webm])
    func everyFrameOfAVideoIsLikeTheStillOfItsMoment(format: Output.Format) throws {
        let bytes = try RenderedRequest.render(
            Self.talk(Self.playing), as: format, theme: "whatsapp"
        ).bytes
        let video = try VideoFile(bytes)
        let facts = try video.probe()
        let stream = try #require(facts.streams.first)
        let count = stream.width * stream.height
        let pixels = try video.pixels()
        #expect(facts.frames.count > 10 && pixels.count == facts.frames.count * count)
        for (number, frame) in facts.frames.enumerated() where number % 4 == 0 {
            let time = try #require(Double(frame.pts_time))
            // The exact time of a tick, unlike WebM's milliseconds.
            let moment = (time * 8).rounded() / 8
            let still = try RenderedRequest.render(
                Self.talk(Self.playing + #", "t": \#(moment)"#), as: .png, theme: "whatsapp"
            ).bytes
            let facts = try PictureProbe(limits: PictureLimits()).facts(of: still)
            let bitmap = try PictureDecoder.decode(still, facts)
            #expect(stream.width == bitmap.width + bitmap.width % 2)
            #expect(stream.height == bitmap.height + bitmap.height % 2)
            let seen = Pixels(
                width: stream.width, height: stream.height,
                words: Array(pixels[(number * count)..<((number + 1) * count)]))
            let similarity = PixelDifference.similarity(
                seen, Pixels(width: bitmap.width, height: bitmap.height, words: bitmap.pixels))
            #expect(similarity >= 0.98, "frame \(number) at \(moment)")
        }
        let length = try #require(Double(facts.format.duration))
        #expect(try length >= #require(facts.frames.last.flatMap { Double($0.pts_time) }) + 0.49)
    }

    @Test(arguments: [Output.Format.mp4, .webm])
    func sameRequestGivesTheSameVideoWithAnyNumberOfWorkers(
        format: Output.Format
    ) throws {
        let json = Self.talk(Self.playing)
        let one = try RenderedRequest.render(json, as: format, workers: 1)
        #expect(try one.bytes == RenderedRequest.render(json, as: format, workers: 4).bytes)
    }

    @Test(arguments: [Output.Format.mp4, .webm])
    func videoInAFrameSaysWhatMadeIt(format: Output.Format) throws {
        let bytes = try RenderedRequest.render(Self.talk(Self.playing), as: format).bytes
        let words = Array("Framed by Chatprint as a phone's screen".utf8)
        #expect(bytes.indices.contains { bytes[$0...].starts(with: words) })
    }

    @Test func morePixelsThanPlayersShowAreRefused() throws {
        #expect {
            try RenderedRequest.render(
                Self.talk(#""canvas": "8000x8000", "motion": {"fps": 1}"#), as: .mp4)
        } throws: { error in
            guard case .tooLargeForFormat(.mp4, let size, 4_456) = error as? RenderFault else {
                return false
            }
            return size.width == 8_000
        }
    }
}

extension RenderJob {
    /// To twenty frames: a whole conversation has thousands.
    mutating func shortenClip() {
        guard isClip else { return }
        var motion = Motion()
        (motion.duration, motion.rate) = (2, 10)
        output.motion = motion
    }
}

/// Composes frames as readers do.
struct APNGReader {
    struct Frame {
        var x = 0
        var y = 0
        var width = 0
        var height = 0
        var ticks = 0
        var data: [UInt8] = []
    }

    private(set) var frames: [Frame] = []
    private(set) var rate = 0
    private(set) var plays = 0
    private var header: [UInt8] = []

    init(_ bytes: [UInt8]) throws {
        var at = 8
        var (sequence, promised) = (0, 0)
        while at + 12 <= bytes.count {
            let count = Self.word(bytes, at)
            let name = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
            let data = Array(bytes[at + 8..<at + 8 + count])
            switch name {
            case "IHDR": header = data
            case "acTL": (promised, plays) = (Self.word(data, 0), Self.word(data, 4))
            case "fcTL":
                #expect(Self.word(data, 0) == sequence)
                sequence += 1
                frames.append(
                    Frame(
                        x: Self.word(data, 12), y: Self.word(data, 16), width: Self.word(data, 4),
                        height: Self.word(data, 8), ticks: Int(data[20]) << 8 | Int(data[21])))
                rate = Int(data[22]) << 8 | Int(data[23])
                #expect(data[24] == 0 && data[25] == 0)
            case "IDAT": frames[frames.count - 1].data += data
            case "fdAT":
                #expect(Self.word(data, 0) == sequence)
                sequence += 1
                frames[frames.count - 1].data += data[4...]
            default: break
            }
            at += 12 + count
        }
        #expect(promised == frames.count)
    }

    private static func word(_ bytes: [UInt8], _ at: Int) -> Int {
        bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    func pictures() throws -> [Bitmap] {
        let (width, height) = (Self.word(header, 0), Self.word(header, 4))
        var canvas = [UInt32](repeating: 0, count: width * height)
        var isOpaque = true
        return try frames.map { frame in
            let part = try picture(frame)
            isOpaque = part.isOpaque
            for y in 0..<frame.height {
                let place = (frame.y + y) * width + frame.x
                canvas.replaceSubrange(
                    place..<place + frame.width,
                    with: part.pixels[y * frame.width..<(y + 1) * frame.width])
            }
            return Bitmap(size: PixelSize(width, height), pixels: canvas, isOpaque: isOpaque)
        }
    }

    private func picture(_ frame: Frame) throws -> Bitmap {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        func chunk(_ name: String, _ data: [UInt8]) {
            let body = Array(name.utf8) + data
            bytes += Self.big(UInt32(data.count)) + body
            bytes += Self.big(UInt32(unsafe crc32(0, body, UInt32(body.count))))
        }
        chunk("IHDR", Self.big(UInt32(frame.width)) + Self.big(UInt32(frame.height)) + header[8...])
        chunk("IDAT", frame.data)
        chunk("IEND", [])
        let facts = try PictureProbe(limits: PictureLimits(pixels: 100_000_000)).facts(of: bytes)
        return try PictureDecoder.decode(bytes, facts)
    }

    private static func big(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
}
