import Basics

/// A formatted range.
struct EntityDraft: FieldObject {
    var type: String?
    var offset: Int?
    var length: Int?
    var url: String?
    var name: String?
    var language: String?
    var level: Int?
    var number: Int?
    var isDone: Bool?

    static let fields: Fields<EntityDraft> = [
        Field(
            "type", optional: \.type,
            FieldSyntax(.string, put: FieldSyntax.line.put, read: FieldSyntax.line.read),
            "`bold`, `italic`, `underline`, `strike`, `spoiler`, `code`, `link`, `mention`, `hashtag`, `custom_emoji`, `pre`, `blockquote`, `heading`, `list`, `list_item`, `paragraph` or `rule`, or the name that Telegram or Signal uses.",
            examples: ["bold"], accepting: ["style"]),
        Field(
            "url", optional: \.url, .line, "Target of a link.", examples: ["https://example.com"],
            also: ["href"]),
        Field(
            "name", optional: \.name, .identifier, "Name of a custom emoji.",
            examples: ["parrot"], also: [FieldAlias("custom_emoji_id", "5368324170671202286")],
            accepting: ["document_id"]),
        Field(
            "language", optional: \.language, .line, "Programming language of code.",
            examples: ["swift"]),
        Field("level", optional: \.level, .integer(1...6), "Level of a heading."),
        Field(
            "number", optional: \.number, .integer(0...999_999_999),
            "First number of a numbered list. Without it, the list has bullets."),
        Field(
            "done", optional: \.isDone, .bool,
            "Whether a task in a list is done. Without it, the item is not a task."),
        Field(
            "offset", optional: \.offset, .integer(0...Int(Int32.max)), "Start of the range.",
            examples: [0], also: ["start"]),
        Field(
            "length", optional: \.length, .integer(0...Int(Int32.max)), "Length of the range.",
            examples: [4]),
    ]
    static let ignored = ["user", "user_id", "collapsed", "unix_time", "date_time_format"]

    static var shape: FieldShape {
        .part(
            fields.declarations(), or: [],
            needing: [
                ["type", "offset", "length"], ["type", "start", "length"],
                ["style", "start", "length"], ["style", "offset", "length"],
            ])
    }
}

extension EntityDraft {
    init(_ mark: TextMark, in text: String) {
        let utf8 = text.utf8
        func units(_ offset: Int) -> Int {
            text.utf16.distance(
                from: text.startIndex, to: utf8.index(utf8.startIndex, offsetBy: offset))
        }
        let start = units(mark.range.lowerBound)
        offset = start
        length = units(mark.range.upperBound) - start
        switch mark.kind {
        case .quote: type = "blockquote"
        case .code(let language): (type, self.language) = ("pre", language)
        case .heading(let level): (type, self.level) = ("heading", level)
        case .list(let number): (type, self.number) = ("list", number)
        case .item(let isDone): (type, self.isDone) = ("list_item", isDone)
        case .paragraph: type = "paragraph"
        case .rule: type = "rule"
        case .entity(.bold): type = "bold"
        case .entity(.italic): type = "italic"
        case .entity(.underline): type = "underline"
        case .entity(.strike): type = "strike"
        case .entity(.spoiler): type = "spoiler"
        case .entity(.code): type = "code"
        case .entity(.mention): type = "mention"
        case .entity(.hashtag): type = "hashtag"
        case .entity(.link(let url)): (type, self.url) = ("link", url)
        case .entity(.customEmoji(let name)): (type, self.name) = ("custom_emoji", name)
        }
    }

    /// Nil for a type without a mark, and for a link without an address.
    var kind: TextMark.Kind? {
        switch type?.lowercased() {
        case "heading": .heading(level: level ?? 1)
        case "list": .list(start: number)
        case "list_item": .item(isDone: isDone)
        case "paragraph": .paragraph
        case "rule": .rule
        case "bold": .entity(.bold)
        case "italic": .entity(.italic)
        case "underline": .entity(.underline)
        case "strike", "strikethrough": .entity(.strike)
        case "spoiler": .entity(.spoiler)
        case "code", "monospace": .entity(.code)
        case "link", "text_link": url.map { .entity(.link(url: $0)) }
        case "mention", "text_mention", "mention_name": .entity(.mention)
        case "hashtag", "cashtag", "bot_command": .entity(.hashtag)
        case "custom_emoji": .entity(.customEmoji(name: name ?? ""))
        case "pre": .code(language: language)
        case "blockquote", "expandable_blockquote": .quote
        default: nil
        }
    }
}
