import Basics

/// The marks in ChatGPT's answers that its page replaces by sources, names and pictures. They are
/// enclosed in private-use characters, `\u{E200}cite\u{E202}turn0search1\u{E201}`, or, in older
/// chats, in brackets, `【4†source】`.
struct ChatGPTCitations {
    /// The Markdown that replaces each mark.
    private var links: [String: String] = [:]

    private static let opening: UnicodeScalar = "\u{E200}"
    private static let closing: UnicodeScalar = "\u{E201}"
    private static let separator: Character = "\u{E202}"
    /// The maximum length of a mark. Longer ones stay text, so that an unclosed mark does not
    /// remove the answer.
    private static let maxLength = 4_096

    init(_ metadata: JSONValue?) {
        for reference in metadata?.list("content_references") ?? [] {
            guard let mark = reference.text("matched_text"), links[mark] == nil else { continue }
            links[mark] = reference.text("alt") ?? Self.links(reference.list("items"))
        }
        for citation in metadata?.list("citations") ?? [] {
            let page = citation["metadata"]
            guard
                let mark = page?["extra"]?.text("cited_message_idx")
                    ?? citation.text("matched_text"),
                links[mark] == nil, let page
            else { continue }
            links[mark] = Self.links([page])
        }
    }

    /// Returns `([Title](https://…))`, or an empty string if no page has an address.
    private static func links(_ pages: [JSONValue]) -> String {
        let links = pages.prefix(8).compactMap { page -> String? in
            guard let url = page.text("url"), !url.contains(where: { " <>()\n".contains($0) })
            else { return nil }
            let title = (page.text("title") ?? page.text("attribution") ?? url)
                .filter { !"[]\n".contains($0) }
            return "[\(title)](\(url))"
        }
        return links.isEmpty ? "" : "(" + links.joined(separator: ", ") + ")"
    }

    func resolved(_ text: String) -> String {
        guard text.holds("\u{E200}") || text.holds("【") || text.holds("\u{E203}") else {
            return text
        }
        var out = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == Self.opening || scalar == "【", let end = end(of: scalars, from: index) {
                let mark = String(String.UnicodeScalarView(scalars[index...end]))
                if let words = replacement(of: mark) {
                    Self.setBlank(before: words, in: &out)
                    out.append(contentsOf: words.unicodeScalars)
                    index = end + 1
                    continue
                }
            }
            // Single characters of this range mark a span of text and are dropped.
            if !(0xE200...0xE20F).contains(scalar.value) { out.append(scalar) }
            index += 1
        }
        return String(out)
    }

    private func end(of scalars: [UnicodeScalar], from start: Int) -> Int? {
        let isBracket = scalars[start] == "【"
        let limit = min(scalars.count, start + (isBracket ? 128 : Self.maxLength))
        let closing = isBracket ? "】" : Self.closing
        var index = start + 1
        while index < limit, scalars[index] != closing, scalars[index] != scalars[start] {
            index += 1
        }
        return index < limit && scalars[index] == closing ? index : nil
    }

    /// The result is nil for brackets that the writer typed.
    private func replacement(of mark: String) -> String? {
        if let known = links[mark] { return known }
        guard mark.unicodeScalars.first == Self.opening else {
            return mark.holds("†") ? "" : nil
        }
        let parts = mark.dropFirst().dropLast().split(separator: Self.separator)
        switch parts.first {
        case "url" where parts.count > 1: return String(parts[1])
        case "entity" where parts.count > 1:
            // A mark with unreadable facts is removed, as are marks without facts.
            let facts = JSONValue(inText: String(parts[1]))
            return facts?.array.flatMap { $0.count > 1 ? $0[1].string : nil } ?? ""
        default: return ""
        }
    }

    /// Removes the space before a deleted mark, and adds a space before a link.
    private static func setBlank(before words: String, in out: inout String.UnicodeScalarView) {
        if words.isEmpty, out.last == " " { out.removeLast() }
        if words.hasPrefix("("), let last = out.last, !last.properties.isWhitespace {
            out.append(" ")
        }
    }
}
