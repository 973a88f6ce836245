import Scene

enum ScreenKeys {
    static let all: [Key<ScreenStyle>] = [
        Key("start", \.start, .choice, "where messages are that do not fill the screen"),
        Key("bar", \.bar, .section(bar), "the bar above, and the status bar"),
        Key("input", \.input, .section(input), "the bar below, in which messages are typed"),
    ]

    private static let bar: [Key<ScreenStyle.Bar>] = [
        Key("fill", \.fill, .color, "the bar, and the status bar over it"),
        Key("line", optional: \.line, .color, "the hairline under it"),
        Key("icons", \.icons, .color, "its icons"),
        Key("title", \.title, .color, "the name, and the status bar"),
        Key("subtitle", \.subtitle, .color, "the line below the name"),
        Key("height", \.height, .number(20...200), "its height without the status bar"),
        Key("align", \.alignment, .choice, "words beside the picture, or under it in the middle"),
        Key("avatar_size", \.avatarSize, .number(0...100), "the picture; 0 for none"),
        Key("title_size", \.titleSize, .number(8...40), "the size of the name"),
        Key("title_weight", \.titleWeight, .integer(100...900), "its weight"),
        Key("subtitle_size", \.subtitleSize, .number(8...40), "the size of that line"),
        Key("presence", \.presence, .choice, "the line below where the conversation has none"),
        Key("leading", \.leading, icons, "icons before the name"),
        Key("trailing", \.trailing, icons, "icons at the end"),
    ]

    private static let input: [Key<ScreenStyle.Input>] = [
        Key("fill", \.fill, .color, "the bar, and what is below it"),
        Key("line", optional: \.line, .color, "the hairline above it"),
        Key("icons", \.icons, .color, "its icons"),
        Key("accent", \.accent, .color, "the discs behind icons that have one"),
        Key("height", \.height, .number(20...200), "its height without the space below"),
        Key("field", \.field, .color, "the field in which messages are typed"),
        Key("border", optional: \.border, .color, "the line around the field"),
        Key("field_height", \.fieldHeight, .number(16...160), "its height"),
        Key("radius", \.radius, .number(0...80), "its corners"),
        Key("text", \.text, .color, "the words in the empty field"),
        Key("text_size", \.textSize, .number(8...40), "their size"),
        Key(
            "placeholder", \.placeholder, .text(40),
            "these words; `{message}` is the word in the reader's language"),
        Key("leading", \.leading, icons, "icons before the field"),
        Key("before", \.before, icons, "icons in the field, before the words"),
        Key("after", \.after, icons, "icons in the field, at its end"),
        Key("trailing", \.trailing, icons, "icons after the field"),
    ]

    /// The names are many: the page on looks lists them once.
    private static let icons: ValueSyntax<[ScreenIcon]> = {
        let list = ValueSyntax<[ScreenIcon]>.list(.choice, count: 0...6, expected: .texts)
        return ValueSyntax("list: name of an icon", read: list.read, write: list.write)
    }()
}
