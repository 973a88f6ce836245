import TestDrawing
import Testing

@testable import Graphics

@Suite struct VideoWriterTests {
    /// Odd on both sides, so that the edges are repeated.
    static let size = PixelSize(161, 95)
    static let colors: [UInt32] = [
        0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF, 0xFF00_0000, 0xFF34_C759, 0xFF0A_84FF,
        0xFF80_8080,
    ]
    /// Twenty-nine frames of one tick, with a still second in between.
    static let lengths = (0..<30).map { $0 == 10 ? 30 : 1 }
    static let total = lengths.reduce(0, +)

    /// Eight bars of color, with a white square that moves over them.
    static func picture(_ frame: Int) -> [UInt32] {
        (0..<size.height).flatMap { y in
            (0..<size.width).map { x in
                let isSquare = (4 * frame..<4 * frame + 12).contains(x) && (70..<82).contains(y)
                return isSquare ? 0xFFFF_FFFF : colors[min(x / 20, colors.count - 1)]
            }
        }
    }

    /// In the order in which they are written.
    static func pieces(_ codec: VideoCodec, comment: String? = nil) throws -> [[UInt8]] {
        var writer = try VideoWriter(codec, of: size, rate: 30, ticks: total, comment: comment)
        var pieces = [writer.begin()]
        for (frame, length) in lengths.enumerated() {
            if frame == 0 {
                writer.put(picture(0), x: 0..<size.width, y: 0..<size.height, isOpaque: true)
            } else {
                // The rows in which the square moves, beginning with an odd one.
                let rows = 69..<83
                let words = picture(frame)[(rows.lowerBound * size.width)...]
                writer.put(
                    Array(words.prefix(rows.count * size.width)), x: 0..<size.width, y: rows,
                    isOpaque: true)
            }
            pieces.append(try writer.append(lasting: length))
        }
        return pieces + [try writer.finish()]
    }

    @Test(arguments: VideoCodec.allCases)
    func anotherReaderFindsSizeColorsAndTimes(codec: VideoCodec) throws {
        let video = try VideoFile(
            Self.pieces(codec, comment: "Rendered by Chatprint").flatMap { $0 })
        let facts = try video.probe()
        let stream = try #require(facts.streams.first)
        #expect(stream.codec_name == (codec == .h264 ? "h264" : "vp9"))
        #expect(stream.width == 162 && stream.height == 96 && stream.pix_fmt == "yuv420p")
        #expect(stream.color_range == "tv" && stream.color_space == "bt709")
        #expect(stream.color_primaries == "bt709" && stream.color_transfer == "bt709")
        let starts = Self.lengths.indices.map { Self.lengths[..<$0].reduce(0, +) }
        #expect(facts.frames.count == starts.count)
        for (frame, start) in zip(facts.frames, starts) {
            #expect(try abs(#require(Double(frame.pts_time)) - Double(start) / 30) < 0.001)
        }
        #expect(try abs(#require(Double(facts.format.duration)) - Double(Self.total) / 30) < 0.002)
        let tags = facts.format.tags
        #expect((tags?["comment"] ?? tags?["COMMENT"]) == "Rendered by Chatprint")
    }

    @Test(arguments: VideoCodec.allCases)
    func colorsAreThoseOfThePictureWithinTolerance(codec: VideoCodec) throws {
        let video = try VideoFile(Self.pieces(codec).flatMap { $0 })
        let pixels = try video.pixels()
        let count = 162 * 96
        try #require(pixels.count == count * Self.lengths.count)
        for frame in [0, 10, 29] {
            let picture = Self.picture(frame)
            for bar in Self.colors.indices {
                // The middle of each bar, away from the chroma of adjacent bars.
                let (x, y) = (20 * bar + 10, 30)
                let found = pixels[frame * count + y * 162 + x]
                #expect(Fixture.isNear(found, picture[y * Self.size.width + x], by: 4))
            }
            let square = pixels[frame * count + 76 * 162 + 4 * frame + 6]
            #expect(Fixture.isNear(square, 0xFFFF_FFFF, by: 8))
            // The added column and row.
            #expect(Fixture.isNear(pixels[frame * count + 30 * 162 + 161], 0xFF80_8080, by: 8))
            #expect(Fixture.isNear(pixels[frame * count + 95 * 162 + 90], 0xFF00_0000, by: 8))
        }
    }

    @Test(arguments: VideoCodec.allCases)
    func sameFramesGiveSameBytes(codec: VideoCodec) throws {
        #expect(try Self.pieces(codec) == Self.pieces(codec))
    }

    @Test(arguments: VideoCodec.allCases)
    func bytesLeaveBeforeTheLastFrame(codec: VideoCodec) throws {
        var writer = try VideoWriter(codec, of: Self.size, rate: 1, ticks: 20)
        #expect(!writer.begin().isEmpty)
        var left: [Int] = []
        for frame in 0..<10 {
            writer.put(
                Self.picture(frame), x: 0..<Self.size.width, y: 0..<Self.size.height,
                isOpaque: true)
            left.append(try writer.append(lasting: 2).count)
        }
        #expect(left.contains { $0 > 0 })
    }

    /// Players can seek to a keyframe every five seconds, and not more often.
    @Test(arguments: VideoCodec.allCases)
    func keysComeEveryFiveSeconds(codec: VideoCodec) throws {
        var writer = try VideoWriter(codec, of: Self.size, rate: 10, ticks: 120)
        var bytes = writer.begin()
        for frame in 0..<120 {
            writer.put(
                Self.picture(frame % 40), x: 0..<Self.size.width, y: 0..<Self.size.height,
                isOpaque: true)
            bytes += try writer.append(lasting: 1)
        }
        bytes += try writer.finish()
        let frames = try VideoFile(bytes).probe().frames
        #expect(frames.indices.filter { frames[$0].key_frame == 1 } == [0, 50, 100])
    }

    @Test func clearPixelsAreLaidOnWhite() throws {
        var writer = try VideoWriter(.h264, of: PixelSize(32, 32), rate: 1, ticks: 1)
        // Red with an opacity of one half, premultiplied.
        let words = [UInt32](repeating: 0x8080_0000, count: 32 * 32)
        writer.put(words, x: 0..<32, y: 0..<32, isOpaque: false)
        let bytes = writer.begin() + (try writer.append(lasting: 1)) + (try writer.finish())
        #expect(try Fixture.isNear(VideoFile(bytes).pixels()[16 * 32 + 16], 0xFFFF_7F7F, by: 4))
    }

    @Test func rectanglesBeyondThePictureAreLeftOut() throws {
        var planes = VideoPlanes(PixelSize(32, 32))
        let before = planes.bytes
        planes.put([1, 2, 3], x: 40..<43, y: 0..<1, isOpaque: true)
        planes.put([], x: 0..<32, y: 0..<32, isOpaque: true)
        planes.put([0], x: 0..<1, y: 32..<33, isOpaque: true)
        #expect(planes.bytes == before)
    }

    @Test func missingLibrariesAreNamed() throws {
        #expect(throws: VideoFault.missingLibrary(.h264)) {
            _ = try H264Encoder(Self.size, rate: 30, by: X264Library("libx264.so.0"))
        }
        #expect(throws: VideoFault.missingLibrary(.vp9)) {
            _ = try VP9Encoder(Self.size, rate: 30, by: VPXLibrary("libvpx.so.0"))
        }
        // A library without the functions of libx264.
        #expect(X264Library("libc.so.6") == nil)
    }

    @Test(arguments: [(0, 10), (16_385, 2), (8000, 8000), (.max, .max)])
    func sizesThatNoPlayerShowsAreRefused(width: Int, height: Int) {
        #expect(throws: VideoFault.tooLarge) {
            _ = try VideoWriter(.h264, of: PixelSize(width, height), rate: 30, ticks: 1)
        }
    }
}
