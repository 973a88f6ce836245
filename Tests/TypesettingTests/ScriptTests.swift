import Fonts
import Foundation
import Scene
import Testing

@testable import Typesetting

@Suite struct ScriptTests {
    let typesetter: Typesetter

    init() throws { typesetter = try Sample.typesetter() }

    @Test func hebrewRunsFromRightToLeft() {
        let shaped = typesetter.shape(Sample.text("שלום"), width: 300)
        #expect(shaped.visual() == "םולש")
        #expect(shaped.runs.allSatisfy { $0.isRightToLeft })
        #expect(shaped.lines[0].isRightToLeft)
    }

    @Test func arabicLettersJoinAndKeepTheirOrder() {
        let shaped = typesetter.shape(Sample.text("سلام"), width: 300)
        // Lam and alef share one glyph.
        #expect(shaped.visual() == "ملس" || shaped.visual() == "مالس")
        let alone = typesetter.shape(Sample.text("س"), width: 300)
        #expect(shaped.glyphs.last?.id != alone.glyphs.first?.id)
    }

    @Test(arguments: [
        // Latin within Hebrew, numbers, and the paragraph's direction from its first strong letter.
        ("abc שלום def", "abc םולש def"),
        ("שלום abc עולם", "םלוע abc םולש"),
        ("אב 123 גד", "דג 123 בא"),
        ("abc (שלום) def", "abc (םולש) def"),
        ("123 שלום", "םולש 123"),
        ("שלום!", "!םולש"),
        ("\u{2068}שלום\u{2069} wrote", "םולש wrote"),
    ])
    func mixedLinesAreOrderedByUAX9(text: String, visual: String) {
        #expect(typesetter.shape(Sample.text(text), width: 900).visual() == visual)
    }

    @Test func eachLineOfMixedTextIsOrderedSeparately() {
        let shaped = typesetter.shape(Sample.text("שלום עולם טוב"), width: 60)
        #expect(shaped.lines.count > 1)
        #expect(shaped.visual(line: 0).first == "ם")
        #expect(shaped.lineTexts.joined() == "שלום עולם טוב")
    }

    @Test func directionCanBeSet() {
        let shaped = typesetter.shape(Sample.text("abc!", direction: .rightToLeft), width: 300)
        #expect(shaped.visual() == "!abc")
        #expect(shaped.lines[0].isRightToLeft)
        let digits = typesetter.shape(Sample.text("שלום\n123"), width: 300)
        #expect(digits.lines.map(\.isRightToLeft) == [true, true])
    }

    @Test func glyphsFollowTheDirectionOfTheirRun() {
        for text in ["Hello, world", "שלום עולם", "مرحبا بالعالم"] {
            let shaped = typesetter.shape(Sample.text(text), width: 900)
            for run in shaped.runs {
                let glyphs = shaped.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
                let clusters = glyphs.map(\.cluster)
                #expect(clusters == clusters.sorted(by: run.isRightToLeft ? (>) : (<)))
                #expect(glyphs.allSatisfy { Double($0.x) <= run.width })
            }
            #expect(abs(shaped.runs.map(\.width).reduce(0, +) - shaped.lines[0].width) < 0.001)
        }
    }

    @Test func thaiBreaksBetweenWords() {
        let text = "ฉันชอบกินข้าวผัดกับเพื่อนที่ตลาดทุกวัน"
        let shaped = typesetter.shape(Sample.text(text), width: 100)
        #expect(shaped.lines.count > 2)
        #expect(shaped.lineTexts.joined() == text)
        // No line begins with a vowel or mark that belongs to the letter before it.
        for line in shaped.lineTexts {
            let first = line.unicodeScalars.first?.value ?? 0
            #expect(!(0xE31...0xE3A).contains(first) && !(0xE47...0xE4E).contains(first))
        }
        #expect(shaped.lineTexts.dropLast().allSatisfy { !$0.hasSuffix("ข้า") })
    }

    @Test func chineseAndJapaneseNeverBreakBeforeClosingMarks() {
        let text = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。「にゃー」"
        for width in stride(from: 100.0, to: 300, by: 7) {
            let shaped = typesetter.shape(Sample.text(text), width: width)
            #expect(shaped.lineTexts.joined() == text)
            for line in shaped.lineTexts {
                #expect(!"。、」ー".contains(line.first ?? "a"))
                #expect(!line.hasSuffix("「"))
            }
        }
    }

    @Test(arguments: [
        ("ja", "骨", "NotoSansCJK-Regular.ttc", 0), ("ko-KR", "骨", "NotoSansCJK-Regular.ttc", 1),
        ("zh-Hans", "骨", "NotoSansCJK-Regular.ttc", 2),
        ("zh-TW", "骨", "NotoSansCJK-Regular.ttc", 3), ("en", "骨", "NotoSansCJK-Regular.ttc", 2),
        ("en", "骨のある", "NotoSansCJK-Regular.ttc", 0),
        ("xx-invalid-", "골骨", "NotoSansCJK-Regular.ttc", 1),
    ])
    func hanCharactersUseTheGlyphsOfTheirLanguage(
        language: String, text: String, file: String, index: Int
    ) {
        for run in typesetter.shape(Sample.text(text, language: language), width: 300).runs {
            let font = typesetter.fonts.file(run.font)
            #expect(font.path.hasSuffix(file))
            #expect(font.index & 0xFFFF == index)
        }
    }

    @Test func arabicNeverComesFromDejaVu() {
        for weight in [400, 700] {
            var text = Sample.text("مرحبا بك في الدردشة ۱۲۳ ٣٤٥")
            text.style.weight = weight
            for run in typesetter.shape(text, width: 900).runs {
                #expect(!typesetter.fonts.file(run.font).path.contains("DejaVu"))
            }
        }
    }

    @Test(arguments: ScriptSamples.all)
    func everySampleScriptHasAllItsGlyphs(name: String, text: String) {
        let shaped = typesetter.shape(Sample.text(text), width: 900)
        #expect(!shaped.glyphs.isEmpty)
        #expect(shaped.runs.allSatisfy { $0.kind != .missing }, "\(name)")
    }

    @Test func characterInNoFontIsABox() {
        let shaped = typesetter.shape(Sample.text("a\u{10FFFD}b\u{378}"), width: 900)
        let missing = shaped.runs.filter { $0.kind == .missing }
        #expect(
            missing.map { shaped.missingLetters(of: $0, at: .zero).elements.count } == [10, 10])
        #expect(missing.allSatisfy { abs($0.width - MissingLetter.advance * 17) < 0.001 })
        #expect(shaped.visual() == "a\u{10FFFD}b\u{378}")
    }

    @Test(arguments: ["\u{1FAE9}", "\u{1FAC8}", "\u{1FADF}\u{FE0F}", "\u{F1234}"])
    func emojiOrPrivateUseCharacterInNoFontIsOneBox(text: String) {
        let shaped = typesetter.shape(Sample.text("a\(text)b"), width: 900)
        #expect(shaped.runs.map(\.kind) == [.letters, .missing, .letters])
        #expect(shaped.glyphs.count == 3)
        let family = typesetter.shape(Sample.text("a👨\u{200D}\(text)"), width: 900)
        #expect(family.runs.filter { $0.kind == .missing }.count == 1)
    }

    @Test func invisibleCharactersHaveNoGlyphButKeepTheirPlace() {
        let shaped = typesetter.shape(
            Sample.text("a\u{200B}b\u{200D}c\u{FEFF}d\u{0}e\u{7F}f\u{1B}"), width: 900)
        #expect(shaped.visual() == "abcdef")
        #expect(shaped.lines[0].text == 0..<Int32(shaped.text.utf8.count))
    }

    @Test func stackOfMarksStaysOneCluster() {
        let stack = "Z" + String(repeating: "\u{0351}\u{0321}\u{034A}", count: 200) + "o"
        let shaped = typesetter.shape(Sample.text(stack), width: 30)
        #expect(shaped.lineTexts.joined() == stack)
        #expect(shaped.lines.count <= 2)
        let marks = typesetter.shape(
            Sample.text("x" + String(repeating: "\u{301}", count: 70_000)), width: 30)
        #expect(marks.lines.count == 1)
    }
}

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
