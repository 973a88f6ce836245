/// Discord's Markdown: `**bold**`, `*italic*`, `__underline__`, `~~strike~~`, `||spoiler||`, code,
/// quotes, headings, `-#` small print, lists, `[text](address)`, and `<…>` for mentions, emoji and
/// times.
enum Discord {
    static func blocks(
        _ text: String, _ names: KnownNames = KnownNames()
    ) -> [TextBlock] {
        LineReader.blocks(text, dialect(names))
    }

    private static func dialect(_ names: KnownNames) -> LineReader.Dialect {
        LineReader.Dialect(
            namesLanguages: true, hasLists: true, hasHeadings: true, quotesToEnd: true,
            inline: { inline($0, $1, names) })
    }

    private static func inline(
        _ bytes: [UInt8], _ area: Range<Int>, _ names: KnownNames
    ) -> RichText {
        var resolver = InlineResolver(bytes, from: area.lowerBound, names: names)
        var index = area.lowerBound
        var barren = FailedOpeners(code: area.lowerBound, label: area.lowerBound)
        while index < area.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "|"):
                index = resolver.addSigns(at: index, in: area)
            case UInt8(ascii: "`"):
                index = resolver.addCode(at: index, in: area, barren: &barren.code) ?? index + 1
            case UInt8(ascii: "\\"): index = resolver.addBackslash(at: index, in: area)
            case UInt8(ascii: "<"): index = resolver.addAngle(at: index, in: area)
            case UInt8(ascii: "["):
                index = resolver.addMaskedLink(at: index, in: area, &barren.label)
            case UInt8(ascii: "@"): index = resolver.addBroadcast(at: index, in: area)
            case UInt8(ascii: "-"): index = resolver.addSmallPrint(at: index, in: area)
            default: index += 1
            }
        }
        var builder = RichTextBuilder()
        resolver.finish(at: area.upperBound, into: &builder)
        return builder.finish()
    }

    /// The positions before which a search for a closing sign is known to fail.
    private struct FailedOpeners {
        var code: Int
        var label: Int
    }
}

extension InlineResolver {
    /// Adds the signs of a run: pairs before single ones, and `***` as both.
    fileprivate mutating func addSigns(at start: Int, in area: Range<Int>) -> Int {
        let byte = bytes[start]
        var end = start
        while end < area.upperBound, bytes[end] == byte { end += 1 }
        let before = start > area.lowerBound ? bytes[start - 1] : 0x20
        let after = end < area.upperBound ? bytes[end] : 0x20
        let opens = !SignRules.isBlank(after)
        let closes = !SignRules.isBlank(before)
        let single: Entity.Kind?
        let double: Entity.Kind
        switch byte {
        case UInt8(ascii: "*"): (single, double) = (.italic, .bold)
        case UInt8(ascii: "_"): (single, double) = (.italic, .underline)
        case UInt8(ascii: "~"): (single, double) = (nil, .strike)
        default: (single, double) = (nil, .spoiler)
        }
        guard end - start <= 3, opens || closes else { return end }
        // `_` inside a word is part of the word; `*` is not.
        let isInWord =
            byte == UInt8(ascii: "_") && LinkFinder.isAlphanumeric(before)
            && LinkFinder.isAlphanumeric(after)
        guard !isInWord else { return end }
        var position = start
        // In three closing signs, the single one comes first, because it was opened last.
        let singleFirst = end - start == 3 && closes && !opens
        if singleFirst, let single {
            add(position..<position + 1, .sign(single, opens: opens, closes: closes))
            position += 1
        }
        if end - position >= 2 {
            add(position..<position + 2, .sign(double, opens: opens, closes: closes))
            position += 2
        }
        if end - position == 1, let single {
            add(position..<position + 1, .sign(single, opens: opens, closes: closes))
        }
        return end
    }

    fileprivate mutating func addBackslash(at index: Int, in area: Range<Int>) -> Int {
        guard index + 1 < area.upperBound else { return index + 1 }
        let next = bytes[index + 1]
        let isSign = next > 0x20 && next < 0x7F && !LinkFinder.isAlphanumeric(next)
        guard isSign else { return index + 1 }
        add(index..<index + 2, .text(String(UnicodeScalar(next)), nil))
        return index + 2
    }

    fileprivate mutating func addBroadcast(at index: Int, in area: Range<Int>) -> Int {
        for word in ["@everyone", "@here"]
        where bytes[index..<area.upperBound].starts(with: word.utf8) {
            let end = index + word.utf8.count
            add(index..<end, .text(word, .mention))
            return end
        }
        return index + 1
    }

    /// Removes `-# ` at the beginning of a line. Small print has no mark of its own.
    fileprivate mutating func addSmallPrint(at index: Int, in area: Range<Int>) -> Int {
        let isFirst = index == area.lowerBound || bytes[index - 1] == 0x0A
        guard isFirst, bytes[index..<area.upperBound].starts(with: "-# ".utf8) else {
            return index + 1
        }
        add(index..<index + 3, .text("", nil))
        return index + 3
    }

    /// Adds `[text](address)` if the address is an allowed link target.
    fileprivate mutating func addMaskedLink(
        at index: Int, in area: Range<Int>, _ barren: inout Int
    ) -> Int {
        guard index >= barren else { return index + 1 }
        let limit = min(area.upperBound, index + 1000)
        guard let middle = bytes[index..<limit].firstIndex(of: UInt8(ascii: "]")) else {
            // There is no closing bracket within reach, so the next opening bracket need not search
            // the same bytes again.
            barren = limit
            return index + 1
        }
        guard middle + 1 < area.upperBound, bytes[middle + 1] == UInt8(ascii: "(") else {
            barren = middle
            return index + 1
        }
        let reach = min(area.upperBound, middle + 2100)
        guard let end = bytes[middle..<reach].firstIndex(of: UInt8(ascii: ")")) else {
            barren = reach
            return index + 1
        }
        var address = bytes[middle + 2..<end]
        if address.first == UInt8(ascii: "<"), address.last == UInt8(ascii: ">") {
            address = address.dropFirst().dropLast()
        }
        let target = address.prefix { $0 != 0x20 }
        let label = String(decoding: bytes[index + 1..<middle], as: UTF8.self)
        guard let url = LinkTarget.url(String(decoding: target, as: UTF8.self)), !label.isEmpty
        else {
            return index + 1
        }
        add(index..<end + 1, .text(label, .link(url: url)))
        return end + 1
    }
}
