import Documents
import Foundation
import Graphics
import Model
import TestDrawing
import Testing

@testable import Rendering

@Suite struct CanvasTests {
    private static func talk(_ count: Int, _ canvas: String, _ output: String = "") -> String {
        let messages = (0..<count).map { number in
            #"{"id": "m\#(number)", "from": "\#(number % 3 == 0 ? "a" : "b")", "#
                + #""text": "Message number \#(number), 😀 of some words, سلام and 日本"}"#
        }
        return #"{"me": "a", "output": {"canvas": \#(canvas)\#(output)}, "#
            + #""messages": [\#(messages.joined(separator: ","))]}"#
    }

    private struct Placed: Decodable {
        struct Frame: Decodable {
            let x: Double
            let y: Double
            let width: Double
            let height: Double
        }
        struct Message: Decodable {
            let id: String
            let page: Int
            let y: Double
            let height: Double
            let bubbles: [Frame]
        }

        let width: Double
        let height: Double
        let pages: Int
        let messages: [Message]
    }

    private func placed(_ json: String, look: String = "imessage") throws -> Placed {
        let bytes = try RenderedRequest.render(json, as: .json, theme: look).bytes
        return try JSONDecoder().decode(Placed.self, from: Data(bytes))
    }

    private func bitmap(_ json: String, as format: Output.Format) throws -> Bitmap {
        let bytes = try RenderedRequest.render(json, as: format).bytes
        let facts = try PictureProbe(limits: PictureLimits(pixels: 100_000_000)).facts(of: bytes)
        return try PictureDecoder.decode(bytes, facts)
    }

    // MARK: Sizes

    @Test(arguments: [
        ("story", 1080, 1920), ("square", 1080, 1080), ("portrait", 1080, 1350),
        ("landscape", 1920, 1080), ("og", 1200, 630), ("OG", 1200, 630), ("1001x333", 1001, 333),
        ("240x320", 240, 320),
    ])
    func canvasHasExactlyItsStatedSize(
        name: String, width: Int, height: Int
    ) throws {
        for format in [Output.Format.png, .webp, .jpeg] {
            let picture = try bitmap(Self.talk(1, #""\#(name)""#), as: format)
            #expect(picture.size == PixelSize(width, height), "\(format)")
        }
        let made = try RenderedRequest.render(Self.talk(1, #""\#(name)""#), as: .pdf)
        #expect(made.report?.width == width && made.report?.height == height)
        let svg = try RenderedRequest.render(Self.talk(1, #""\#(name)""#), as: .svg).bytes
        #expect(
            String(decoding: svg, as: UTF8.self)
                .contains(#"width="\#(width)" height="\#(height)" viewBox="#))
    }

    @Test(arguments: [
        #", "scale": 1.7"#, #", "width": 377"#, #", "width": 300, "scale": 2.5"#,
        #", "engine": "cairo""#,
    ])
    func scaleAndWidthDoNotChangeTheSizeInPixels(output: String) throws {
        for canvas in [#""og""#, #"{"size": "og", "shadow": true, "padding": 31}"#] {
            #expect(try bitmap(Self.talk(1, canvas, output), as: .png).size == PixelSize(1200, 630))
        }
    }

    @Test func largerCanvasOfTheSameShapeHasTheSameLayout() throws {
        let small = try placed(Self.talk(40, #""1080x1920""#))
        let large = try placed(Self.talk(40, #""2160x3840""#))
        #expect(small.pages == large.pages && small.pages > 1)
        for (one, other) in zip(small.messages, large.messages) {
            #expect(abs(one.y * 2 - other.y) < 2.1 && one.page == other.page)
        }
    }

    // MARK: Several canvases

    @Test(
        arguments: ["story", "square", "og", "320x320"],
        ["imessage", "whatsapp", "discord", "print", "susi"])
    func everyMessageIsCompleteOnOneCanvasInOrder(
        name: String, look: String
    ) throws {
        let placed = try placed(Self.talk(60, #""\#(name)""#), look: look)
        #expect(placed.pages > 1)
        #expect(placed.messages.map(\.id) == (0..<60).map { "m\($0)" })
        #expect(placed.messages.map(\.page) == placed.messages.map(\.page).sorted())
        #expect(Set(placed.messages.map(\.page)) == Set(1...placed.pages))
        for message in placed.messages {
            #expect(message.y >= -0.01)
            #expect(message.y + message.height <= placed.height + 0.01, "\(message.id)")
        }
    }

    @Test func formatsOfOneCanvasFailAndStateTheNumberNeeded() throws {
        let json = Self.talk(60, #""story""#)
        let zip = try RenderedRequest.render(json, as: .zip)
        let count = try #require(zip.report?.pages)
        #expect(count > 1 && zip.report?.width == 1080 && zip.report?.height == 1920)
        #expect(try RenderedRequest.render(json, as: .pdf).report?.pages == count)
        for format in [Output.Format.png, .webp, .jpeg, .svg] {
            #expect(throws: RenderFault.tooManyCanvases(count, PixelSize(1080, 1920), format)) {
                try RenderedRequest.render(json, as: format)
            }
        }
        let strict = Self.talk(60, #""story""#, #", "overflow": "error""#)
        for format in [Output.Format.zip, .pdf] {
            #expect(throws: RenderFault.tooManyCanvases(count, PixelSize(1080, 1920), format)) {
                try RenderedRequest.render(strict, as: format)
            }
        }
    }

    @Test func truncationGivesTheFirstOfSeveralCanvases() throws {
        let first = Self.talk(60, #""og""#, #", "overflow": "truncate""#)
        let alone = try placed(first)
        let all = try placed(Self.talk(60, #""og""#))
        #expect(alone.pages == 1 && all.pages > 1)
        #expect(alone.messages.map(\.y) == all.messages.filter { $0.page == 1 }.map(\.y))
        #expect(try RenderedRequest.render(first, as: .png).report?.pages == 1)
    }

    @Test func eachPartOfAConversationIsOneCanvas() throws {
        let made = try RenderedRequest.render(
            Self.talk(9, #""story""#, #", "split_by": "3""#), as: .png)
        #expect(made.report?.format == .zip && made.report?.pages == 3)
        #expect(made.report?.width == 1080 && made.report?.height == 1920)
        #expect(throws: RenderFault.self) {
            try RenderedRequest.render(Self.talk(90, #""og""#, #", "split_by": "80""#), as: .png)
        }
    }

    @Test(arguments: [Output.Format.png, .zip, .pdf, .svg])
    func numberOfWorkersChangesNoByte(format: Output.Format) throws {
        let canvas = ##"{"size": "square", "shadow": true, "background": "#336699"}"##
        let json = Self.talk(format == .zip || format == .pdf ? 40 : 3, canvas)
        let one = try RenderedRequest.render(json, as: format, theme: "whatsapp", workers: 1)
        for workers in [2, 5] {
            let many = try RenderedRequest.render(
                json, as: format, theme: "whatsapp", workers: workers)
            #expect(many.bytes == one.bytes)
        }
    }

    // MARK: Positions

    @Test(
        arguments: [
            #""story""#, #"{"size": "story", "padding": [250, 60, 340]}"#,
            #"{"size": "square", "shadow": true}"#, #"{"size": "landscape", "corner_radius": 9}"#,
        ], ["", #", "width": 320, "scale": 2"#])
    func shortConversationIsCentered(canvas: String, output: String) throws {
        let placed = try placed(
            Self.talk(3, canvas, output + #", "background": "theme""#), look: "whatsapp")
        let first = try #require(placed.messages.first)
        let last = try #require(placed.messages.last)
        let shift = canvas.contains("250") ? (250.0 - 340.0) / 2 : 0
        let middle = (first.y + last.y + last.height) / 2
        // The margins of the theme, and a day header above.
        #expect(abs(middle - placed.height / 2 - shift) < 12, "\(middle)")
        // Both sides have the same distance to their edge.
        let left = placed.messages.flatMap(\.bubbles).map(\.x).min() ?? 0
        let right = placed.messages.flatMap(\.bubbles).map { $0.x + $0.width }.max() ?? 0
        #expect(abs(left - (placed.width - right)) < 12)
    }

    @Test func cardIsOnItsBackgroundAndContainsTheConversation() throws {
        let canvas =
            ##"{"size": "600x600", "background": "#ff0000", "corner_radius": 40, "##
            + #""padding": 50, "shadow": false}"#
        let picture = try bitmap(Self.talk(1, canvas, ##", "background": "#00ff00""##), as: .png)
        func pixel(_ x: Int, _ y: Int) -> UInt32 { picture.pixels[y * 600 + x] }
        #expect(pixel(0, 0) == 0xFFFF_0000 && pixel(599, 599) == 0xFFFF_0000)
        #expect(pixel(49, 300) == 0xFFFF_0000 && pixel(52, 300) == 0xFF00_FF00)
        let column = (0..<600).map { pixel(300, $0) == 0xFFFF_0000 }
        let top = try #require(column.firstIndex(of: false))
        let bottom = try #require(column.lastIndex(of: false))
        // As tall as its messages, centered, with round corners.
        #expect(top > 100 && abs(top - (599 - bottom)) <= 1)
        #expect(pixel(52, top + 2) == 0xFFFF_0000)
    }

    @Test func onlyTheCardHasAShadow() throws {
        func red(_ shadow: Bool, _ y: Int) throws -> UInt32 {
            let canvas =
                ##"{"size": "600x600", "background": "#ffffff", "padding": 90, "##
                + #""shadow": \#(shadow)}"#
            return try bitmap(Self.talk(1, canvas), as: .png).pixels[y * 600 + 300] >> 16 & 255
        }
        let picture = try bitmap(
            Self.talk(1, ##"{"size": "600x600", "background": "#ffffff", "padding": 90}"##),
            as: .png)
        let column = (0..<600).map { picture.pixels[$0 * 600 + 300] >> 16 & 255 }
        let bottom = try #require(column.lastIndex { $0 < 255 })
        #expect(column[0] == 255 && bottom < 599)
        #expect(try red(true, bottom - 3) < 255 && red(false, bottom - 3) == 255)
        // The shadow fades without a visible step.
        let fall = column[(bottom - 20)...bottom]
        #expect(zip(fall, fall.dropFirst()).allSatisfy { $1 >= $0 && $1 - $0 < 12 })
    }

    @Test func transparentBackgroundStaysTransparentExceptInJPEG() throws {
        let json = Self.talk(
            1, #"{"size": "600x600", "background": "transparent", "shadow": false}"#)
        for format in [Output.Format.png, .webp] {
            let picture = try bitmap(json, as: format)
            #expect(!picture.isOpaque && picture.pixels[0] == 0)
            #expect(picture.pixels[300 * 600 + 300] >> 24 == 255)
        }
        let jpeg = try bitmap(json, as: .jpeg)
        let usual = try bitmap(
            Self.talk(1, #"{"size": "600x600", "corner_radius": 22, "shadow": false}"#), as: .jpeg)
        #expect(jpeg == usual)
    }

    @Test func themesBackgroundFillsACanvasWithoutACard() throws {
        let picture = try bitmap(Self.talk(1, #""og""#, ##", "background": "#00ff00""##), as: .png)
        for corner in [0, 1199, 629 * 1200, 630 * 1200 - 1] {
            #expect(picture.pixels[corner] == 0xFF00_FF00)
        }
        let clear = try bitmap(Self.talk(1, #""og""#, #", "background": "transparent""#), as: .png)
        #expect(!clear.isOpaque && clear.pixels[0] == 0)
    }

    @Test(arguments: ["", #", "text": "What a tower!""#])
    func photoIsScaledDownToFitACanvas(text: String) throws {
        let words = (0..<9_600).map { 0xFF00_0000 | UInt32($0 * 37) & 0xFF_FFFF }
        let bitmap = Bitmap(size: PixelSize(80, 120), pixels: words, isOpaque: true)
        let data = Data(bitmap.encodedAsPNG()).base64EncodedString()
        let photo = #"{"kind": "image", "src": {"data": "\#(data)"}, "width": 800, "height": 1200}"#
        let json =
            #"{"output": {"canvas": "og"}, "messages": ["Hi", {"id": "p", "attachments": [\#(photo)]\#(text)}]}"#
            .replacing(#""Hi""#, with: #"{"id": "h", "text": "Hi"}"#)
        let placed = try placed(json)
        #expect(placed.messages.map(\.id) == ["h", "p"])
        for message in placed.messages {
            #expect(message.y >= 0 && message.y + message.height <= 630.01)
        }
    }

    // MARK: Limits

    @Test func limitsCoverAllCanvases() throws {
        var limits = Limits()
        limits.outputPixels = 3 * 320 * 320
        let json = Self.talk(60, #""320x320""#)
        #expect {
            try RenderedRequest.render(json, as: .zip, limits: limits)
        } throws: { error in
            guard case .outputTooLarge(let pixels, let limit) = error as? RenderFault else {
                return false
            }
            return limit == limits.outputPixels && pixels > Double(limit)
        }
        limits = Limits()
        limits.pages = 2
        for format in [Output.Format.zip, .pdf, .json] {
            #expect {
                try RenderedRequest.render(json, as: format, limits: limits)
            } throws: { error in
                guard case .tooManyPages(_, 2) = error as? RenderFault else { return false }
                return true
            }
        }
        limits = Limits()
        limits.outputPixels = 320 * 320 - 1
        #expect(throws: RenderFault.self) {
            try RenderedRequest.render(Self.talk(1, #""320x320""#), as: .png, limits: limits)
        }
    }
}
