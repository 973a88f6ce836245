/// Emoji names between colons, `:tada:`, in Markdown.
enum EmojiCodes {
    /// Code stays unchanged.
    static func replaced(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        var isInFence = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard !isFence(line) else {
                isInFence.toggle()
                return String(line)
            }
            return isInFence ? String(line) : self.line(line)
        }
        return lines.joined(separator: "\n")
    }

    static func isFence(_ line: Substring) -> Bool {
        line.hasPrefix("```") || line.hasPrefix("~~~")
    }

    private static func line(_ line: Substring) -> String {
        var out = ""
        var rest = line
        while let sign = rest.firstIndex(where: { $0 == ":" || $0 == "`" }) {
            out += rest[..<sign]
            rest = rest[sign...]
            if let (text, length) = emoji(rest) ?? code(rest) {
                out += text
                rest = rest.dropFirst(length)
            } else {
                out += rest.prefix(1)
                rest = rest.dropFirst()
            }
        }
        return out + rest
    }

    /// The maximum length in characters of a name or code span.
    static let maxLength = 300

    /// Returns the emoji whose name begins the text, and the length of the name with its colons.
    static func emoji(_ text: Substring) -> (text: String, length: Int)? {
        guard text.hasPrefix(":") else { return nil }
        let name = text.dropFirst().prefix(maxLength).prefix { character in
            character.isASCII
                && (character.isLetter || character.isNumber || "_+-".contains(character))
        }
        guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == ":" else {
            return nil
        }
        let emoji = SlackEmoji(String(name))
        return emoji.ownName == nil ? (emoji.text, name.count + 2) : nil
    }

    /// Returns the code span at the beginning of the text, and its length.
    static func code(_ text: Substring) -> (text: String, length: Int)? {
        guard text.hasPrefix("`") else { return nil }
        let near = text.prefix(maxLength)
        let sign = near.prefix { $0 == "`" }
        guard let end = near[sign.endIndex...].place(of: String(sign)) else {
            return nil
        }
        let whole = near[..<end.upperBound]
        return (String(whole), whole.count)
    }
}
