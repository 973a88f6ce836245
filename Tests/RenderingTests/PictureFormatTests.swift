import Foundation
import Graphics
import Model
import TestDrawing
import TestSupport
import Testing
import Themes

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
        #expect(try clear == bitmap(Self.talk(3), as: .jpeg))
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
            let made = try RenderedRequest.render(Self.talk(9, #""split_by": "3""#), as: format)
            #expect(made.report?.format == .zip && made.report?.pages == 3)
            #expect(made.bytes.starts(with: "PK".utf8))
        }
    }

    @Test(arguments: ["jpg", "JPG", "jpeg"])
    func bothFileExtensionsAreRecognized(ending: String) {
        #expect(Output.Format(ending: ending) == .jpeg)
    }
}

/// Stripes that are compressed without being painted show what the painter paints.
@Suite struct PlannedPictureTests {
    /// Themes of which hardly anything is on one color: wallpapers, gradients, bubbles from pictures.
    private static let painted = [
        "bezier", "classic-sms", "instagram", "messenger", "susi", "telegram", "tinted", "whatsapp",
    ]

    private static let arabic = (0..<12).map { number in
        #"{"from":"\#(number % 3 == 0 ? "ana" : "ben")","text":"مرحبا \#(number)، هل أنت قادم؟ "#
            + #"\#(String(repeating: "نعم بالتأكيد ", count: number))","#
            + #""reactions":[{"emoji":"👍","from":["ana"]}]}"#
    }

    private static func talk() throws -> String {
        let kinds = try JSONSerialization.data(withJSONObject: DrawnScene.allKinds())
        let messages =
            String(decoding: kinds, as: UTF8.self).dropFirst().dropLast() + ","
            + arabic.joined(separator: ",")
        return #""me":"ana","participants":[{"id":"ana","name":"Ana"},{"id":"ben","name":"Ben"},"#
            + #"{"id":"cleo","name":"Cleo Ray"}],"messages":[\#(messages)]"#
    }

    private static func bitmap(_ rendered: RenderedRequest.Rendered) throws -> Bitmap {
        let facts = try PictureProbe(limits: PictureLimits(pixels: 100_000_000))
            .facts(of: rendered.bytes)
        return try PictureDecoder.decode(rendered.bytes, facts)
    }

    private func compare(
        _ look: String, _ mode: ThemeMode = .light, _ setup: String = "", output: String
    ) throws {
        let talk = try Self.talk()
        func rendered(_ more: String) throws -> RenderedRequest.Rendered {
            try RenderedRequest.render(
                "{\(setup)\"output\":{\(output)\(more)},\(talk)}", as: .png, theme: look,
                mode: mode)
        }
        let planned = try rendered("")
        // A general compressor needs all pixels.
        let painted = try rendered(#","compression":"small""#)
        let bitmaps = (try Self.bitmap(planned), try Self.bitmap(painted))
        // A failed comparison would print all pixels.
        let isSame = bitmaps.0 == bitmaps.1
        #expect(isSame, "\(look) \(mode) \(output)")
        #expect(painted.timings.rows[.planned] == nil)
        let rows = planned.timings.rows
        let all = rows.values.reduce(0, +)
        if !Self.painted.contains(look) {
            #expect(10 * (rows[.planned] ?? 0) > all, "\(look): \(rows)")
        }
        // No row twice; empty stripes are counted once.
        #expect(all <= bitmaps.0.height, "\(look): \(rows)")
    }

    @Test(arguments: Looks.catalog.names)
    func plannedRowsShowTheSame(look: String) throws {
        try compare(look, output: #""scale":2"#)
    }

    @Test(arguments: ["android", "discord", "imessage", "slack", "teams", "wechat"])
    func darkThemesShowTheSame(look: String) throws {
        try compare(look, .dark, output: #""scale":2"#)
    }

    @Test(arguments: ["discord", "imessage"], [2.5, 3])
    func otherScalesShowTheSame(look: String, scale: Double) throws {
        try compare(look, output: #""scale":\#(scale)"#)
    }

    @Test(arguments: ["imessage", "slack", "android"])
    func rightToLeftShowsTheSame(look: String) throws {
        try compare(look, .light, #""locale":"ar","#, output: #""scale":2,"width":320"#)
    }

    /// Making the codes of ideographs and of words of joined letters takes longer than painting them.
    @Test(arguments: [("漢字", true), ("한국어로", true), ("مرحبا", true), ("Hello", false)])
    func lettersThatSeldomRepeatArePainted(word: String, arePainted: Bool) throws {
        let messages = (1...12).map { number in
            let text = String(repeating: word + " ", count: 4 * number)
            return #"{"from":"ana","text":"\#(text)"}"#
        }
        let rows = try RenderedRequest.render(
            #"{"messages":[\#(messages.joined(separator: ","))],"output":{"scale":2}}"#, as: .png
        ).timings.rows
        let (planned, painted) = (rows[.planned] ?? 0, rows[.painted] ?? 0)
        #expect(arePainted ? planned * 4 < painted : painted == 0, "\(rows)")
    }
}
