import Basics
import Model

struct PageBody {
    let emoji: [String: String]
    let spoiler: String
    let coversSpoilers: Bool
    let budget: WorkBudget

    func write(
        _ blocks: [TextBlock], _ direction: Message.Direction, to page: inout PageMarkup
    ) {
        for block in budget.checked(blocks) { write(block, direction, to: &page) }
    }

    private func write(
        _ block: TextBlock, _ direction: Message.Direction, to page: inout PageMarkup
    ) {
        switch block {
        case .paragraph(let rich):
            paragraph(rich, begin: "<p", direction: direction, end: "</p>\n", to: &page)
        // Heading elements are reserved for the page's title and dates.
        case .heading(_, let rich):
            page.raw("<p class=\"h\"")
            page.attribute("dir", direction.rawValue)
            page.raw("><b>")
            inline(rich, &page)
            page.raw("</b></p>\n")
        case .code(let language, let text):
            page.raw("<pre dir=\"ltr\" tabindex=\"0\"><code")
            if let language, !language.isEmpty { page.attribute("data-language", language) }
            page.raw(">")
            page.text(text)
            page.raw("</code></pre>\n")
        case .quote(let blocks):
            page.raw("<blockquote>")
            write(blocks, direction, to: &page)
            page.raw("</blockquote>\n")
        case .list(let start, let items): list(start, items, direction: direction, to: &page)
        case .table(_, let header, let rows): table(header, rows, direction: direction, to: &page)
        case .rule: page.raw("<hr>\n")
        }
    }

    private func paragraph(
        _ rich: RichText, begin: StaticString, direction: Message.Direction,
        end: StaticString, to page: inout PageMarkup
    ) {
        page.raw(begin)
        page.attribute("dir", direction.rawValue)
        page.raw(">")
        inline(rich, &page)
        page.raw(end)
    }

    private func list(
        _ start: Int?, _ items: [TextBlock.ListItem], direction: Message.Direction,
        to page: inout PageMarkup
    ) {
        if let start {
            page.raw("<ol")
            page.attribute("start", String(start))
            page.raw(">")
        } else {
            page.raw("<ul>")
        }
        for item in budget.checked(items) {
            page.raw("<li>")
            if let isDone = item.isDone { page.text(isDone ? "☑ " : "☐ ") }
            write(item.blocks, direction, to: &page)
            page.raw("</li>\n")
        }
        if start == nil { page.raw("</ul>\n") } else { page.raw("</ol>\n") }
    }

    private func table(
        _ header: [RichText], _ rows: [[RichText]], direction: Message.Direction,
        to page: inout PageMarkup
    ) {
        page.raw("<div class=\"w\" tabindex=\"0\"><table><thead><tr>")
        for cell in header {
            paragraph(
                cell, begin: "<th scope=\"col\"", direction: direction, end: "</th>", to: &page)
        }
        page.raw("</tr></thead><tbody>\n")
        for row in budget.checked(rows) {
            page.raw("<tr>")
            for cell in row {
                paragraph(cell, begin: "<td", direction: direction, end: "</td>", to: &page)
            }
            page.raw("</tr>\n")
        }
        page.raw("</tbody></table></div>\n")
    }

    // MARK: - Marks

    func inline(_ rich: RichText, _ page: inout PageMarkup) {
        guard !rich.entities.isEmpty else { return page.text(rich.text) }
        let text = rich.text.utf8
        var open: [Entity] = []
        var links = 0
        var place = text.startIndex
        var offset = 0
        func write(to end: Int, _ page: inout PageMarkup) {
            guard end > offset else { return }
            let next = text.index(place, offsetBy: end - offset)
            page.text(String(rich.text[place..<next]))
            (place, offset) = (next, end)
        }
        func close(before start: Int, _ page: inout PageMarkup) {
            while let last = open.last, last.range.upperBound <= start {
                write(to: last.range.upperBound, &page)
                end(last.kind, &page)
                open.removeLast()
                if last.isLink { links -= 1 }
            }
        }
        for entity in budget.checked(rich.entities) {
            close(before: entity.range.lowerBound, &page)
            write(to: entity.range.lowerBound, &page)
            if case .customEmoji(let name) = entity.kind, let picture = emoji[name] {
                page.raw("<span role=\"img\" class=\"e ")
                page.own(picture)
                page.raw("\"")
                page.attribute("aria-label", ":" + name + ":")
                page.raw("></span>")
                place = text.index(place, offsetBy: entity.range.upperBound - offset)
                offset = entity.range.upperBound
                continue
            }
            begin(entity.kind, isInLink: links > 0, &page)
            open.append(
                entity.isLink && links > 0 ? Entity(entity.range, .underline) : entity)
            if open[open.count - 1].isLink { links += 1 }
        }
        close(before: text.count, &page)
        write(to: text.count, &page)
    }

    private func begin(_ kind: Entity.Kind, isInLink: Bool, _ page: inout PageMarkup) {
        switch kind {
        case .bold: page.raw("<strong>")
        case .italic: page.raw("<em>")
        case .underline: page.raw("<u>")
        case .strike: page.raw("<s>")
        case .spoiler:
            page.raw(coversSpoilers ? "<span class=\"sp\" tabindex=\"0\"" : "<span class=\"sv\"")
            page.attribute("title", spoiler)
            page.raw(">")
        case .code: page.raw("<code>")
        case .link(let url):
            // HTML does not allow nested links.
            guard !isInLink else { return page.raw("<u>") }
            page.raw("<a rel=\"noopener noreferrer nofollow\"")
            if let target = LinkTarget.url(url) { page.attribute("href", target) }
            page.raw(">")
        case .mention, .hashtag: page.raw("<span class=\"mn\">")
        case .customEmoji: page.raw("<span>")
        }
    }

    private func end(_ kind: Entity.Kind, _ page: inout PageMarkup) {
        switch kind {
        case .bold: page.raw("</strong>")
        case .italic: page.raw("</em>")
        case .underline: page.raw("</u>")
        case .strike: page.raw("</s>")
        case .spoiler, .mention, .hashtag, .customEmoji: page.raw("</span>")
        case .code: page.raw("</code>")
        case .link: page.raw("</a>")
        }
    }
}

extension Entity {
    var isLink: Bool {
        if case .link = kind { true } else { false }
    }
}

/// The bytes of a page under construction. All text from a caller must be written by `text`.
struct PageMarkup {
    private(set) var bytes: [UInt8] = []

    /// Appends Chatprint's own markup.
    mutating func raw(_ own: StaticString) {
        own.withUTF8Buffer { own in unsafe bytes.append(contentsOf: own) }
    }

    /// Appends class names, numbers and base64 of Chatprint's own.
    mutating func own(_ word: some Sequence<UInt8>) { bytes.append(contentsOf: word) }

    mutating func own(_ word: String) { own(word.utf8) }

    /// Escaped so that the text can be neither markup nor the end of an attribute.
    mutating func text(_ text: String) {
        for byte in text.utf8 {
            if let entity = XMLEscape.entity(byte, in: .quotes) {
                raw(entity)
            } else if byte >= 0x20 || byte == 0x0A || byte == 0x09 {
                bytes.append(byte)
            }
        }
    }

    mutating func attribute(_ name: StaticString, _ value: String) {
        raw(" ")
        raw(name)
        raw("=\"")
        text(value)
        raw("\"")
    }

    mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
