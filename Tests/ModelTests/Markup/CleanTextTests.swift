import Model
import Testing

@Suite struct CleanTextTests {
    @Test(arguments: [
        ("", ""), ("plain äöü 你好 😀", "plain äöü 你好 😀"), ("a\u{0}b", "a\u{FFFD}b"),
        ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("a\u{1B}[0m\u{7F}", "a[0m"), ("a\tb", "a\tb"),
        ("a\u{2028}b\u{2029}c", "a\nb\nc"), ("a\u{85}b\u{A0}c", "a\nb\u{A0}c"),
        ("a\u{202E}b", "a\u{202E}b\u{202C}"),
        ("\u{2067}\u{202E}x", "\u{2067}\u{202E}x\u{202C}\u{2069}"),
        ("\u{2067}\u{202E}x\u{2069}y", "\u{2067}\u{202E}x\u{2069}y"), ("x\u{2069}\u{202C}y", "xy"),
        ("\u{2066}a\nb\u{2069}", "\u{2066}a\u{2069}\nb"), ("e\u{301}", "e\u{301}"),
    ])
    func removesOnlyUnsafeCharacters(text: String, clean: String) {
        #expect(CleanText.clean(text) == clean)
        #expect(Array(CleanText.clean(text).utf8) == Array(clean.utf8))
        #expect(CleanText.clean(clean) == clean)
    }

    @Test func limitsStackedCombiningMarks() {
        let zalgo = "a" + String(repeating: "\u{301}", count: 1000) + "b\u{301}"
        #expect(
            Array(CleanText.clean(zalgo).unicodeScalars)
                == Array(
                    ("a" + String(repeating: "\u{301}", count: 8) + "b\u{301}").unicodeScalars))
        let arrows = "a" + String(repeating: "\u{20D7}", count: 20)
        #expect(CleanText.clean(arrows).unicodeScalars.count == 9)
        let joined = "a" + String(repeating: "\u{301}\u{200D}", count: 1000)
        #expect(CleanText.clean(joined).unicodeScalars.count(where: { $0 == "\u{301}" }) == 8)
    }

    /// The tallest known stacks: the ten-syllable Kālachakra seed in Tibetan, a Hebrew letter with
    /// vowel points and accents, a Thai letter, and a letter of the phonetic alphabet.
    @Test(arguments: [
        "ཧ\u{F90}\u{FB5}\u{FA8}\u{FB3}\u{FBA}\u{FB2}\u{FB1}\u{F82}",
        "ש\u{5C1}\u{5BC}\u{5B8}\u{5BD}\u{596}", "ที่", "ɛ\u{303}\u{32F}\u{301}\u{31F}",
    ])
    func keepsMarksOfRealScripts(text: String) {
        let many = String(repeating: text, count: 20)
        #expect(Array(CleanText.clean(many).utf8) == Array(many.utf8))
    }

    @Test func limitsDirectionalEmbeddings() {
        let deep = String(repeating: "\u{202B}", count: 100_000)
        #expect(CleanText.clean(deep).unicodeScalars.count == 120)
    }

    @Test func adjustsOffsets() {
        var offsets = [0, 1, 3, 4, 9]
        #expect(CleanText.clean("a\r\nbc\u{0}d", moving: &offsets) == "a\nbc\u{FFFD}d")
        #expect(offsets == [0, 1, 2, 3, 8])
    }

    @Test func namesStayOnOneLine() {
        #expect(CleanText.line("Ana\r\nMaria\t!") == "Ana Maria !")
    }
}
