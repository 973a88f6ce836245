import Basics
package import Model

/// Text with markup as a part of a page whose headings have IDs.
package enum HTMLFragment {
    /// - Parameter level: the level of a first-level heading in the page.
    package static func html(of blocks: [TextBlock], from level: Int) -> String {
        let body = PageBody(emoji: [:], spoiler: "", coversSpoilers: false, budget: .unlimited)
        var page = PageMarkup()
        for block in blocks {
            guard case .heading(let depth, let title) = block else {
                body.write([block], .ltr, to: &page)
                continue
            }
            let tag = "h\(min(6, depth + level - 1))"
            page.own("<" + tag)
            page.attribute("id", id(of: title.text))
            page.raw(">")
            body.inline(title, &page)
            page.own("</\(tag)>\n")
        }
        return String(decoding: page.bytes, as: UTF8.self)
    }

    /// The ID of a heading by the rules of GitHub: lowercase, with hyphens for blanks and without
    /// other marks.
    package static func id(of title: String) -> String {
        String(
            title.lowercased().compactMap { letter in
                if letter == " " || letter == "-" { return "-" }
                return letter.isLetter || letter.isNumber || letter == "_" ? letter : nil
            })
    }
}
