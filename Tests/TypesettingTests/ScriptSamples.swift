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
