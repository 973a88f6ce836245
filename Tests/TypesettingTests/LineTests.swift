import Scene
import TestDrawing
import Testing

@testable import Typesetting

@Suite struct LineTests {
    let typesetter: Typesetter

    init() throws { typesetter = try Sample.typesetter() }

    private let prose = "The quick brown fox jumps over the lazy dog, then sleeps until noon."

    @Test func textThatFitsIsOneLineAsWideAsItself() {
        let shaped = typesetter.shape(Sample.text("Hello there"), width: 300)
        #expect(shaped.lines.count == 1)
        #expect(shaped.size.height == 20.3)
        #expect(shaped.size.width > 70 && shaped.size.width < 110)
        #expect(shaped.lines[0].width == shaped.size.width)
        #expect(shaped.runs.count == 1)
        #expect(shaped.glyphs.count == 11)
    }

    @Test func linesEndBetweenWordsAndCoverTheText() {
        let shaped = typesetter.shape(Sample.text(prose), width: 200)
        #expect(shaped.lines.count > 2)
        #expect(shaped.lineTexts.joined() == prose)
        for line in shaped.lineTexts.dropLast() { #expect(line.hasSuffix(" ")) }
        for line in shaped.lines { #expect(line.width <= shaped.size.width) }
    }

    @Test(arguments: [80.0, 133, 200, 251.5, 390])
    func lineTakesEveryWordThatFits(width: Double) {
        let shaped = typesetter.shape(Sample.text(prose), width: width)
        #expect(shaped.size.width <= width)
        #expect(shaped.size.width == shaped.lines.map(\.width).max())
        #expect(typesetter.shape(Sample.text(prose), width: shaped.size.width) == shaped)
        let texts = shaped.lineTexts
        for (line, next) in zip(texts, texts.dropFirst()) {
            let word = next.prefix { $0 != " " }
            let longer = typesetter.shape(Sample.text(line + word), width: .infinity)
            #expect(longer.size.width > width, "\(word) fits after \(line)")
        }
    }

    @Test func onlyKoreanWordsWiderThanALineAreCut() {
        let text = "내일 2026년에는 서울(수도)에서 10%를 韓은 만나요"
        for width in stride(from: 110.0, to: 300, by: 7) {
            let shaped = typesetter.shape(Sample.text(text), width: width)
            let words = shaped.lineTexts.flatMap { $0.split(separator: " ") }
            #expect(words == text.split(separator: " "), "at \(width)")
        }
        let shaped = typesetter.shape(Sample.text(String(repeating: "가나다", count: 30)), width: 150)
        #expect(shaped.lines.count > 2 && shaped.lines.dropLast().allSatisfy { $0.width > 120 })
        #expect(typesetter.shape(Sample.text("今日は良い天気ですね本当に"), width: 120).lines.count > 1)
    }

    @Test func wrappedCodeHasAHangingIndent() {
        var text = Sample.text("    let name = value + other + another\nnext", alignment: .left)
        text.style.families = ["DejaVu Sans Mono"]
        text.hangsFurtherLines = true
        let shaped = typesetter.shape(text, width: 200)
        let cell = shaped.runs[0].width / Double(shaped.runs[0].glyphs.count)
        let lefts = shaped.lines.map { ($0.left / cell).rounded() }
        #expect(shaped.lines.count > 3)
        #expect(lefts.first == 0 && lefts.last == 0)
        #expect(lefts.dropFirst().dropLast().allSatisfy { $0 == 6 })
        #expect(shaped.lines.allSatisfy { $0.left + $0.width <= 200 })
    }

    @Test(arguments: [0.5, 1, 2, 3, 7.25])
    func lineBreaksDoNotDependOnScale(scale: Double) {
        let text = "Grüße 😀 naïve שלום, 日本語のテキスト and some more prose."
        let base = typesetter.shape(Sample.text(text, size: 10), width: 120)
        let scaled = typesetter.shape(Sample.text(text, size: 10 * scale), width: 120 * scale)
        #expect(scaled.lineTexts == base.lineTexts)
        for (line, other) in zip(base.lines, scaled.lines) {
            #expect(abs(line.width * scale - other.width) < 0.01)
        }
    }

    @Test func trailingSpacesAddNoWidth() {
        let plain = typesetter.shape(Sample.text("Hello"), width: 300)
        let spaced = typesetter.shape(Sample.text("Hello     "), width: 300)
        #expect(plain.size == spaced.size)
        #expect(spaced.lines[0].text == 0..<10)
        #expect(spaced.lines.count == 1)
    }

    @Test func noBreakSpaceNeverEndsALine() {
        let shaped = typesetter.shape(Sample.text("10\u{A0}kg of sugar"), width: 55)
        #expect(shaped.lineTexts[0].hasPrefix("10\u{A0}kg"))
    }

    @Test(arguments: [
        ("", 1), ("\n", 2), ("a\n", 2), ("\na", 2), ("a\r\nb", 2), ("a\rb", 2), ("a\n\nb", 3),
        ("a\u{2028}b\u{2029}c", 3), ("a\u{85}b", 2), ("\n\n\n", 4), ("a\u{0B}b\u{0C}c", 3),
    ])
    func hardBreaksEndLinesAndEmptyLinesKeepTheirHeight(text: String, count: Int) {
        let shaped = typesetter.shape(Sample.text(text), width: 100)
        #expect(shaped.lines.count == count)
        #expect(abs(shaped.size.height - 20.3 * Double(count)) < 1e-9)
    }

    @Test func wordWiderThanALineIsCutBetweenGraphemes() {
        let word = String(repeating: "e\u{301}👩‍👩‍👧", count: 40)
        let shaped = typesetter.shape(Sample.text(word), width: 100)
        #expect(shaped.lines.count > 5)
        #expect(shaped.lineTexts.joined() == word)
        #expect(shaped.lineTexts.map(\.count).reduce(0, +) == word.count)
    }

    @Test func longAddressIsBrokenWithoutLoss() {
        let url =
            "https://example.com/a/very/long/path?with=many&arguments=and"
            + "AnUnbrokenTailOfLettersThatNoLineCanHold0123456789"
        let shaped = typesetter.shape(Sample.text("See " + url), width: 150)
        #expect(shaped.lineTexts.joined() == "See " + url)
        for line in shaped.lines { #expect(line.width <= 150) }
    }

    @Test func clusterWiderThanTheLineIsALineOfItsOwn() {
        let shaped = typesetter.shape(Sample.text("WWW"), width: 1)
        #expect(shaped.lineTexts == ["W", "W", "W"])
        #expect(shaped.size.width > 1)
    }

    @Test(arguments: [0, -5, .nan, .infinity, 1e300] as [Double])
    func invalidWidthsAreSafe(width: Double) {
        let shaped = typesetter.shape(Sample.text("ab cd"), width: width)
        #expect(shaped.lines.count == (width > 100 ? 1 : 4))
    }

    @Test func wordOf100000LettersIsCutIntoLines() {
        let word = String(repeating: "a", count: 100_000)
        let shaped = typesetter.shape(Sample.text(word), width: 250)
        #expect(shaped.glyphs.count == 100_000)
        #expect(shaped.lines.count > 3_000)
    }

    @Test func longProseIsSetInFull() {
        let long = String(repeating: prose + " ", count: 2_900)
        let shaped = typesetter.shape(Sample.text(long), width: 250)
        #expect(shaped.lineTexts.count > 5_000)
        #expect(shaped.lines.last?.text.upperBound == Int32(long.utf8.count))
    }

    @Test func lineLimitEndsInAnEllipsis() {
        let shaped = typesetter.shape(Sample.text(prose, lineLimit: 2), width: 150)
        #expect(shaped.lines.count == 2)
        for line in shaped.lines { #expect(line.width <= 150) }
        let whole = typesetter.shape(Sample.text(prose, lineLimit: 2), width: 900)
        #expect(whole == typesetter.shape(Sample.text(prose), width: 900))
        let last = shaped.runs[Int(shaped.lines[1].runs.upperBound) - 1]
        #expect(last.text.isEmpty && last.glyphs.count == 1)
        #expect(last.left + last.width == shaped.lines[1].width)
    }

    @Test func rightToLeftLineHasItsEllipsisAtTheLeft() {
        let text = Sample.text(String(repeating: "שלום עולם ", count: 9), lineLimit: 1)
        let shaped = typesetter.shape(text, width: 120)
        let first = shaped.runs[Int(shaped.lines[0].runs.lowerBound)]
        #expect(first.text.isEmpty && first.left == 0)
        #expect(shaped.lines[0].width <= 120)
    }

    @Test func lineLimitAtAHardBreakAddsAnEllipsis() {
        let shaped = typesetter.shape(Sample.text("one\ntwo\nthree", lineLimit: 2), width: 300)
        #expect(shaped.lineTexts == ["one", "two"])
        #expect(shaped.runs.last?.text.isEmpty == true)
        #expect(typesetter.shape(Sample.text("a", lineLimit: 0), width: 9).lines.count == 1)
        #expect(typesetter.shape(Sample.text("\n\n", lineLimit: 1), width: 9).lines.count == 1)
    }

    @Test func softHyphenIsVisibleOnlyAtALineBreak() {
        let word = "Donau\u{AD}dampf\u{AD}schiff\u{AD}fahrt"
        let whole = typesetter.shape(Sample.text(word), width: 400)
        let plain = typesetter.shape(Sample.text("Donaudampfschifffahrt"), width: 400)
        #expect(abs(whole.size.width - plain.size.width) < 1)
        let broken = typesetter.shape(Sample.text(word), width: 120)
        #expect(broken.lines.count == 2)
        #expect(broken.lineTexts[0].hasSuffix("\u{AD}"))
        let last = broken.runs[Int(broken.lines[0].runs.upperBound) - 1]
        #expect(last.text.isEmpty && last.glyphs.count == 1)
        for line in broken.lines { #expect(line.width <= 120) }
    }

    @Test func linesAreAlignedWithinTheWidestLine() {
        let text = "long enough line\nshort"
        func left(_ alignment: StyledText.Alignment) -> (Double, Double) {
            let shaped = typesetter.shape(Sample.text(text, alignment: alignment), width: 300)
            return (shaped.lines[1].left, shaped.size.width - shaped.lines[1].width)
        }
        #expect(left(.start).0 == 0)
        #expect(left(.left).0 == 0)
        #expect(left(.right).0 == left(.right).1)
        #expect(abs(left(.center).0 - left(.center).1 / 2) < 0.001)
        let mixed = typesetter.shape(Sample.text("a long line of Latin\nשלום"), width: 300)
        #expect(mixed.lines[1].left == mixed.size.width - mixed.lines[1].width)
        #expect(mixed.lines.map(\.isRightToLeft) == [false, true])
    }

    @Test func fallbackFontsDoNotChangeTheLineHeight() {
        let plain = typesetter.shape(Sample.text("a\nb\nc"), width: 300)
        let mixed = typesetter.shape(Sample.text("ก็ั้ு\n😀\nབོད"), width: 300)
        #expect(plain.lines.map(\.baseline) == mixed.lines.map(\.baseline))
        #expect(plain.size.height == mixed.size.height)
    }

    @Test func largerSpanRaisesOnlyItsOwnLine() {
        var span = StyledText.Span(2..<3)
        span.scale = 2
        let shaped = typesetter.shape(Sample.text("a\nb\nc", spans: [span]), width: 300)
        let plain = typesetter.shape(Sample.text("a\nb\nc"), width: 300)
        #expect(abs(shaped.size.height - 20.3 * 4) < 1e-9)
        #expect(shaped.lines[0].baseline == plain.lines[0].baseline)
        #expect(abs(shaped.lines[1].baseline - 20.3 - plain.lines[0].baseline * 2) < 1e-9)
        #expect(shaped.runs[1].size == 34)
    }

    @Test func tabStopsAreEightDigitsApart() {
        let digits = typesetter.shape(Sample.text("00000000x"), width: 900)
        let tab = typesetter.shape(Sample.text("\tx"), width: 900)
        #expect(abs(digits.size.width - tab.size.width) < 0.001)
        let aligned = typesetter.shape(Sample.text("i\tx\nWW\tx"), width: 900)
        #expect(abs(aligned.lines[0].width - aligned.lines[1].width) < 0.001)
    }

    @Test func tabIsAtLeastAsWideAsASpace() {
        let blank =
            typesetter.shape(Sample.text("a b"), width: 900).size.width
            - typesetter.shape(Sample.text("ab"), width: 900).size.width
        for count in 1...40 {
            let letters = String(repeating: "n", count: count)
            let before = typesetter.shape(Sample.text(letters), width: 900).size.width
            let tab = typesetter.shape(Sample.text(letters + "\t."), width: 900).runs[1]
            #expect(tab.text == Int32(count)..<Int32(count + 1) && tab.glyphs.count == 1)
            #expect(abs(tab.left - before) < 0.001 && tab.width >= blank - 0.5)
        }
    }

    @Test func tabStopsCountFromTheStartOfEachLine() {
        let text = "one two three four five\tsix\tseven eight\tnine ten\televen\n\ttwelve\tthirteen"
        let stop = 8 * typesetter.shape(Sample.text("0"), width: 900).size.width
        for width in stride(from: 60.0, to: 500, by: 23) {
            let shaped = typesetter.shape(Sample.text(text), width: width)
            let bytes = Array(text.utf8)
            for line in shaped.lines {
                #expect(line.width <= width)
                for run in shaped.runs(of: line) where bytes[Int(run.text.lowerBound)] == 9 {
                    let end = (run.left + run.width) / stop
                    #expect(abs(end - end.rounded()) < 0.001, "\(end) at \(width)")
                }
                #expect(abs(shaped.runs(of: line).map(\.width).reduce(0, +) - line.width) < 0.001)
            }
        }
    }

    @Test func manyTabsStayWithinTheWidth() {
        let text = String(repeating: "a\t", count: 50_000)
        let shaped = typesetter.shape(Sample.text(text), width: 250)
        #expect(shaped.lines.count > 10_000 && shaped.lines.allSatisfy { $0.width <= 250 })
    }
}

@Suite struct SpanTests {
    let typesetter: Typesetter

    init() throws { typesetter = try Sample.typesetter() }

    private func span(
        _ range: Range<Int>, _ change: (inout StyledText.Span) -> Void
    ) -> StyledText.Span {
        var span = StyledText.Span(range)
        change(&span)
        return span
    }

    @Test func colorAndLinksSplitRunsButNotShaping() {
        let red = Color(255, 0, 0)
        let spans = [
            span(2..<4) { $0.color = red },
            span(6..<8) {
                $0.link = "https://a.example"; $0.isUnderlined = true
            },
        ]
        let plain = typesetter.shape(Sample.text("AVAVAVAVAV"), width: 900)
        let shaped = typesetter.shape(Sample.text("AVAVAVAVAV", spans: spans), width: 900)
        #expect(shaped.runs.count == 5)
        #expect(shaped.runs[1].color == red)
        #expect(shaped.runs[3].link == 0 && shaped.runs[3].isUnderlined)
        #expect(shaped.links == ["https://a.example"])
        #expect(shaped.size == plain.size)
        #expect(shaped.glyphs.map(\.id) == plain.glyphs.map(\.id))
    }

    @Test func weightSlantAndFamilyChangeTheFont() {
        let spans = [
            span(0..<1) { $0.weight = 700 }, span(1..<2) { $0.isItalic = true },
            span(2..<3) { $0.families = ["monospace"] },
        ]
        let shaped = typesetter.shape(Sample.text("abcd", spans: spans), width: 900)
        let files = shaped.runs.map { typesetter.fonts.file($0.font).path }
        #expect(files.count == 4)
        #expect(files[0].hasSuffix("Inter-Bold.otf"))
        #expect(files[1].hasSuffix("Inter-Italic.otf"))
        #expect(files[2].contains("Mono"))
        #expect(files[3].hasSuffix("Inter-Regular.otf"))
    }

    @Test func familyWithoutBoldOrItalicGetsSyntheticOnes() {
        let spans = [
            span(0..<10) {
                $0.isItalic = true; $0.weight = 700
            }
        ]
        let shaped = typesetter.shape(Sample.text("שלו😀m", spans: spans), width: 900)
        let files = shaped.runs.map { typesetter.fonts.file($0.font) }
        #expect(files.contains { $0.path.contains("Hebrew") && $0.isSyntheticItalic })
        for file in files where file.hasColorBitmaps {
            #expect(!file.isSyntheticBold && !file.isSyntheticItalic)
        }
    }

    @Test func invalidSpansAreIgnored() {
        let text = "héllo"
        let spans = [
            span(2..<4) { $0.color = .white },  // begins inside é
            span(0..<0) { $0.weight = 900 },
            span(3..<5) { $0.isStruck = true },
            span(4..<6) { $0.weight = 900 },  // overlaps
            span(5..<99) { $0.scale = 9 },  // beyond the end
        ]
        let shaped = typesetter.shape(Sample.text(text, spans: spans), width: 900)
        #expect(shaped.runs.map(\.isStruck) == [false, true, false])
        #expect(shaped.runs.allSatisfy { $0.color == .black && $0.size == 17 })
    }

    @Test func spanMayBeginAndEndAtAHardBreak() {
        let spans = [span(1..<3) { $0.weight = 700 }, span(3..<4) { $0.isItalic = true }]
        let shaped = typesetter.shape(Sample.text("a\nb\nc", spans: spans), width: 900)
        let files = shaped.runs.map { typesetter.fonts.file($0.font).path }
        #expect(files.count == 3)
        #expect(files[1].hasSuffix("Inter-Bold.otf"))
        #expect(files[2].hasSuffix("Inter-Regular.otf"))
    }

    @Test func trackingWidensClustersButNotJoinedLetters() {
        func width(_ string: String, _ tracking: Double) -> Double {
            var text = Sample.text(string)
            text.style.tracking = tracking
            return typesetter.shape(text, width: 900).size.width
        }
        #expect(abs(width("abcd", 1) - width("abcd", 0) - 4) < 0.001)
        #expect(abs(width("abcd", -0.25) - width("abcd", 0) + 1) < 0.001)
        #expect(width("سلام", 1) == width("سلام", 0))
        #expect(width("abc", -1e9) >= 0)
    }

    @Test func unknownFamiliesFallBackToTheBaseFont() {
        var text = Sample.text("abc")
        text.style.families = ["No Such Family", "../../etc/passwd", ""]
        let shaped = typesetter.shape(text, width: 900)
        #expect(typesetter.fonts.file(shaped.runs[0].font).path.hasSuffix("Inter-Regular.otf"))
    }

    @Test(arguments: [0, -3, .nan, .infinity, 1e12] as [Double])
    func invalidSizesAreSafe(size: Double) {
        var text = Sample.text("abc def", size: size)
        text.style.lineHeight = size
        text.spans = [span(0..<2) { $0.scale = size }]
        let shaped = typesetter.shape(text, width: 100)
        #expect(shaped.size.height.isFinite && shaped.size.height > 0)
    }
}

/// One typesetter per test, each with the repository's own fonts.
enum Sample {
    static let style = TextStyle(families: ["Inter"], size: 17, lineHeight: 20.3)

    static func typesetter() throws -> Typesetter {
        try TestFonts.use()
        return Typesetter(fonts: FontTable())
    }

    static func text(
        _ text: String, size: Double = 17, direction: StyledText.Direction = .automatic,
        alignment: StyledText.Alignment = .start, language: String? = nil, lineLimit: Int? = nil,
        spans: [StyledText.Span] = []
    ) -> StyledText {
        var style = style
        style.size = size
        return StyledText(
            text, style: style, color: .black, spans: spans, direction: direction,
            alignment: alignment, language: language, lineLimit: lineLimit)
    }
}

extension ShapedText {
    /// Including trailing spaces.
    var lineTexts: [String] {
        lines.map { line in
            let bytes = Array(text.utf8)[Int(line.text.lowerBound)..<Int(line.text.upperBound)]
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// From left to right, as text offsets.
    func clusters(ofLine index: Int) -> [Int] {
        lines[index].runs.flatMap { run in
            runs[Int(run)].glyphs.map { Int(glyphs[Int($0)].cluster) }
        }
    }

    /// The first characters of a line's clusters, from left to right.
    func visual(line index: Int = 0) -> String {
        let bytes = Array(text.utf8)
        return clusters(ofLine: index).map { offset in
            String(String(decoding: bytes[offset...], as: UTF8.self).unicodeScalars.first ?? "?")
        }.joined()
    }
}

/// "Hello" or a few words in each of the world's scripts.
enum ScriptSamples {
    static let all: [(String, String)] = [
        ("Adlam", "𞤅𞤢𞤤𞤢𞤥"), ("Arabic", "السلام عليكم"), ("Armenian", "Բարև"),
        ("Balinese", "ᬒᬁ"), ("Bengali", "নমস্কার"), ("Braille", "⠓⠑⠇⠇⠕"),
        ("Canadian", "ᐊᐃᓐᖓᐃ"), ("Cherokee", "ᎣᏏᏲ"), ("Coptic", "ⲛⲟϥⲣⲓ"),
        ("Cyrillic", "Здравствуйте, ґїђ"), ("Devanagari", "नमस्ते क्षत्रिय"),
        ("Ethiopic", "ሰላም"), ("Georgian", "გამარჯობა"), ("Gothic", "𐌷𐌰𐌹𐌻𐍃"),
        ("Greek", "Γειά σου, ἀρχή"), ("Gujarati", "નમસ્તે"), ("Gurmukhi", "ਸਤ ਸ੍ਰੀ ਅਕਾਲ"),
        ("Han", "你好，世界"), ("Hangul", "안녕하세요"), ("Hebrew", "שָׁלוֹם"),
        ("Hieroglyphs", "𓂋𓏤𓈖"), ("Japanese", "こんにちは、カタカナ"), ("Javanese", "ꦱꦸꦒꦼꦁ"),
        ("Kannada", "ನಮಸ್ಕಾರ"), ("Khmer", "សួស្តី"), ("Lao", "ສະບາຍດີ"),
        ("Latin", "Tiếng Việt, čeština, íslenska, ǂKhoesan"), ("Malayalam", "നമസ്കാരം"),
        ("Maths", "∀x∈ℝ: ⌈x⌉ ≤ √π ⇒ 𝒜𝔹"), ("Mongolian", "ᠰᠠᠶᠢᠨ"), ("Myanmar", "မင်္ဂလာပါ"),
        ("NKo", "ߊߟߎ߫"), ("Ogham", "ᚁᚂᚃ"), ("Oriya", "ନମସ୍କାର"), ("Persian", "سلام، چطوری؟"),
        ("Runic", "ᚠᚢᚦᚨᚱᚲ"), ("Sinhala", "ආයුබෝවන්"), ("Symbols", "→ ★ ☂ ♞ ✔ ⌘ ⏎ ◼ ₿ ₹ ﷼"),
        ("Syriac", "ܫܠܡܐ"), ("Tamil", "வணக்கம்"), ("Telugu", "నమస్కారం"), ("Thaana", "އައްސަލާމް"),
        ("Thai", "สวัสดีครับ"), ("Tibetan", "བཀྲ་ཤིས་བདེ་ལེགས"), ("Tifinagh", "ⴰⵣⵓⵍ"),
        ("Urdu", "السلام علیکم، ٹھیک ہے"), ("Vai", "ꕉꕜ"), ("Yi", "ꆈꌠ"),
    ]
}
