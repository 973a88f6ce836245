import Basics

/// A text with its encodings resolved: percent-escapes, HTML character references, Punycode and
/// Base64, even if nested. Names are also searched for in this form, because a reader's browser
/// shows it.
struct DecodedText {
    private(set) var scalars: [Unicode.Scalar]
    /// The start and end of each scalar in the original.
    private var starts: [Int32]
    private var ends: [Int32]

    /// The maximum number of nested encodings. No program opens addresses with more levels.
    private static let maxRounds = 4
    /// The maximum length of a reference, including leading zeros.
    private static let maxReference = 32
    /// The maximum length of a domain name label (RFC 1035, 2.3.4).
    private static let maxLabel = 63
    private static let maxSeparators = 3

    /// Nil if nothing in the text is encoded.
    init?(_ original: [Unicode.Scalar]) {
        guard DecodedText.mayBeEncoded(original) else { return nil }
        scalars = original
        starts = original.indices.map { Int32($0) }
        ends = starts.map { $0 + 1 }
        var isDecoded = false
        for _ in 0..<DecodedText.maxRounds {
            guard decode() else { break }
            isDecoded = true
        }
        guard isDecoded else { return nil }
    }

    private static func mayBeEncoded(_ scalars: [Unicode.Scalar]) -> Bool {
        var last: Unicode.Scalar = " "
        var run = Base64Run.Shape()
        for scalar in scalars {
            if scalar == "%" || scalar == "&" || (scalar == "-" && last == "-") { return true }
            run.add(scalar)
            if run.mayBeEncoded { return true }
            last = scalar
        }
        return false
    }

    func original(_ range: Range<Int>) -> Range<Int> {
        Int(starts[range.lowerBound])..<Int(ends[range.upperBound - 1])
    }

    /// Returns a text of the same length with spaces where `+`, `_`, `-` or `.` join words, as in
    /// addresses and file names. Returns nil if there are no such characters.
    static func separated(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar]? {
        var separated: [Unicode.Scalar]?
        var index = 1
        while index < scalars.count {
            guard isSeparator(scalars[index]) else {
                index += 1
                continue
            }
            var end = index + 1
            while end < scalars.count, isSeparator(scalars[end]) { end += 1 }
            if end - index <= maxSeparators, end < scalars.count, isOfWord(scalars[index - 1]),
                isOfWord(scalars[end])
            {
                var copy = separated ?? scalars
                separated = nil
                for place in index..<end { copy[place] = " " }
                separated = copy
            }
            index = end + 1
        }
        return separated
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "+", "_", "-", ".", "\u{2010}"..."\u{2015}": true
        default: false
        }
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "_" && ScalarSet.isWord(scalar)
    }

    // MARK: - Decoding

    /// Resolves the outermost encodings. Returns false if there are none.
    private mutating func decode() -> Bool {
        let encoded = self
        scalars = []
        (starts, ends) = ([], [])
        var isDecoded = false
        var index = 0
        while index < encoded.scalars.count {
            let scalar = encoded.scalars[index]
            let decoded: Run? =
                switch scalar {
                case "%": encoded.escapes(at: index)
                case "&": encoded.reference(at: index)
                case "x", "X": encoded.label(at: index) ?? encoded.base64(at: index)
                default: encoded.base64(at: index)
                }
            guard let decoded else {
                append(scalar, from: encoded.starts[index], to: encoded.ends[index])
                index += 1
                continue
            }
            isDecoded = true
            for (scalar, range) in decoded {
                append(
                    scalar, from: encoded.starts[range.lowerBound],
                    to: encoded.ends[range.upperBound - 1])
            }
            index = decoded.last?.source.upperBound ?? index + 1
        }
        return isDecoded
    }

    /// Decoded scalars with their source ranges; never empty.
    private typealias Run = [(scalar: Unicode.Scalar, source: Range<Int>)]

    private mutating func append(_ scalar: Unicode.Scalar, from start: Int32, to end: Int32) {
        scalars.append(scalar)
        starts.append(start)
        ends.append(end)
    }

    /// Decodes Base64. The source of each scalar is the whole run.
    private func base64(at start: Int) -> Run? {
        guard let (text, source) = Base64Run.text(in: scalars, at: start) else { return nil }
        return text.unicodeScalars.map { ($0, source) }
    }

    private func byte(at index: Int) -> UInt8? {
        guard index < scalars.count, scalars[index].isASCII else { return nil }
        return UInt8(truncatingIfNeeded: scalars[index].value)
    }

    /// Decodes consecutive percent-escapes as UTF-8, or as Latin-1 if they are not valid UTF-8.
    private func escapes(at start: Int) -> Run? {
        var bytes: [UInt8] = []
        var index = start
        while byte(at: index) == UInt8(ascii: "%"),
            let high = byte(at: index + 1).flatMap(Hexadecimal.value),
            let low = byte(at: index + 2).flatMap(Hexadecimal.value)
        {
            bytes.append(high << 4 | low)
            index += 3
        }
        var run: Run = []
        var place = 0
        while place < bytes.count {
            let length = DecodedText.length(ofCharacter: bytes[place])
            let end = min(place + length, bytes.count)
            let source = start + 3 * place
            if let text = String(validating: bytes[place..<end], as: UTF8.self),
                let scalar = text.unicodeScalars.first
            {
                run.append((scalar, source..<start + 3 * end))
                place = end
            } else {
                run.append((Unicode.Scalar(bytes[place]), source..<source + 3))
                place += 1
            }
        }
        return run.isEmpty ? nil : run
    }

    private static func length(ofCharacter lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    private func reference(at start: Int) -> Run? {
        var name = ""
        for index in start + 1..<start + DecodedText.maxReference {
            guard let byte = byte(at: index) else { return nil }
            if byte == UInt8(ascii: ";") {
                guard let scalars = CharacterReference.scalars(of: name) else { return nil }
                return scalars.map { ($0, start..<index + 1) }
            }
            name.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return nil
    }

    /// Decodes a domain name label in Punycode.
    private func label(at start: Int) -> Run? {
        if start > 0, DecodedText.isOfLabel(scalars[start - 1]) { return nil }
        var end = start
        while end < scalars.count, DecodedText.isOfLabel(scalars[end]) {
            end += 1
            guard end - start <= DecodedText.maxLabel else { return nil }
        }
        let label = String(String.UnicodeScalarView(scalars[start..<end])).lowercased()
        guard label.hasPrefix("xn--"), let decoded = Punycode.decoded(label.dropFirst(4)) else {
            return nil
        }
        return decoded.map { ($0, start..<end) }
    }

    private static func isOfLabel(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar == "-" || (scalar != "_" && ScalarSet.isWord(scalar)))
    }
}

/// A run of Base64 within a text, in either alphabet (RFC 4648, 4 and 5), as in addresses.
private enum Base64Run {
    /// The minimum length. "Zebulon" takes ten characters.
    private static let minLength = 8
    /// The maximum length, more than any usable address has.
    private static let maxLength = 4096

    /// A check for runs that may be Base64: ordinary words have no capital or digit inside.
    fileprivate struct Shape {
        private var count = 0
        private var isMixed = false

        mutating func add(_ scalar: Unicode.Scalar) {
            guard Base64Run.isPart(scalar) else {
                (count, isMixed) = (0, false)
                return
            }
            count += 1
            switch scalar {
            case "A"..."Z", "0"..."9": isMixed = isMixed || count > 1
            default: break
            }
        }

        var mayBeEncoded: Bool { isMixed && count >= Base64Run.minLength }
    }

    /// Nil unless a run begins at `start` and decodes to text without control characters.
    static func text(
        in scalars: [Unicode.Scalar], at start: Int
    ) -> (text: String, source: Range<Int>)? {
        // A slash is part of the alphabet, but also separates the parts of an address.
        let followsSlash = start > 0 && scalars[start - 1] == "/"
        if start > 0, !followsSlash, isPart(scalars[start - 1]) { return nil }
        guard isPart(scalars[start]) else { return nil }
        var firstSlash: Int?
        var end = start
        var shape = Shape()
        var mayBeEncoded = false
        while end < scalars.count, end - start <= maxLength, isPart(scalars[end]) {
            if scalars[end] == "/" {
                // The run that begins with the first part already includes all parts that follow.
                if followsSlash { break }
                firstSlash = firstSlash ?? end
            }
            shape.add(scalars[end])
            mayBeEncoded = mayBeEncoded || shape.mayBeEncoded
            end += 1
        }
        guard mayBeEncoded else { return nil }
        if let text = text(of: scalars[start..<end]) { return (text, start..<end) }
        guard let firstSlash, let text = text(of: scalars[start..<firstSlash]) else { return nil }
        return (text, start..<firstSlash)
    }

    private static func text(of run: ArraySlice<Unicode.Scalar>) -> String? {
        guard (minLength...maxLength).contains(run.count) else { return nil }
        let ascii = run.map { UInt8(truncatingIfNeeded: $0.value) }
        guard let bytes = try? Base64.decode(ascii[...], limit: maxLength) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return text
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "0"..."9", "+", "-", "/", "_": true
        default: false
        }
    }
}

/// Character references of HTML: numbers, and the names of letters and of the signs between words.
private enum CharacterReference {
    /// `name` is without `&` and `;`. The result is never empty.
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
