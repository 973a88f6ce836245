import Basics
import Model

/// Slack's blocks, which have more details than `text` and replace it unless they are empty.
struct SlackBlocks {
    let text: SlackText

    func body(of message: JSONValue, _ context: inout RecordContext) -> [TextBlock] {
        let blocks = blocks(of: message, &context)
        return blocks.isEmpty ? text.blocks(message.text("text") ?? "") : blocks
    }

    func blocks(of message: JSONValue, _ context: inout RecordContext) -> [TextBlock] {
        message.list("blocks").prefix(200).flatMap { block($0, &context) }
    }

    private func block(_ block: JSONValue, _ context: inout RecordContext) -> [TextBlock] {
        switch block.text("type") {
        case "rich_text": return block.list("elements").prefix(500).flatMap(rich)
        case "header":
            let words = CleanText.clean(block["text"]?.text("text") ?? "")
            return words.isEmpty ? [] : [.heading(level: 3, RichText(words))]
        case "section":
            let fields = block.list("fields").prefix(20).flatMap(object)
            return (block["text"].map(object) ?? []) + fields
        case "context":
            return block.list("elements").prefix(20).flatMap { element in
                element.text("alt_text").map { Body.plain("[\($0)]") } ?? object(element)
            }
        case "divider": return [.rule]
        case "image":
            let title = block["title"]?.text("text") ?? block.text("alt_text") ?? "picture"
            return Body.plain("[\(title)]")
        case "actions":
            let labels = block.list("elements").prefix(20)
                .compactMap { $0["text"]?.text("text") }.map { "[ \($0) ]" }
            return Body.plain(labels.joined(separator: " "))
        case "markdown": return Body.markdown(block.text("text") ?? "")
        case "table": return table(block)
        case "video":
            return Body.card(
                author: block.text("author_name"), title: block["title"]?.text("text"),
                address: block.text("title_url"), block["description"].map(object) ?? [],
                fields: [], footer: block.text("provider_name"))
        // Buttons to rate an answer, and a file that `files` contains.
        case "context_actions", "file": return []
        case let type:
            context.pass(type.map(CleanText.line))
            return words(in: block)
        }
    }

    /// The cells are plain or rich texts, and the first row is the header.
    private func table(_ block: JSONValue) -> [TextBlock] {
        let rows = block.list("rows").prefix(500).map { row in
            (row.array ?? []).prefix(100).map(cell)
        }
        let columns = rows.map(\.count).max() ?? 0
        guard columns > 0 else { return [] }
        let padded = rows.map { $0 + Array(repeating: RichText(""), count: columns - $0.count) }
        let settings = block.list("column_settings")
        let alignments: [TextBlock.ColumnAlignment] = (0..<columns).map { column in
            switch column < settings.count ? settings[column].text("align") : nil {
            case "center": .center
            case "right": .right
            default: .none
            }
        }
        return [
            .table(alignments: alignments, header: padded[0], rows: Array(padded.dropFirst()))
        ]
    }

    private func cell(_ cell: JSONValue) -> RichText {
        let blocks =
            cell.text("text").map(Body.plain) ?? cell.list("elements").prefix(20).flatMap(line)
        guard case .paragraph(let rich) = blocks.first else { return RichText("") }
        return rich
    }

    /// Returns the texts in a block of an unknown type.
    private func words(in block: JSONValue) -> [TextBlock] {
        (block.members?.map(\.value) ?? block.array ?? []).prefix(200).flatMap { value in
            value.text("text") == nil ? words(in: value) : object(value)
        }
    }

    /// Converts a text object: plain text or mrkdwn.
    private func object(_ object: JSONValue) -> [TextBlock] {
        let words = object.text("text") ?? ""
        return object.text("type") == "mrkdwn" ? text.blocks(words) : Body.plain(words)
    }

    private func rich(_ part: JSONValue) -> [TextBlock] {
        switch part.text("type") {
        case "rich_text_section": return line(part)
        case "rich_text_quote":
            let inner = line(part)
            return inner.isEmpty ? [] : [.quote(inner)]
        case "rich_text_preformatted":
            let words = part.list("elements").compactMap { $0.text("text") ?? $0.text("url") }
            return [.code(language: nil, text: CleanText.clean(words.joined()))]
        case "rich_text_list":
            let items = part.list("elements").prefix(500).map { item in
                TextBlock.ListItem(blocks: line(item))
            }
            guard !items.isEmpty else { return [] }
            let start = part.text("style") == "ordered" ? (part.tally("offset") ?? 0) + 1 : nil
            return [nested(.list(start: start, items: items), depth: part.count("indent") ?? 0)]
        default: return []
        }
    }

    /// Nests a list. Slack writes nested lists in sequence, each with its depth.
    private func nested(_ list: TextBlock, depth: Int) -> TextBlock {
        var list = list
        for _ in 0..<min(depth, 8) {
            list = .list(start: nil, items: [TextBlock.ListItem(blocks: [list])])
        }
        return list
    }

    private func line(_ part: JSONValue) -> [TextBlock] {
        var bodyBuilder = Body.Builder()
        for element in part.list("elements").prefix(2000) { append(element, to: &bodyBuilder) }
        return bodyBuilder.blocks
    }

    private func append(_ element: JSONValue, to bodyBuilder: inout Body.Builder) {
        var kinds = styles(element["style"])
        switch element.text("type") {
        case "text": bodyBuilder.append(element.text("text") ?? "", kinds)
        case "link":
            let url = element.text("url") ?? ""
            if let link = Link.mark(url) { kinds.append(link) }
            bodyBuilder.append(element.text("text") ?? url, kinds)
        case "user":
            let name = text.directory.name(element.text("user_id") ?? "")
            bodyBuilder.append("@" + name, kinds + [.entity(.mention)])
        case "channel":
            let name = text.directory.channel(element.text("channel_id") ?? "")
            bodyBuilder.append("#" + name, kinds + [.entity(.mention)])
        case "usergroup":
            bodyBuilder.append("@" + (element.text("usergroup_id") ?? "group"), .entity(.mention))
        case "broadcast":
            bodyBuilder.append("@" + (element.text("range") ?? "all"), .entity(.mention))
        case "emoji":
            let emoji = SlackEmoji(element)
            bodyBuilder.append(emoji.text, kinds + [emoji.mark].compactMap(\.self))
        case "date": bodyBuilder.append(element.text("fallback") ?? "", kinds)
        case "color": bodyBuilder.append(element.text("value") ?? "", kinds)
        default: bodyBuilder.append(element.text("text") ?? "", kinds)
        }
    }

    private func styles(_ style: JSONValue?) -> [TextMark.Kind] {
        let kinds: [(name: String, kind: Entity.Kind)] = [
            ("bold", .bold), ("italic", .italic), ("strike", .strike), ("underline", .underline),
            ("code", .code),
        ]
        return kinds.filter { style?.flag($0.name) ?? false }.map { .entity($0.kind) }
    }
}

/// Slack's mrkdwn, with IDs replaced by names.
struct SlackText {
    let directory: SlackDirectory

    func blocks(_ text: String) -> [TextBlock] {
        TextFormat.slack.blocks(CleanText.clean(named(text)))
    }

    /// Adds labels to IDs: `<@U1>` becomes `<@U1|Ana>`, `<#C1>` becomes `<#C1|general>`. Other text
    /// is unchanged.
    func named(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
        var out = ""
        var rest = text[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
            out += rest[..<open]
            rest = rest[open...]
            guard let close = rest.utf8.firstIndex(of: UInt8(ascii: ">")) else { break }
            let token = rest[rest.utf8.index(after: open)..<close]
            out += "<" + named(token: token) + ">"
            rest = rest[rest.utf8.index(after: close)...]
        }
        return out + rest
    }

    private func named(token: Substring) -> String {
        guard let sign = token.first, sign == "@" || sign == "#" else { return String(token) }
        // Channels without a label are sometimes written as `<#C1|>`.
        let bar = token.utf8.firstIndex(of: UInt8(ascii: "|"))
        if let bar, token.utf8.index(after: bar) < token.endIndex { return String(token) }
        let bare = token[..<(bar ?? token.endIndex)]
        let id = String(bare.dropFirst())
        return "\(bare)|\(sign == "@" ? directory.name(id) : directory.channel(id))"
    }
}

/// An emoji by Slack's name: its text, and its name if it is a custom emoji of the workspace.
struct SlackEmoji {
    let text: String
    /// The name of a custom emoji, or nil for a standard one.
    let ownName: String?

    /// Creates the emoji of a rich-text element, which states its scalars.
    init(_ element: JSONValue) {
        let name = element.text("name") ?? ""
        var scalars = String.UnicodeScalarView()
        for code in (element.text("unicode") ?? "").split(separator: "-").prefix(16) {
            guard let value = UInt32(code, radix: 16), let scalar = Unicode.Scalar(value) else {
                self.init(name)
                return
            }
            scalars.append(scalar)
        }
        guard !scalars.isEmpty else {
            self.init(name)
            return
        }
        self.init(text: String(scalars), ownName: nil)
    }

    private init(text: String, ownName: String?) {
        self.text = text
        self.ownName = ownName
    }

    /// Creates the emoji for a name such as `+1::skin-tone-3`. The text of a custom emoji is its
    /// name between colons.
    init(_ name: String) {
        let name = CleanText.line(name)
        let coded = ":\(name):"
        guard case .paragraph(let rich) = TextFormat.slack.blocks(coded).first else {
            self.init(text: coded, ownName: nil)
            return
        }
        let own = rich.entities.compactMap { entity -> String? in
            guard case .customEmoji(let own) = entity.kind else { return nil }
            return own
        }
        // The parser ignores very short names in running text, but here the name is known to be an
        // emoji.
        let short = rich.text == coded && !name.isEmpty ? name : nil
        self.init(text: rich.text, ownName: own.first ?? short)
    }

    /// Returns the text of the emoji with a name such as `+1` or `:+1:`.
    static func text(_ code: String) -> String {
        let isCode = code.hasPrefix(":") && code.hasSuffix(":") && code.utf8.count > 2
        return SlackEmoji(isCode ? String(code.dropFirst().dropLast()) : code).text
    }

    var mark: TextMark.Kind? { ownName.map { .entity(.customEmoji(name: $0)) } }
}
