import Graphics
import Model
import TestDrawing
import Testing

@testable import Rendering

@Suite struct PictureFormatTests {
    private static func talk(_ count: Int, _ output: String = "") -> String {
        let messages = (0..<count).map { number in
            #"{"from": "\#(number % 3 == 0 ? "a" : "b")", "#
                + #""text": "Message number \#(number), 😀 of some words, سلام and 日本"}"#
        }
        return
            #"{"me": "a", "output": {\#(output)}, "messages": [\#(messages.joined(separator: ","))]}"#
    }

    private func bitmap(_ json: String, as format: Output.Format) throws -> Bitmap {
        let bytes = try RenderedRequest.render(json, as: format, theme: "whatsapp").bytes
        let facts = try PictureProbe(limits: PictureLimits(pixels: 100_000_000)).facts(of: bytes)
        return try PictureDecoder.decode(bytes, facts)
    }

    @Test(arguments: [
        (3, ""), (60, ""), (3, #""background": "transparent""#), (20, #""scale": 1"#),
        (3, #""width": 333, "scale": 1.5, "compression": "small""#), (3, #""engine": "cairo""#),
    ])
    func webPIsLossless(count: Int, output: String) throws {
        let json = Self.talk(count, output)
        let (png, webp) = (try bitmap(json, as: .png), try bitmap(json, as: .webp))
        #expect(webp.size == png.size && webp.isOpaque == png.isOpaque)
        // Premultiplied again, translucent colors may be rounded differently.
        if png.isOpaque {
            #expect(webp.pixels == png.pixels)
        } else {
            #expect(PixelDifference(png.pixels, webp.pixels).mean < 0.01)
        }
    }

    /// The text of this page is small, so Poppler's quarters of a pixel count for more.
    @Test(arguments: [(1, 1), (2, 2), (99, 3)])
    func pictureOfAPageShowsThePageOfThePDF(number: Int, page: Int) throws {
        let setup = #""footer": "{page} / {pages}", "watermark": "DRAFT""#
        let pdf = try RenderedRequest.render(
            Self.talk(70, #""page": {\#(setup)}"#), as: .pdf, theme: "whatsapp")
        let talk = Self.talk(70, #""scale": 1, "page": {"number": \#(number), \#(setup)}"#)
        let png = try RenderedRequest.render(talk, as: .png, theme: "whatsapp")
        #expect(png.report?.pages == 3 && pdf.report?.pages == 3)
        #expect(png.report?.warningCount == 0)
        let shown = try DocumentComparisonTests.shown(pdf.bytes, page: page)
        let picture = try bitmap(talk, as: .png)
        #expect(picture.size == shown.size)
        let difference = PixelDifference(picture.pixels, shown.pixels).mean
        let other = try DocumentComparisonTests.shown(pdf.bytes, page: page % 3 + 1)
        let distance = PixelDifference(picture.pixels, other.pixels).mean
        #expect(difference < 6 && 2 * difference < distance)
    }

    /// The longer conversation has more stripes than there are restart markers.
    @Test(arguments: [
        (3, ""), (80, ""), (20, #""scale": 1"#), (3, #""width": 333, "scale": 1.5"#),
        (3, #""engine": "cairo""#), (40, #""grayscale": true"#),
    ])
    func jpegShowsTheSamePicture(count: Int, output: String) throws {
        let json = Self.talk(count, output)
        let (png, jpeg) = (try bitmap(json, as: .png), try bitmap(json, as: .jpeg))
        #expect(jpeg.size == png.size && jpeg.isOpaque)
        #expect(PixelDifference(png.pixels, jpeg.pixels).mean < 3)
        // Nor in any single stripe: a wrong restart marker shifts everything after it.
        let rows = png.pixels.suffix(png.width * 40)
        let last = jpeg.pixels.suffix(png.width * 40)
        let far = zip(rows, last).count { abs(Int($0 & 255) - Int($1 & 255)) > 60 }
        #expect(far < rows.count / 100)
    }

    @Test func transparentAreasGetTheThemesBackgroundInAJPEG() throws {
        let clear = try bitmap(Self.talk(3, #""background": "transparent""#), as: .jpeg)
        let usual = try bitmap(Self.talk(3), as: .jpeg)
        #expect(clear == usual)
    }

    @Test(arguments: [Output.Format.webp, .jpeg])
    func higherQualityTakesMoreBytes(format: Output.Format) throws {
        let sizes = try [20, 60, 95].map {
            try RenderedRequest.render(Self.talk(10, #""quality": \#($0)"#), as: format).bytes.count
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
    }

    @Test func picturesTooLargeForAFormatAreRejectedBeforePainting() throws {
        let json = Self.talk(200, #""scale": 4"#)
        #expect {
            try RenderedRequest.render(json, as: .webp)
        } throws: { error in
            guard case .tooLargeForFormat(.webp, let size, 16_383) = error as? RenderFault else {
                return false
            }
            return size.height > 16_383
        }
        #expect(try bitmap(json, as: .jpeg).height > 16_383)
    }

    @Test func splitConversationsComeInEveryFormat() throws {
        for format in [Output.Format.webp, .jpeg] {
            let made = try RenderedRequest.render(
                Self.talk(9, #""split_by": "3""#), as: format)
            #expect(made.report?.format == .zip && made.report?.pages == 3)
            #expect(made.bytes.starts(with: "PK".utf8))
        }
    }

    @Test(arguments: ["jpg", "JPG", "jpeg"])
    func bothFileExtensionsAreRecognized(ending: String) {
        #expect(Output.Format(ending: ending) == .jpeg)
    }
}
