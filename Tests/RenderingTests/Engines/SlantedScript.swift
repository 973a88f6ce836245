import Scene
import TestSupport
import Testing
import Themes

/// A word in a script whose font has no italic, so its glyphs are slanted.
struct SlantedScript: CustomTestStringConvertible {
    let testDescription: String
    /// A word whose glyphs do not overlap: cairo adds the coverage of overlapping glyphs, the
    /// painter blends one over the other.
    let word: String
    /// Without a bold font, the glyphs are emboldened as well.
    var hasBold = true
    var families: [String]?

    private init(
        _ name: String, _ word: String, hasBold: Bool = true, families: [String]? = nil
    ) {
        testDescription = name
        self.word = word
        self.hasBold = hasBold
        self.families = families
    }

    static let all = [
        SlantedScript("Han", "你好"), SlantedScript("Kana", "ひらがな"),
        SlantedScript("Hangul", "안녕"), SlantedScript("Hebrew", "שלום"),
        SlantedScript("Arabic", "مرحبا"), SlantedScript("Devanagari", "नमस्ते"),
        SlantedScript("Bengali", "নমস্কার"), SlantedScript("Gurmukhi", "ਸਤਿ"),
        SlantedScript("Gujarati", "નમસ્તે"), SlantedScript("Oriya", "କ"),
        SlantedScript("Tamil", "வணக்கம்"), SlantedScript("Telugu", "నమస్కారం"),
        SlantedScript("Kannada", "ನಮಸ್ಕಾರ"), SlantedScript("Malayalam", "നമസ്കാരം"),
        SlantedScript("Sinhala", "ආයුබෝවන්"), SlantedScript("Thai", "สวัสดี"),
        SlantedScript("Lao", "ສະບາຍດີ"), SlantedScript("Tibetan", "བཀྲ་ཤིས"),
        SlantedScript("Myanmar", "မင်္ဂလာပါ"), SlantedScript("Khmer", "សួស្តី"),
        SlantedScript("Georgian", "გამარჯობა"), SlantedScript("Armenian", "Բարեւ"),
        SlantedScript("Ethiopic", "ሰላም"), SlantedScript("Thaana", "ދިވެހި"),
        SlantedScript("Adlam", "𞤀𞤁𞤂"), SlantedScript("Canadian", "ᐃᓄᒃ"),
        SlantedScript("Javanese", "ꦲꦏꦱ"), SlantedScript("Cherokee", "ᎠᎡ"),
        SlantedScript("Syriac", "ܫܠܡܐ", hasBold: false),
        SlantedScript("NKo", "ߒߞߏ", hasBold: false),
        SlantedScript("Mongolian", "ᠮ", hasBold: false),
        SlantedScript("Tifinagh", "ⵜⵉⴼⵉ", hasBold: false),
        SlantedScript("Yi", "ꀍꀎ", hasBold: false), SlantedScript("Vai", "ꕙꔤ", hasBold: false),
        SlantedScript("Math", "ℵ∮∃", hasBold: false),
        SlantedScript("monospace", "abc", families: ["DejaVu Sans Mono"]),
    ]

    /// - Parameters:
    ///   - weight: the base weight; with a bold one, bold marks request a bolder weight.
    ///   - startsSlanted: whether the first glyphs of a font are slanted.
    func scene(weight: Int, startsSlanted: Bool) throws -> DrawnScene {
        var theme = Looks.named("imessage")
        theme.text.body.weight = weight
        theme.text.body.families = families ?? theme.text.body.families
        let texts = startsSlanted ? ["*W* W", "***W*** **W**"] : ["W *W*", "**W** ***W***"]
        let messages = texts.map { text in
            ["from": "ben", "format": "markdown", "text": text.replacing("W", with: word)]
        }
        return try DrawnScene(theme, messages: messages)
    }
}
