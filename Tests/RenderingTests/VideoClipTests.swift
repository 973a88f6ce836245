import Graphics
import Model
import TestDrawing
import Testing

@testable import Rendering

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
        let last = try #require(facts.frames.last.flatMap { Double($0.pts_time) })
        #expect(length >= last + 0.49)
    }

    @Test(arguments: [Output.Format.mp4, .webm])
    func sameRequestGivesTheSameVideoWithAnyNumberOfWorkers(
        format: Output.Format
    ) throws {
        let json = Self.talk(Self.playing)
        let one = try RenderedRequest.render(json, as: format, workers: 1)
        let four = try RenderedRequest.render(json, as: format, workers: 4)
        #expect(one.bytes == four.bytes)
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
