/// Character references of HTML: numbers, and the names of letters and of the signs between words.
enum CharacterReference {
    /// Returns the text of a reference without `&` and `;`. The result is never empty.
    static func scalars(of name: String) -> [Unicode.Scalar]? {
        if name.first == "#" { return number(name.dropFirst()).map { [$0] } }
        if let scalar = signs[name] { return [scalar] }
        // A name such as `eacute` consists of a letter and its accent.
        guard let letter = name.unicodeScalars.first, letter.isASCII,
            letter.properties.isAlphabetic, let accent = accents[String(name.dropFirst())]
        else { return nil }
        return [letter, accent]
    }

    private static func number(_ digits: Substring) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let value = UInt32(
            isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
        return value.flatMap { Unicode.Scalar($0) }
    }

    private static let accents: [String: Unicode.Scalar] = [
        "grave": "\u{300}", "acute": "\u{301}", "circ": "\u{302}", "tilde": "\u{303}",
        "macr": "\u{304}", "breve": "\u{306}", "dot": "\u{307}", "uml": "\u{308}",
        "ring": "\u{30A}", "dblac": "\u{30B}", "caron": "\u{30C}", "cedil": "\u{327}",
        "ogon": "\u{328}",
    ]

    private static let signs: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
        "ensp": " ", "emsp": " ", "thinsp": " ", "shy": "\u{AD}", "zwnj": "\u{200C}",
        "zwj": "\u{200D}", "hyphen": "-", "dash": "-", "ndash": "-", "mdash": "-", "period": ".",
        "lowbar": "_", "plus": "+", "commat": "@", "percnt": "%", "num": "#", "colon": ":",
        "sol": "/", "Tab": " ", "NewLine": " ", "rsquo": "'", "lsquo": "'", "szlig": "ß",
        "aelig": "æ", "AElig": "Æ", "oelig": "œ", "OElig": "Œ", "oslash": "ø", "Oslash": "Ø",
        "aring": "å", "Aring": "Å", "eth": "ð", "ETH": "Ð", "thorn": "þ", "THORN": "Þ",
        "inodot": "ı", "lstrok": "ł", "Lstrok": "Ł", "dstrok": "đ", "Dstrok": "Đ",
    ]
}
