import Scene

enum ScreenKeys {
    static let all: [Key<ScreenStyle>] = [
        Key("start", \.start, .choice, "position of messages that do not fill the screen"),
        Key("bar", \.bar, .section(bar), "the bar at the top, and the status bar"),
        Key("input", \.input, .section(input), "the bar at the bottom, for typing messages"),
    ]

    private static let bar: [Key<ScreenStyle.Bar>] = [
        Key("fill", \.fill, .color, "the background of the bar and the status bar"),
        Key("line", optional: \.line, .color, "the line below the bar"),
        Key("icons", \.icons, .color, "the color of the icons"),
        Key("title", \.title, .color, "the color of the name and the status bar"),
        Key("subtitle", \.subtitle, .color, "the color of the line below the name"),
        Key("height", \.height, .number(20...200), "the height without the status bar"),
        Key("align", \.alignment, .choice, "text beside the picture, or centered below it"),
        Key(
            "avatar_size", \.avatarSize, .number(0...100), "the diameter of the picture; 0 for none"
        ),
        Key("title_size", \.titleSize, .number(8...40), "the size of the name"),
        Key("title_weight", \.titleWeight, .integer(100...900), "the weight of the name"),
        Key(
            "subtitle_size", \.subtitleSize, .number(8...40),
            "the text size of the line below the name"),
        Key("presence", \.presence, .choice, "the line below the name if there is no subtitle"),
        Key("leading", \.leading, icons, "icons before the name"),
        Key("trailing", \.trailing, icons, "icons at the end"),
    ]

    private static let input: [Key<ScreenStyle.Input>] = [
        Key("fill", \.fill, .color, "the background of the bar and the area below it"),
        Key("line", optional: \.line, .color, "the line above the bar"),
        Key("icons", \.icons, .color, "the color of the icons"),
        Key("accent", \.accent, .color, "the color of the discs behind some icons"),
        Key("height", \.height, .number(20...200), "the height without the area below"),
        Key("field", \.field, .color, "the background of the input field"),
        Key("border", optional: \.border, .color, "the color of the field's border"),
        Key("field_height", \.fieldHeight, .number(16...160), "the height of the field"),
        Key("radius", \.radius, .number(0...80), "the corner radius of the field"),
        Key("text", \.text, .color, "the color of the placeholder"),
        Key("text_size", \.textSize, .number(8...40), "the size of the placeholder"),
        Key(
            "placeholder", \.placeholder, .text(40),
            "the placeholder; `{message}` becomes the word in the reader's language"),
        Key("leading", \.leading, icons, "icons before the field"),
        Key("before", \.before, icons, "icons in the field, before the placeholder"),
        Key("after", \.after, icons, "icons at the end of the field"),
        Key("trailing", \.trailing, icons, "icons after the field"),
    ]

    /// The guide to themes lists the many icon names only once.
    private static let icons: ValueSyntax<[ScreenIcon]> = {
        let list = ValueSyntax<[ScreenIcon]>.list(.choice, count: 0...6, expected: .texts)
        return ValueSyntax("list: name of an icon", read: list.read, write: list.write)
    }()
}
