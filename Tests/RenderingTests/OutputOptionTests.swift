import Foundation
import Graphics
import Model
import Scene
import TestDrawing
import Testing
import Themes

@testable import Rendering

@Suite struct OutputOptionTests {
    private static func talk(_ count: Int, output: String = "") -> String {
        let messages = (0..<count).map { number in
            #"{"id": "m\#(number)", "from": "\#(number % 3 == 0 ? "a" : "b")", "#
                + #""text": "Message number \#(number), 😀 of some words, سلام and 日本"}"#
        }
        return
            #"{"me": "a", "output": {\#(output)}, "messages": [\#(messages.joined(separator: ","))]}"#
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private struct Placed: Decodable {
        struct Message: Decodable {
            let id: String
            let page: Int
            let y: Double
            let height: Double
        }

        let height: Double
        let pages: Int
        let messages: [Message]
    }

    @Test(arguments: [
        (#""page": {"size": "A5"}"#, Output.Format.pdf), (#""max_height": 500"#, .zip),
    ])
    func layoutStatesThePagesOfADocumentOrAnArchive(
        output: String, format: Output.Format
    ) throws {
        let json = Self.talk(60, output: output)
        let placed = try JSONDecoder().decode(
            Placed.self, from: Data(RenderedRequest.render(json, as: .json).bytes))
        let paginated = try RenderedRequest.render(json, as: format)
        #expect(placed.pages > 2)
        #expect(paginated.report?.pages == placed.pages)
        #expect(placed.messages.map(\.page).sorted() == placed.messages.map(\.page))
        #expect(Set(placed.messages.map(\.page)) == Set(1...placed.pages))
        #expect(Set(placed.messages.map(\.id)).count == 60)
        for message in placed.messages {
            #expect(message.y >= 0 && message.y + message.height <= placed.height + 0.01)
        }
    }

    @Test func layoutOfOneEndlessPictureHasOnePage() throws {
        let placed = try JSONDecoder().decode(
            Placed.self, from: Data(RenderedRequest.render(Self.talk(60), as: .json).bytes))
        #expect(placed.pages == 1 && placed.messages.allSatisfy { $0.page == 1 })
    }

    // MARK: Fonts

    @Test func svgEmbedsTheGlyphsItShows() throws {
        let svg = text(try RenderedRequest.render(Self.talk(3), as: .svg).bytes)
        let faces = svg.components(separatedBy: "@font-face").dropFirst()
        #expect(faces.count >= 3)
        for face in faces {
            let encoded = try #require(face.split(separator: ",").dropFirst().first)
            let base64 = encoded.prefix { $0 != ")" }
            let font = try #require(Data(base64Encoded: String(base64)))
            // OpenType outlines of either kind.
            let isFont = [[0, 1, 0, 0], Array("OTTO".utf8)].contains(Array(font.prefix(4)))
            #expect(isFont && font.count < 60_000)
        }
        #expect(svg.contains("font-family=\"c1,"))
        // An emoji is the picture of its font; its text is still searchable.
        #expect(svg.contains("<symbol id=\"e1\"") && svg.contains(">😀</text>"))
        #expect(svg.hasSuffix("</style>\n</svg>\n"))
    }

    @Test func svgWithSystemFontsOnlyNamesThem() throws {
        let json = Self.talk(3, output: #""fonts": "system""#)
        let svg = text(try RenderedRequest.render(json, as: .svg).bytes)
        #expect(!svg.contains("@font-face") && !svg.contains("<symbol"))
        #expect(svg.contains("font-family=\"'Inter',"))
    }

    @Test func missingFontOfTheThemeGetsAWarning() throws {
        let look: (inout Theme) -> Void = { $0.text.body.families = ["Nobody's Sans", "Inter"] }
        let report = try RenderedRequest.render(Self.talk(1), as: .png, look: look).report
        #expect(report?.warnings.map(\.kind) == [.missingFont])
        #expect(report?.warnings.first?.detail.contains("“Nobody's Sans”") == true)
        #expect(try RenderedRequest.render(Self.talk(1), as: .png).report?.warnings == [])
        let strict = #"{"options": {"strict": true}, "messages": ["a"]}"#
        #expect(throws: RenderFault.self) {
            try RenderedRequest.render(strict, as: .png, look: look)
        }
    }

    private static let picture =
        #"{"data": "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DAwPAfAAcAAf9+CLHQAAAAAElFTkSuQmCC"}"#

    private static func colorful(_ output: String) -> String {
        #"{"me": "a", "output": {\#(output)}, "messages": [{"from": "a", "text": "Hi 😀🎉"}, "#
            + #"{"from": "b", "text": "Ho", "reactions": [{"emoji": "❤️"}]}, "#
            + #"{"from": "b", "attachments": [{"kind": "image", "src": \#(picture)}]}]}"#
    }

    private func colors(_ png: [UInt8]) throws -> Int {
        let facts = try PictureProbe(limits: PictureLimits(pixels: 10_000_000)).facts(of: png)
        return try PictureDecoder.decode(png, facts).pixels.count { pixel in
            pixel & 255 != pixel >> 8 & 255 || pixel & 255 != pixel >> 16 & 255
        }
    }

    @Test(arguments: ["imessage", "tinted", "telegram", "whatsapp"])
    func grayscalePictureHasNoColors(look: String) throws {
        let plain = try RenderedRequest.render(Self.colorful(""), as: .png, theme: look)
        #expect(try colors(plain.bytes) > 100)
        let gray = try RenderedRequest.render(
            Self.colorful(#""grayscale": true"#), as: .png, theme: look)
        #expect(try colors(gray.bytes) == 0)
    }

    @Test func grayscaleSVGHasNoColorsAndNoColorPictures() throws {
        let svg = text(
            try RenderedRequest.render(Self.colorful(#""grayscale": true"#), as: .svg).bytes)
        for part in svg.components(separatedBy: "\"#").dropFirst() {
            let hex = part.prefix { $0 != "\"" }
            guard hex.count == 6, hex.allSatisfy(\.isHexDigit) else { continue }
            #expect(hex.prefix(2) == hex.dropFirst(2).prefix(2) && hex.prefix(2) == hex.suffix(2))
        }
        for part in svg.components(separatedBy: "data:image/png;base64,").dropFirst() {
            let png = try #require(Data(base64Encoded: String(part.prefix { $0 != "\"" })))
            #expect(try colors([UInt8](png)) == 0)
        }
    }

    @Test func grayscaleDocumentEmbedsNoColorPicture() throws {
        let bytes = try RenderedRequest.render(
            Self.colorful(#""grayscale": true, "archival": false"#), as: .pdf
        ).bytes
        let plain = try RenderedRequest.render(Self.colorful(#""archival": false"#), as: .pdf).bytes
        #expect(text(plain).contains("/ColorSpace/DeviceRGB"))
        #expect(!text(bytes).contains("/ColorSpace/DeviceRGB"))
    }

    /// Cut text must not look complete.
    @Test func signsOfLineBreakingAreTextInSVG() throws {
        let long = String(repeating: "carry the old piano down ", count: 20)
        let syllables = Array(repeating: "expialidocious", count: 9).joined(separator: "\u{AD}")
        let talk =
            #"{"messages": [{"from": "a", "text": "ok", "reply_to": {"text": "\#(long)"}}, "#
            + #"{"from": "b", "text": "\#(syllables)"}]}"#
        let svg = String(
            decoding: try RenderedRequest.render(talk, as: .svg, theme: "whatsapp").bytes,
            as: UTF8.self)
        #expect(svg.contains(">…</text>") && svg.contains(">-</text>"))
    }
}

@Suite struct ParametersTests {
    @Test func laterParametersReplaceEarlierOnesOfTheSameName() {
        let first: Parameters = [
            "filter.from": "a", "scale": "2", "redact.participant": "Ana",
            "filter.exclude.from": "b",
        ]
        let second: Parameters = ["filter.from": "c", "redact.participant": "Ben"]
        let both = first + second
        #expect(
            both.pairs.map { "\($0.key)=\($0.value)" } == [
                "scale=2", "redact.participant=Ana", "filter.exclude.from=b", "filter.from=c",
                "redact.participant=Ben",
            ])
    }

    @Test func otherAndRepeatedParametersAreErrors() throws {
        let pairs = [("a", "1"), ("b", "2"), ("a", "3")].map { (key: $0.0, value: $0.1) }
        try Parameters(Array(pairs.prefix(2))).expectOnly(["a", "b"])
        #expect(throws: ParameterFault.repeated("a").explanation) {
            try Parameters(pairs).expectOnly(["a", "b"])
        }
        #expect(throws: ParameterFault.unknown("b", known: ["a"]).explanation) {
            try Parameters(pairs).expectOnly(["a"])
        }
    }
}

@Suite struct IgnoredSettingTests {
    private static func talk(_ output: String, _ options: String = "") -> String {
        #"{"messages":["Hi"],"output":{\#(output)},"options":{\#(options)}}"#
    }

    private static let stamps = #"""
        "page":{"watermark":"DRAFT","legend":"Confidential","exhibit":"E7","bates":{"prefix":"A-"}}
        """#

    private func warnings(_ json: String, as format: Output.Format) throws -> [String] {
        let report = try #require(try RenderedRequest.render(json, as: format).report)
        #expect(report.warningCount == report.warnings.count)
        return report.warnings.filter { $0.kind == .ignoredValue }.map(\.pointer)
    }

    @Test(arguments: [Output.Format.png, .svg, .html, .txt, .zip])
    func missingStampsAreReported(format: Output.Format) throws {
        let pointers = ["watermark", "legend", "exhibit", "bates"].map { "/output/page/" + $0 }
        #expect(try warnings(Self.talk(Self.stamps), as: format) == pointers)
        let error = #expect(throws: RenderFault.self) {
            try RenderedRequest.render(Self.talk(Self.stamps, #""strict":true"#), as: format)
        }
        guard case .strict(let warning) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(warning.pointer == "/output/page/watermark")
    }

    @Test(arguments: [Output.Format.pdf, .bag, .production])
    func documentsHaveStamps(format: Output.Format) throws {
        #expect(try warnings(Self.talk(Self.stamps), as: format) == [])
        #expect(try warnings(Self.talk(#""attach":true"#), as: format) == [])
    }

    @Test func anEndlessPageHasNoStamps() throws {
        let talk = Self.talk(#""page":{"size":"endless","legend":"Confidential"}"#)
        #expect(try warnings(talk, as: .pdf) == ["/output/page/legend"])
    }

    @Test(arguments: [
        (#""attach":true"#, Output.Format.png, "attach"),
        (#""attach":true,"archival":false"#, .pdf, "attach"),
        (#""attach":true,"engine":"cairo""#, .pdf, "attach"),
        (#""motion":{"loop":3,"fps":5,"duration":1}"#, .mp4, "motion/loop"),
        (#""motion":{"loop":3,"fps":5,"duration":1}"#, .webm, "motion/loop"),
        (#""motion":{"fps":60,"duration":1}"#, .gif, "motion/fps"),
        (#""page":{"number":1}"#, .svg, "page/number"),
        (#""page":{"number":1},"engine":"cairo""#, .png, "page/number"),
        (#""quality":30"#, .png, "quality"), (#""quality":30"#, .pdf, "quality"),
        (#""max_height":100"#, .png, "max_height"), (#""max_height":100"#, .svg, "max_height"),
        (#""max_height":100,"overflow":"error""#, .html, "max_height"),
    ])
    func settingsThatAFormatCannotKeepAreReported(
        output: String, format: Output.Format, pointer: String
    ) throws {
        #expect(try warnings(Self.talk(output), as: format) == ["/output/" + pointer])
    }

    @Test(arguments: [
        (#""motion":{"loop":3,"fps":50,"duration":1}"#, Output.Format.gif),
        (#""motion":{"fps":60,"duration":1}"#, .apng), (#""quality":30"#, .jpeg),
        (#""max_height":1000,"overflow":"truncate""#, .webp), (#""max_height":500"#, .zip),
        (#""max_height":500,"t":1"#, .svg),
    ])
    func settingsThatAFormatKeepsAreNotReported(output: String, format: Output.Format) throws {
        #expect(try warnings(Self.talk(output), as: format) == [])
    }
}
