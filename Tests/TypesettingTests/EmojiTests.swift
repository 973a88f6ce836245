import Fonts
import Foundation
import Scene
import Testing

@testable import Typesetting

@Suite struct EmojiTests {
    let typesetter: Typesetter

    init() throws { typesetter = try Sample.typesetter() }

    /// From Debian's package unicode-data.
    private static let list = "/usr/share/unicode/emoji/emoji-test.txt"

    private static func fullyQualified() -> [String] {
        let list = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
        var emoji: [String] = []
        for line in list.split(separator: "\n") {
            guard line.contains("; fully-qualified"), let codes = line.split(separator: ";").first
            else { continue }
            var text = String.UnicodeScalarView()
            for code in codes.split(separator: " ") {
                if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) {
                    text.append(scalar)
                }
            }
            emoji.append(String(text))
        }
        return emoji
    }

    @Test(.enabled(if: FileManager.default.isReadableFile(atPath: list)))
    func everyFullyQualifiedEmojiIsOneGlyphOfTheEmojiFont() throws {
        let all = Self.fullyQualified()
        #expect(all.count >= 3_655)
        let colorGlyphs = ColorGlyphs()
        var wrong: [String] = []
        for emoji in all {
            let shaped = typesetter.shape(Sample.text(emoji), width: 300)
            let isRight =
                try shaped.glyphs.count == 1 && shaped.runs.count == 1
                && typesetter.fonts.file(shaped.runs[0].font).hasColorBitmaps
                && colorGlyphs.glyph(
                    shaped.glyphs[0].id, of: typesetter.fonts.file(shaped.runs[0].font)) != nil
            if !isRight { wrong.append(emoji) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func emojiBetweenLettersAreOneGlyphEach() {
        let shaped = typesetter.shape(Sample.text("a👨‍👩‍👧‍👦b🏳️‍🌈c👍🏽d1️⃣e🇩🇪f"), width: 900)
        let pictures = shaped.runs.filter {
            typesetter.fonts.file($0.font).hasColorBitmaps
        }
        #expect(pictures.count == 5)
        #expect(pictures.allSatisfy { $0.glyphs.count == 1 })
        #expect(shaped.visual() == "a👨b🏳c👍d1e🇩f")
    }

    @Test func digitsAndSpacesNeverComeFromTheEmojiFont() {
        var text = Sample.text("1 2 # * 3😀 4 😀😀 5")
        text.style.families = ["Noto Color Emoji", "Inter"]
        let shaped = typesetter.shape(text, width: 900)
        for run in shaped.runs where !typesetter.fonts.file(run.font).hasColorBitmaps {
            #expect(typesetter.fonts.file(run.font).path.contains("Inter-Regular"))
        }
        let pictures = shaped.runs.filter { typesetter.fonts.file($0.font).hasColorBitmaps }
        #expect(pictures.map(\.glyphs.count).reduce(0, +) == 3)
    }

    @Test func spacesBesideAnEmojiHaveTheirNormalWidth() {
        func width(_ text: String) -> Double {
            typesetter.shape(Sample.text(text), width: 900).size.width
        }
        #expect(width("😀") > 17 && width("😀") < 1.3 * 17)
        #expect(abs(width("😀 😀") - 2 * width("😀") - (width("a a") - 2 * width("a"))) < 0.001)
        #expect(
            abs(width("a 😀  b") - width("a b") - width("😀") - 2 * (width("a a") - 2 * width("a")))
                < 0.1)
    }

    @Test func emojisPictureIsAPNGWithAFrame() throws {
        let shaped = typesetter.shape(Sample.text("😀"), width: 900)
        let glyphs = ColorGlyphs()
        let glyph = try #require(
            try glyphs.glyph(shaped.glyphs[0].id, of: typesetter.fonts.file(shaped.runs[0].font)))
        #expect(glyph.png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(glyph.frame.size.width > 0.9 && glyph.frame.size.width < 1.5)
        #expect(glyph.frame.size.height > 0.9 && glyph.frame.size.height < 1.5)
        #expect(glyph.frame.origin.y < -0.5 && glyph.frame.origin.y > -1.2)
        #expect(
            try glyphs.glyph(0xFFFF_FFFF, of: typesetter.fonts.file(shaped.runs[0].font)) == nil)
        let letter = typesetter.shape(Sample.text("a"), width: 900)
        #expect(
            try glyphs.glyph(letter.glyphs[0].id, of: typesetter.fonts.file(letter.runs[0].font))
                == nil
        )
    }
}
