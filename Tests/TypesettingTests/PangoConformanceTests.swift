import CPango
import Graphics
import Scene
import Testing

@testable import Typesetting

/// Our own line breaking agrees with Pango's: the same number of lines, the same breaks, the same
/// spacing, and widths within a quarter of a point.
@Suite struct PangoConformanceTests {
    let typesetter: Typesetter

    init() throws { typesetter = try Sample.typesetter() }

    @Test func scriptsMatchPango() {
        var drawn = 0
        for (script, letters) in Self.letters() {
            let usable = letters.filter {
                // A character written before the letter would form one grapheme with a space.
                guard "\($0) ".count == 2 else { return false }
                _ = typesetter.shape(Sample.text(String($0)), width: .infinity)
                return typesetter.takeMissing().isEmpty
            }
            guard !usable.isEmpty else { continue }
            drawn += 1
            compare(Self.words(of: usable), "script \(script)")
        }
        // The number of scripts covered by the fonts that script/install downloads.
        #expect(drawn >= 142)
    }

    @Test(arguments: ScriptSamples.all)
    func sentencesMatchPango(script: String, text: String) {
        compare("\(text) \(text) \(text)", script)
    }

    @Test(arguments: [
        """
        The quick brown fox, having jumped over the lazy dog, sat down (for a while) and said: “Well – \
        that’s that…” e.g. 12x34 -> 5% of $1,000.00/day, and/or more-or-less.
        """,
        "See https://example.org/a/long/path?with=query&and=more#then or mail ana@example.org",
        "e\u{301}a\u{308}o\u{303} n\u{303}u\u{31B}\u{301} x\u{335}y\u{20DD} Z\u{351}a\u{36B}l\u{300}",
        "abc שלום def (عربي 123) ghi אבג 45% ok",
        "שלום abc (def) 12.5 עולם! and then some more",
        "\u{2068}שלום\u{2069} wrote: مرحبا بالعالم 12:30, and left",
        "Hi 👋🏽 there 👨‍👩‍👧‍👦 and 🇩🇪🇫🇷 ok ❤️ yes 1️⃣ fine 😀😀😀",
        "a\tb\tccc\tdddddd\te",
        "10\u{A0}km and 20\u{202F}kg or\u{2060}der\u{200B}zero",
        "one\ntwo two\n\nthree three three\nشكرا\nfour",
        "我是李明，你好！今天天气很好，我们去公园散步吧。（好的）《书名》",
        "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。「にゃー」",
        "안녕하세요 저는 학생입니다 오늘은 날씨가 좋네요",
        "ฉันชอบกินข้าวผัดกับเพื่อนที่ตลาดทุกวัน",
    ])
    func proseMatchesPango(text: String) { compare(text, text) }

    /// Pango measures with cairo's fonts, which is as unsafe on two threads as drawing with them.
    private func compare(_ string: String, _ name: String) {
        CairoLock.hold { compare(string, name, with: unsafe .shared) }
    }

    private func compare(_ string: String, _ name: String, with pango: PangoSetter) {
        let text = Sample.text(string)
        let wide = typesetter.shape(text, width: .infinity).size.width
        // A word wider than a line is cut in its shaped form; Pango shapes the parts again, so
        // conjuncts fall apart and kerning between them is lost.
        let word = pango.lines(of: text, width: 0, cuts: false).map(\.width).max() ?? 0
        for share in [0.5, 1.3, 1.7, 2.3, 3.1, 4.7, 7] {
            let width = max(word + 1, wide / share)
            let theirs = pango.lines(of: text, width: width)
            let ours = typesetter.shape(text, width: width)
            guard ours.lines.map({ Int($0.text.lowerBound) }) == theirs.map(\.start) else {
                Issue.record("\(name) at \(width): \(ours.lineTexts), Pango \(theirs)")
                continue
            }
            for (our, their) in zip(ours.lines, theirs) {
                let most = Self.parts(our, in: string) ? Self.maxKerning * text.style.size : 0.25
                #expect(abs(our.width - their.width) < most, "\(name) at \(width)")
            }
            let baseFont = ours.runs.first?.font
            guard ours.runs.allSatisfy({ $0.font == baseFont }) else { continue }
            for (our, their) in zip(
                zip(ours.lines, ours.lines.dropFirst()), zip(theirs, theirs.dropFirst()))
            {
                let step = our.1.baseline - our.0.baseline
                #expect(
                    abs(step - (their.1.baseline - their.0.baseline)) < 0.25, "\(name) at \(width)")
            }
        }
    }

    /// Between two letters separated by a line break, Pango removes the kerning; we keep it, since
    /// nothing is shaped twice.
    private static let maxKerning = 0.08

    /// Whether a line ends between two letters.
    private static func parts(_ line: ShapedText.Line, in text: String) -> Bool {
        let end = text.utf8.index(text.startIndex, offsetBy: Int(line.text.upperBound))
        guard end < text.endIndex, end > text.startIndex else { return false }
        return !(text[..<end].unicodeScalars.last?.properties.isWhitespace ?? true)
            && !text[end].isNewline
    }

    /// Up to forty letters of every script in Unicode.
    private static func letters() -> [(script: Int32, letters: [Unicode.Scalar])] {
        var all: [Int32: [Unicode.Scalar]] = [:]
        for value in UInt32(0x41)..<0x20000 {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else {
                continue
            }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: continue
            default: all[g_unichar_get_script(value).rawValue, default: []].append(scalar)
            }
        }
        return all.sorted { $0.key < $1.key }.map { script, letters in
            let step = max(1, letters.count / 40)
            return (script, stride(from: 0, to: letters.count, by: step).map { letters[$0] })
        }
    }

    private static func words(of letters: [Unicode.Scalar]) -> String {
        var text = ""
        for (number, letter) in letters.enumerated() {
            if number > 0, number % 5 == 0 { text += " " }
            text.unicodeScalars.append(letter)
        }
        return text
    }
}
