import Basics

/// Slack's mrkdwn: `*bold*`, `_italic_`, `~strike~`, code and quotes; `<…>` for links and mentions;
/// `&amp; &lt; &gt;` as escapes; `:name:` for emoji.
enum Slack {
    static func blocks(
        _ text: String, _ names: KnownNames = KnownNames()
    ) -> [TextBlock] {
        LineReader.blocks(text, dialect(names))
    }

    private static func dialect(_ names: KnownNames) -> LineReader.Dialect {
        LineReader.Dialect(
            quotesNeedSpace: false, quoteEscape: Array("&gt;".utf8),
            inline: { inline($0, $1, names) },
            code: { unescaped(String(decoding: $0, as: UTF8.self)) })
    }

    private static func inline(
        _ bytes: [UInt8], _ area: Range<Int>, _ names: KnownNames
    ) -> RichText {
        let resolver = InlineResolver(bytes, from: area.lowerBound, names: names)
        return resolver.starred(in: area) { resolver, index, barren in
            switch bytes[index] {
            case UInt8(ascii: "`"): resolver.addEscapedCode(at: index, in: area, barren: &barren)
            case UInt8(ascii: "<"): resolver.addReference(at: index, in: area)
            case UInt8(ascii: "&"): resolver.addEscape(at: index, in: area)
            case UInt8(ascii: ":"): resolver.addEmoji(at: index, in: area)
            default: nil
            }
        }
    }

    /// With the three escapes resolved.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&")
    }
}

extension InlineResolver {
    private static let escapes: [(escape: [UInt8], text: String)] = [
        (Array("&amp;".utf8), "&"), (Array("&lt;".utf8), "<"), (Array("&gt;".utf8), ">"),
    ]

    fileprivate mutating func addEscape(at index: Int, in area: Range<Int>) -> Int {
        for (escape, text) in InlineResolver.escapes
        where bytes[index..<area.upperBound].starts(with: escape) {
            add(index..<index + escape.count, .text(text, nil))
            return index + escape.count
        }
        return index + 1
    }

    fileprivate mutating func addEscapedCode(
        at index: Int, in area: Range<Int>, barren: inout Int
    ) -> Int? {
        guard index >= barren else { return nil }
        let end = SignRules.codeEnd(bytes, after: index, count: 1, in: area, acrossLines: false)
        guard let end else {
            barren = bytes[index..<area.upperBound].firstIndex(of: 0x0A) ?? area.upperBound
            return nil
        }
        let text = Slack.unescaped(String(decoding: bytes[index + 1..<end], as: UTF8.self))
        add(index..<end + 1, .text(text, .code))
        return end + 1
    }

    /// The maximum length of a reference. Addresses have at most 2,048 characters in practice.
    private static let maxReferenceLength = 6000

    /// Adds the reference between `<` and `>`.
    fileprivate mutating func addReference(at index: Int, in area: Range<Int>) -> Int {
        let limit = min(area.upperBound, index + InlineResolver.maxReferenceLength)
        var end = index + 1
        while end < limit, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "<"),
            bytes[end] != 0x0A
        {
            end += 1
        }
        guard end < limit, bytes[end] == UInt8(ascii: ">"), end > index + 1 else {
            return index + 1
        }
        let parts = bytes[index + 1..<end].split(
            separator: UInt8(ascii: "|"), maxSplits: 1, omittingEmptySubsequences: false
        ).map { Slack.unescaped(String(decoding: $0, as: UTF8.self)) }
        add(index..<end + 1, reference(parts[0], parts.count > 1 ? parts[1] : nil))
        return end + 1
    }

    private func reference(_ target: String, _ label: String?) -> InlineToken.Content {
        let label = label.flatMap { $0.isEmpty ? nil : $0 }
        func named(_ sign: String) -> InlineToken.Content {
            let id = String(target.dropFirst())
            let name = label ?? (sign == "@" ? names.people[id] : nil) ?? id
            return .text(name.hasPrefix(sign) ? name : sign + name, .mention)
        }
        switch target.first {
        case "@": return named("@")
        case "#": return named("#")
        case "!":
            let command = target.dropFirst()
            if command.hasPrefix("date^") || command.hasPrefix("subteam^") {
                let isTeam = command.hasPrefix("subteam^")
                return .text(
                    label ?? (isTeam ? "@group" : String(command)), isTeam ? .mention : nil)
            }
            return .text(
                "@"
                    + (label.map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 }
                        ?? String(command)),
                .mention)
        default:
            let isMail = target.lowercased().hasPrefix("mailto:")
            let shown = label ?? (isMail ? String(target.dropFirst(7)) : target)
            guard target.contains(":"), let url = LinkTarget.stated(target) else {
                return .text(shown, nil)
            }
            return .text(shown, .link(url: url))
        }
    }

    /// Adds `:name:`, with the skin tone that may follow.
    mutating func addEmoji(at index: Int, in area: Range<Int>) -> Int {
        guard let (name, end) = emojiName(at: index, in: area) else { return index + 1 }
        var text = EmojiNames.text[name]
        var stop = end
        if let tone = emojiName(at: end, in: area), tone.name.hasPrefix("skin-tone-"),
            let modifier = EmojiNames.tones[tone.name]
        {
            stop = tone.end
            if let base = text { text = EmojiNames.toned(base, modifier) }
        }
        // A declared custom emoji takes precedence over a standard one of the same name.
        if names.emoji.contains(name) {
            let source = String(decoding: bytes[index..<end], as: UTF8.self)
            add(index..<stop, .text(source, .customEmoji(name: name)))
            return stop
        }
        // `:b:` inside a word or time is not an emoji; `text:smile:` is.
        let isLong = name.utf8.count > 2
        if let text, isLong || isSeparate(index, stop, in: area) {
            add(index..<stop, .text(text, nil))
        } else if isLong, name.utf8.contains(where: ASCII.isLetter),
            isSeparate(index, stop, in: area)
        {
            let source = String(decoding: bytes[index..<end], as: UTF8.self)
            add(index..<stop, .text(source, .customEmoji(name: name)))
        } else {
            return index + 1
        }
        return stop
    }

    /// Returns whether a range is not adjacent to a word or colon, as in `10:30:00` or
    /// `std::vec::Vec`.
    private func isSeparate(_ start: Int, _ end: Int, in area: Range<Int>) -> Bool {
        let before = start > area.lowerBound ? bytes[start - 1] : 0x20
        let after = end < area.upperBound ? bytes[end] : 0x20
        return !ASCII.isAlphanumeric(before) && !ASCII.isAlphanumeric(after)
            && before != UInt8(ascii: ":") && after != UInt8(ascii: ":")
    }

    private func emojiName(at index: Int, in area: Range<Int>) -> (name: String, end: Int)? {
        guard index < area.upperBound, bytes[index] == UInt8(ascii: ":") else { return nil }
        var end = index + 1
        let limit = min(area.upperBound, index + 64)
        while end < limit, isNameByte(bytes[end]) { end += 1 }
        guard end < limit, end > index + 1, bytes[end] == UInt8(ascii: ":") else { return nil }
        return (String(decoding: bytes[index + 1..<end], as: UTF8.self), end + 1)
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "'")
    }
}
