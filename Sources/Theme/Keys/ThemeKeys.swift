import JSON
import Scene

/// Everything that a look may state, besides `extends`, `mode`, `light` and `dark`.
enum ThemeKeys {
    static let all: [Key<ThemeDraft>] =
        general.map { $0.within(\ThemeDraft.theme) } + [SideKeys.bubble]
        + rest.map { $0.within(\ThemeDraft.theme) }

    private static let general: [Key<Theme>] = [
        Key("name", \.name, .text(64), "what it is called"),
        Key("summary", \.summary, .text(200), "what it is, in one line"),
        Key("width", \.width, .number(100...2000), "the width it was made for"),
        Key("canvas", \.canvas, canvas, "what lies behind"),
    ]

    private static let rest: [Key<Theme>] = [
        Key("text", \.text, .section(TextKeys.all), "the kinds of text"),
        Key("avatar", \.avatar, .section(AvatarKeys.all), "people's pictures"),
        Key("time", \.time, .section(TimeKeys.all), "times and ticks"),
        Key("sender", \.sender, .section(NameKeys.all), "people's names"),
        Key("reactions", \.reactions, .section(ReactionKeys.all), "reactions"),
        Key("reply", \.reply, .section(ReplyKeys.all), "quotes of what is answered"),
        Key("relations", \.relations, .section(RelationKeys.all), "what became of a message"),
        Key("chip", \.chip, .section(ChipKeys.all), "labels of days and notes"),
        Key("header", \.header, .section(HeaderKeys.all), "the bar with the title"),
        Key("code", \.code, .section(CodeKeys.all), "blocks of code"),
        Key("jumbo", \.jumbo, .section(JumboKeys.all), "messages of a few emoji alone"),
        Key("media", \.media, .section(MediaKeys.all), "pictures in bubbles"),
        Key("frames", optional: \.frames, FrameKeys.syntax, "fixed frames instead of a flow"),
    ]

    private static let canvas = ValueSyntax<CanvasStyle>.section(
        CanvasKeys.all, shorthand: "background",
        words: "background, or object")
}
