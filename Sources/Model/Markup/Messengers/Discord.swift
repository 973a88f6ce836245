import Basics

/// Discord's Markdown: `**bold**`, `*italic*`, `__underline__`, `~~strike~~`, `||spoiler||`, code,
/// quotes, headings, `-#` small print, lists, `[text](address)`, and `<…>` for mentions, emoji and
/// times.
enum Discord {
    static func blocks(
        _ text: String, _ names: KnownNames = KnownNames()
    ) -> [TextBlock] {
        LineReader.blocks(
            text,
            LineReader.Dialect(
                namesLanguages: true, hasLists: true, headingLevels: 3, quotesToEnd: true,
                inline: { flavor.inline($0, $1, names) }))
    }

    private static let flavor = ChatMarkdown(
        asterisks: (.italic, .bold), underscores: (.italic, .underline), tildes: (nil, .strike),
        linkTarget: LinkTarget.url)
}

extension InlineResolver {
    /// Adds a reference: `<@1>`, `<@&1>`, `<#1>`, `</name:1>`, `<:name:1>`, `<a:name:1>`, `<t:1:R>`
    /// or `<https://…>`.
    mutating func addAngle(at index: Int, in area: Range<Int>) -> Int {
        let limit = min(area.upperBound, index + 2100)
        var end = index + 1
        while end < limit, bytes[end] > 0x20, bytes[end] != UInt8(ascii: ">"),
            bytes[end] != UInt8(ascii: "<")
        {
            end += 1
        }
        guard end < limit, bytes[end] == UInt8(ascii: ">"),
            let content = angle(String(decoding: bytes[index + 1..<end], as: UTF8.self))
        else { return index + 1 }
        add(index..<end + 1, content)
        return end + 1
    }

    private func angle(_ text: String) -> InlineToken.Content? {
        func digits(_ text: Substring) -> Bool {
            !text.isEmpty && text.utf8.count < 24 && text.utf8.allSatisfy(ASCII.isDigit)
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        switch text.first {
        case "@":
            let id = text.dropFirst().drop { $0 == "!" || $0 == "&" }
            let name = names.people[String(id)] ?? String(id)
            return digits(id) ? .text("@" + name, .mention) : nil
        case "#":
            let id = text.dropFirst()
            return digits(id) ? .text("#" + id, .mention) : nil
        case "/":
            guard parts.count == 2, digits(parts[1]) else { return nil }
            return .text(String(parts[0]), .mention)
        case ":", "a":
            guard parts.count == 3, parts[0].isEmpty || parts[0] == "a", !parts[1].isEmpty,
                digits(parts[2])
            else { return LinkTarget.url(text).map { .text(text, .link(url: $0)) } }
            return .text(":\(parts[1]):", .customEmoji(name: String(parts[1])))
        case "t" where parts.count > 1 && parts[0] == "t":
            return Int64(parts[1]).flatMap(time).map { .text($0, nil) }
        default:
            guard text.hasPrefix("http") || text.hasPrefix("mailto:") else { return nil }
            return LinkTarget.url(text).map { .text(text, .link(url: $0)) }
        }
    }

    /// In a form that depends neither on a locale nor on the current time, which a document lacks.
    private func time(_ seconds: Int64) -> String? {
        guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
        let (days, ofDay) = seconds.flooredQuotient(by: 86_400)
        let date = CivilDate(daysSinceEpoch: Int(days))
        func pad(_ value: Int, _ count: Int = 2) -> String {
            String(value, digits: count)
        }
        return "\(pad(date.year, 4))-\(pad(date.month))-\(pad(date.day)) \(pad(Int(ofDay) / 3600)):"
            + "\(pad(Int(ofDay) / 60 % 60)) UTC"
    }
}
