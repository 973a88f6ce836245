import Basics

/// The inline marks of Discord's Markdown, and of dialects that only give its signs other meanings.
struct ChatMarkdown {
    typealias Kinds = (single: Entity.Kind?, double: Entity.Kind)

    var asterisks: Kinds
    var underscores: Kinds
    var tildes: Kinds
    /// Nil unless the address may be the target of `[text](address)`.
    var linkTarget: @Sendable (String) -> String?
    /// The characters that a backslash makes text, or nil for all punctuation.
    var escapable: Set<UInt8>?
    /// Whether a mark ends at the end of its line at the latest.
    var marksEndWithLines = false
    /// Whether `![text](address)` is a picture.
    var hasPictures = false
    /// Whether `-# ` begins small print.
    var hasSmallPrint = true

    func inline(_ bytes: [UInt8], _ area: Range<Int>, _ names: KnownNames) -> RichText {
        var resolver = InlineResolver(bytes, from: area.lowerBound, names: names)
        resolver.addTokens(in: area, self)
        var builder = RichTextBuilder()
        resolver.finish(at: area.upperBound, into: &builder)
        return builder.finish()
    }

    func kinds(of sign: UInt8) -> Kinds {
        switch sign {
        case UInt8(ascii: "*"): asterisks
        case UInt8(ascii: "_"): underscores
        case UInt8(ascii: "~"): tildes
        default: (nil, .spoiler)
        }
    }

    /// The positions before which a search for a closing sign is known to fail.
    fileprivate struct FailedOpeners {
        var code: Int
        var label: Int
    }

    /// A `[text](address)`.
    fileprivate struct MaskedLink {
        let label: Range<Int>
        let end: Int
        let url: String
    }
}

extension InlineResolver {
    /// - Parameter isLabel: whether the area is the text of a link, which contains no other link.
    fileprivate mutating func addTokens(
        in area: Range<Int>, _ flavor: ChatMarkdown, isLabel: Bool = false
    ) {
        var index = area.lowerBound
        var barren = ChatMarkdown.FailedOpeners(code: index, label: index)
        while index < area.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "|"):
                index = addSigns(flavor.kinds(of: bytes[index]), at: index, in: area)
            case UInt8(ascii: "`"):
                index = addCode(at: index, in: area, barren: &barren.code) ?? index + 1
            case UInt8(ascii: "\\"): index = addBackslash(flavor.escapable, at: index, in: area)
            case UInt8(ascii: "<"): index = addAngle(at: index, in: area)
            case UInt8(ascii: "!") where flavor.hasPictures && !isLabel,
                UInt8(ascii: "[") where !isLabel:
                index = addMaskedLink(at: index, in: area, &barren.label, flavor)
            case UInt8(ascii: "@"): index = addBroadcast(at: index, in: area)
            case UInt8(ascii: "-") where flavor.hasSmallPrint:
                index = addSmallPrint(at: index, in: area)
            case 0x0A where flavor.marksEndWithLines:
                add(index..<index + 1, .wall)
                index += 1
            default: index += 1
            }
        }
    }

    /// Adds the signs of a run: pairs before single ones, and `***` as both.
    fileprivate mutating func addSigns(
        _ kinds: ChatMarkdown.Kinds, at start: Int, in area: Range<Int>
    ) -> Int {
        let byte = bytes[start]
        var end = start
        while end < area.upperBound, bytes[end] == byte { end += 1 }
        let before = start > area.lowerBound ? bytes[start - 1] : 0x20
        let after = end < area.upperBound ? bytes[end] : 0x20
        let opens = !SignRules.isBlank(after)
        let closes = !SignRules.isBlank(before)
        guard end - start <= 3, opens || closes else { return end }
        // `_` inside a word is part of the word; `*` is not.
        let isInWord =
            byte == UInt8(ascii: "_") && ASCII.isAlphanumeric(before)
            && ASCII.isAlphanumeric(after)
        guard !isInWord else { return end }
        var position = start
        // In three closing signs, the single one comes first, because it was opened last.
        let singleFirst = end - start == 3 && closes && !opens
        if singleFirst, let single = kinds.single {
            add(position..<position + 1, .sign(single, opens: opens, closes: closes))
            position += 1
        }
        if end - position >= 2 {
            add(position..<position + 2, .sign(kinds.double, opens: opens, closes: closes))
            position += 2
        }
        if end - position == 1, let single = kinds.single {
            add(position..<position + 1, .sign(single, opens: opens, closes: closes))
        }
        return end
    }

    fileprivate mutating func addBackslash(
        _ escapable: Set<UInt8>?, at index: Int, in area: Range<Int>
    ) -> Int {
        guard index + 1 < area.upperBound else { return index + 1 }
        let next = bytes[index + 1]
        let isSign =
            escapable?.contains(next)
            ?? (next > 0x20 && next < 0x7F && !ASCII.isAlphanumeric(next))
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

    /// Adds `[text](address)` with the marks of its text, or `![text](address)`.
    fileprivate mutating func addMaskedLink(
        at index: Int, in area: Range<Int>, _ barren: inout Int, _ flavor: ChatMarkdown
    ) -> Int {
        let open = bytes[index] == UInt8(ascii: "!") ? index + 1 : index
        guard open < area.upperBound, bytes[open] == UInt8(ascii: "["),
            let link = maskedLink(at: open, in: area, &barren, flavor)
        else { return index + 1 }
        add(index..<open + 1, .begin(.link(url: link.url)))
        addTokens(in: link.label, flavor, isLabel: true)
        add(link.label.upperBound..<link.end, .end)
        return link.end
    }

    private func maskedLink(
        at index: Int, in area: Range<Int>, _ barren: inout Int, _ flavor: ChatMarkdown
    ) -> ChatMarkdown.MaskedLink? {
        guard index >= barren else { return nil }
        let limit = min(area.upperBound, index + 1000)
        guard let middle = bytes[index..<limit].firstIndex(of: UInt8(ascii: "]")) else {
            // There is no closing bracket within reach, so the next opening bracket need not search
            // the same bytes again.
            barren = limit
            return nil
        }
        guard middle + 1 < area.upperBound, bytes[middle + 1] == UInt8(ascii: "(") else {
            barren = middle
            return nil
        }
        let reach = min(area.upperBound, middle + 2100)
        guard let first = bytes[middle..<reach].firstIndex(of: UInt8(ascii: ")")) else {
            barren = reach
            return nil
        }
        let end = closingParenthesis(middle + 2..<reach) ?? first
        var address = bytes[middle + 2..<end]
        if address.first == UInt8(ascii: "<"), address.last == UInt8(ascii: ">") {
            address = address.dropFirst().dropLast()
        }
        let target = String(decoding: address.prefix { $0 != 0x20 }, as: UTF8.self)
        guard index + 1 < middle, let url = flavor.linkTarget(target) else { return nil }
        return ChatMarkdown.MaskedLink(label: index + 1..<middle, end: end + 1, url: url)
    }

    /// The address may contain pairs of parentheses.
    private func closingParenthesis(_ range: Range<Int>) -> Int? {
        var depth = 0
        for index in range {
            switch bytes[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                if depth == 0 { return index }
                depth -= 1
            case 0x0A: return nil
            default: break
            }
        }
        return nil
    }
}

/// Rocket.Chat's Markdown, which only exports contain: `*bold*` and `**bold**`, `_italic_` and
/// `__italic__`, `~strike~` and `~~strike~~`, `||spoiler||`, code, quotes, headings, lists, tasks,
/// `[text](address)`, `![text](address)` and `<t:…>` for times.
package enum RocketChatMarkdown {
    /// The text must be clean.
    package static func blocks(_ text: String) -> [TextBlock] {
        LineReader.blocks(
            text,
            LineReader.Dialect(
                namesLanguages: true, hasInlineFences: true, hasLists: true, hasTasks: true,
                headingLevels: 4, quotesNeedSpace: false,
                inline: { flavor.inline($0, $1, KnownNames()) }))
    }

    private static let flavor = ChatMarkdown(
        asterisks: (.bold, .bold), underscores: (.italic, .italic), tildes: (.strike, .strike),
        linkTarget: LinkTarget.stated, escapable: Set("*_~`#.".utf8), marksEndWithLines: true,
        hasPictures: true, hasSmallPrint: false)
}
