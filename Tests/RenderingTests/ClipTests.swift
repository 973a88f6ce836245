import Graphics
import Model
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
        let bytes = try RenderedRequest.render(Self.talk(output), as: .apng).bytes
        let clip = try APNGReader(bytes)
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
        let last = try #require(try APNGReader(bytes).frames.last)
        #expect(last.ticks >= 5 * 30)
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
