import Basics
import Scene

/// All keys of a theme, besides `extends`, `mode`, `light` and `dark`.
enum ThemeKeys {
    static let all: [Key<ThemeDraft>] =
        general.map { $0.within(\ThemeDraft.theme) } + [SideKeys.bubble]
        + rest.map { $0.within(\ThemeDraft.theme) }

    private static let general: [Key<Theme>] = [
        Key("name", \.name, .text(64), "the title"),
        Key("summary", \.summary, .text(200), "a one-line description"),
        Key("width", \.width, .number(100...2000), "the default width"),
        Key("canvas", \.canvas, canvas, "the background and spacing"),
    ]

    private static let rest: [Key<Theme>] = [
        Key("text", \.text, .section(TextKeys.all), "the text styles"),
        Key("avatar", \.avatar, .section(AvatarKeys.all), "avatars"),
        Key("time", \.time, .section(TimeKeys.all), "times and delivery status"),
        Key("sender", \.sender, .section(NameKeys.all), "names of senders"),
        Key("reactions", \.reactions, .section(ReactionKeys.all), "reactions"),
        Key("reply", \.reply, .section(ReplyKeys.all), "quotations of the message replied to"),
        Key(
            "relations", \.relations, .section(RelationKeys.all),
            "deleted, forwarded and edited messages"),
        Key("chip", \.chip, .section(ChipKeys.all), "labels behind day headers and notes"),
        Key("header", \.header, .section(HeaderKeys.all), "the bar with the title"),
        Key("screen", \.screen, .section(ScreenKeys.all), "the app's bars on a phone's screen"),
        Key("motion", \.motion, .section(MotionKeys.all), "how messages appear in a clip"),
        Key("cards", \.cards, .section(CardKeys.all), "files, polls, calls and voice messages"),
        Key("code", \.code, .section(CodeKeys.all), "code blocks"),
        Key("jumbo", \.jumbo, .section(JumboKeys.all), "messages that consist of a few emoji"),
        Key("media", \.media, .section(MediaKeys.all), "pictures in bubbles"),
        Key("frames", optional: \.frames, FrameKeys.syntax, "fixed frames instead of flow layout"),
    ]

    private static let canvas = ValueSyntax<CanvasStyle>.section(
        CanvasKeys.all, shorthand: "background",
        words: "background, or object")
}
