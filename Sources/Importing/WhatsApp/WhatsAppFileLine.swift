import Basics

/// Lines that name an exported file, in the formats of all phones:
///
///     <attached: 00000001-PHOTO-2019-01-01-12-00-00.jpg>
///     plan • 2 pages <attached: 00000002-plan.pdf>
///     2015-08-04-PHOTO-00004762.jpg <attached>
///     IMG-20190101-WA0000.jpg (file attached)
enum WhatsAppFileLine {
    /// Returns the file's name and the text before its bracket, or nil for any other line.
    ///
    /// - Parameter isMarked: whether the line had a direction mark beside its bracket.
    static func read(
        _ line: String, isMarked: Bool, by reader: WhatsAppBodyReader
    ) -> (name: String, before: Substring)? {
        switch line.utf8.last {
        case UInt8(ascii: ">"):
            bracketed(line).flatMap { file in
                // A person may have typed `main.c <edit this>` or `<see: notes.txt>`.
                isMarked || isNumbered(file.name) || reader.isThere(file.name) ? file : nil
            }
        case UInt8(ascii: ")"): parenthesized(line, by: reader).map { ($0, "") }
        default: nil
        }
    }

    /// Returns the start of the bracket at the end of a text, if a mark precedes the bracket. Only
    /// such a bracket may follow a caption of several lines.
    static func markedBracket(_ text: Substring) -> Substring.Index? {
        let bytes = text.utf8
        guard bytes.last == UInt8(ascii: ">"), let open = bytes.lastIndex(of: UInt8(ascii: "<")),
            directionMarks.contains(where: text[..<open].hasSuffix)
        else { return nil }
        return open
    }

    /// Returns whether a direction mark is directly before or after an opening bracket.
    static func hasMarkedBracket(_ text: String) -> Bool {
        directionMarks.contains { text.holds($0 + "<") || text.holds("<" + $0) }
    }

    /// The marks before the texts that iPhones generate, in both directions of writing.
    private static let directionMarks = ["\u{200E}", "\u{200F}"]

    /// Returns a document's title, which precedes the dot and the mark in `plan • 2 pages`.
    static func title(_ line: Substring) -> String? {
        let dots = directionMarks.lazy.compactMap { line.place(of: " \u{2022} " + $0) }
        guard let dot = dots.first else { return nil }
        let title = Marks.plain(line[..<dot.lowerBound]).trimmingBlanks()
        return title.isEmpty ? nil : title
    }

    /// Returns whether a name has the form of WhatsApp's generated names, which are unambiguous.
    static func isOwnName(_ name: Substring) -> Bool {
        let parts = name.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
        if parts.count >= 3, ownPrefixes.contains(parts[0]), parts[1].count == 8,
            parts[1].utf8.allSatisfy(ASCII.isDigit), parts[2].hasPrefix("WA")
        {
            return true
        }
        return parts.count >= 2 && parts[0].count == 8
            && parts[0].utf8.allSatisfy(ASCII.isDigit) && ownPrefixes.contains(parts[1])
    }

    /// Returns whether a name has the number that iPhones give to every file.
    static func isNumbered(_ name: String) -> Bool {
        let digits = name.utf8.prefix(while: ASCII.isDigit)
        if digits.count == 8, name.utf8.dropFirst(8).first == UInt8(ascii: "-") { return true }
        return name.split(separator: "-").dropLast().contains(where: ownPrefixes.contains)
    }

    private static let ownPrefixes: Set<Substring> = [
        "IMG", "VID", "PTT", "AUD", "GIF", "STK", "DOC", "PHOTO", "VIDEO", "AUDIO", "STICKER",
    ]

    private static func bracketed(_ line: String) -> (name: String, before: Substring)? {
        guard let open = line.utf8.lastIndex(of: UInt8(ascii: "<")) else { return nil }
        let inner = line[line.utf8.index(after: open)...].dropLast()
        if let colon = colon(in: inner) {
            let name = inner[colon.upperBound...].trimmingBlanks()
            let word = inner[..<colon.lowerBound]
            guard word.utf8.count <= 60, hasExtension(name[...]) else { return nil }
            return (name, line[..<open])
        }
        // In the older format, the name precedes the brackets and has no spaces.
        let name = line[..<open].trimmingBlanks()
        guard hasExtension(name[...]), !name.utf8.contains(0x20), inner.utf8.count <= 60 else {
            return nil
        }
        return (name, "")
    }

    /// Returns the place of the colon between the words and the file's name. Chinese has a wide one
    /// without a space.
    static func colon(in bracket: Substring) -> Range<Substring.Index>? {
        bracket.place(of: ": ") ?? bracket.place(of: "\u{FF1A}")
    }

    private static func parenthesized(_ line: String, by reader: WhatsAppBodyReader) -> String? {
        guard let (name, words) = parts(line) else { return nil }
        if isOwnName(name) { return String(name) }
        // `Good news.see (for Matt)` has the same form: only known words or an existing file
        // confirm a name.
        guard hasExtension(name) else { return nil }
        let isKnown =
            reader.attachedWords.contains(String(words)) || reader.phrases.isAttached(words)
        return isKnown || reader.isThere(String(name)) ? String(name) : nil
    }

    /// Splits `name (words)`.
    static func parts(_ line: String) -> (name: Substring, words: Substring)? {
        guard line.utf8.last == UInt8(ascii: ")"),
            let open = line.utf8.lastIndex(of: UInt8(ascii: "(")), open > line.startIndex
        else { return nil }
        let name = line[..<line.utf8.index(before: open)]
        guard line.utf8[line.utf8.index(before: open)] == 0x20, !name.isEmpty else { return nil }
        return (name, line[line.utf8.index(after: open)...].dropLast())
    }

    /// Returns whether a name ends with a dot and one to five letters or digits.
    private static func hasExtension(_ name: Substring) -> Bool {
        let bytes = name.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return false
        }
        let ending = bytes[bytes.index(after: dot)...]
        return (1...5).contains(ending.count)
            && ending.allSatisfy(ASCII.isAlphanumeric)
    }
}
