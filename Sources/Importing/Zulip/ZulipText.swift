import Model

/// A message's text: Markdown with mentions, emoji names, fenced quotes and links to uploaded
/// files.
struct ZulipText {
    private(set) var blocks: [TextBlock] = []
    private(set) var reply: Reply?
    private(set) var files: [(path: String, name: String)] = []
    private var markdown: String

    static let uploads = "/user_uploads/"
    private static let maxDepth = 8

    init(_ text: String) {
        markdown = text
        takeReply()
        blocks = Self.blocks(
            markdown.split(separator: "\n", omittingEmptySubsequences: false)[...], 0, &files)
    }

    // MARK: Replies

    /// Removes the quoted message from a text: `@_**Ana|8** [said](https://…/near/123):`, then a
    /// fenced quote.
    private mutating func takeReply() {
        guard markdown.hasPrefix("@_**"), let end = markdown.place(of: "** ["),
            let link = markdown.place(of: "]("), link.lowerBound > end.lowerBound,
            let near = markdown.place(of: "/near/"), near.lowerBound > link.lowerBound,
            let line = markdown.firstIndex(of: "\n"), near.lowerBound < line
        else { return }
        let fence = markdown[markdown.index(after: line)...].prefix { $0 == "`" }
        guard fence.count >= 3, markdown[fence.endIndex...].hasPrefix("quote\n") else { return }
        let inner = markdown[markdown.index(fence.endIndex, offsetBy: 6)...]
        guard let close = inner.place(of: "\n" + fence) else { return }
        let name = markdown[markdown.index(markdown.startIndex, offsetBy: 4)..<end.lowerBound]
        reply = Reply(
            id: String(markdown[near.upperBound...].prefix { $0.isNumber }),
            from: CleanText.line(String(name.prefix { $0 != "|" })),
            text: CleanText.clean(String(inner[..<close.lowerBound])))
        markdown = inner[close.upperBound...].trimmingBlanks()
    }

    // MARK: Blocks

    /// Reads fenced quotes and spoilers; all else is Markdown.
    private static func blocks(
        _ lines: ArraySlice<Substring>, _ depth: Int, _ files: inout [(path: String, name: String)]
    ) -> [TextBlock] {
        var blocks: [TextBlock] = []
        var plain: [String] = []
        var rest = lines
        func flush() {
            blocks += Body.markdown(plain.joined(separator: "\n").trimmingBlanks())
            plain = []
        }
        while let line = rest.popFirst() {
            guard EmojiCodes.isFence(line), let sign = line.first else {
                plain.append(Self.line(line, &files))
                continue
            }
            let fence = line.prefix { $0 == sign }
            let info = String(line.dropFirst(fence.count)).trimmingBlanks()
            let end = rest.firstIndex { $0.trimmingBlanks() == fence } ?? rest.endIndex
            let inner = rest[..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            if depth < maxDepth, info == "quote" {
                flush()
                blocks.append(.quote(Self.blocks(inner, depth + 1, &files)))
            } else if depth < maxDepth, info == "spoiler" || info.hasPrefix("spoiler ") {
                flush()
                let title = String(info.dropFirst(7)).trimmingBlanks()
                if !title.isEmpty { blocks += Body.markdown("**" + title + "**") }
                blocks += Self.blocks(inner, depth + 1, &files).map(covered)
            } else {
                plain += ([line] + inner + [fence]).map { String($0) }
            }
        }
        flush()
        return blocks
    }

    private static func covered(_ block: TextBlock) -> TextBlock {
        block.mapTexts(
            rich: { rich in
                let whole = Entity(0..<rich.text.utf8.count, .spoiler)
                return RichText(rich.text, [whole] + rich.entities)
            }, plain: { $0 })
    }

    // MARK: Marks

    /// Makes mentions and channels bold, replaces emoji names by emoji, and removes files.
    private static func line(
        _ line: Substring, _ files: inout [(path: String, name: String)]
    ) -> String {
        guard line.utf8.contains(where: { "@#:`[".utf8.contains($0) }) else { return String(line) }
        var out = ""
        var rest = line
        while let sign = rest.firstIndex(where: { "@#:`[".contains($0) }) {
            out += rest[..<sign]
            rest = rest[sign...]
            let head = rest.prefix(EmojiCodes.maxLength)
            let mark = mention(head) ?? EmojiCodes.emoji(head) ?? EmojiCodes.code(head)
            if let (text, length) = mark {
                out += text
                rest = rest.dropFirst(length)
            } else if let (file, length) = file(head) {
                files.append(file)
                rest = rest.dropFirst(length)
                if out.isEmpty || out.hasSuffix(" ") { rest = rest.drop { $0 == " " } }
            } else {
                out += rest.prefix(1)
                rest = rest.dropFirst()
            }
        }
        return out + rest
    }

    /// Parses `@**Ana|8**`, `@_**Ana**` or `#**channel>topic**`.
    private static func mention(_ text: Substring) -> (text: String, length: Int)? {
        for opening in ["@**", "@_**", "#**"] where text.hasPrefix(opening) {
            let inner = text.dropFirst(opening.count)
            guard let end = inner.place(of: "**"), end.lowerBound > inner.startIndex else {
                return nil
            }
            let name = inner[..<end.lowerBound].prefix { $0 != "|" }
            let length = text.distance(from: text.startIndex, to: end.upperBound)
            return ("**\(opening.prefix(1))\(name.replacing(">", with: " \u{203A} "))**", length)
        }
        return nil
    }

    /// Parses `[plan.png](/user_uploads/2/ab/plan.png)`.
    private static func file(_ text: Substring) -> ((path: String, name: String), Int)? {
        guard text.hasPrefix("["), let middle = text.place(of: "](" + uploads) else { return nil }
        let name = text[text.index(after: text.startIndex)..<middle.lowerBound]
        let address = text[text.index(middle.lowerBound, offsetBy: 2)...]
        guard let close = address.firstIndex(of: ")"), !name.contains("]") else { return nil }
        let length = text.distance(from: text.startIndex, to: text.index(after: close))
        return ((String(address[..<close]), String(name)), length)
    }

    // MARK: Rendered messages

    /// Returns a rendered text without its links to uploaded files, and the files.
    static func removingFiles(
        _ root: HTMLElement
    ) -> (root: HTMLElement, files: [(path: String, name: String)]) {
        var files: [(path: String, name: String)] = []
        let rest = removingFiles(root, &files)
        return (rest, files)
    }

    private static func removingFiles(
        _ element: HTMLElement, _ files: inout [(path: String, name: String)]
    ) -> HTMLElement {
        var copy = HTMLElement(name: element.name, attributes: element.attributes)
        for child in element.children {
            guard case .element(let inner) = child else {
                copy.children.append(child)
                continue
            }
            if inner.name == "a", let path = inner["href"], path.hasPrefix(uploads) {
                let name = inner.text.trimmingBlanks()
                // A preview repeats the link to its picture.
                if !files.contains(where: { $0.path == path }) { files.append((path, name)) }
                continue
            }
            copy.children.append(.element(removingFiles(inner, &files)))
        }
        return copy
    }
}
