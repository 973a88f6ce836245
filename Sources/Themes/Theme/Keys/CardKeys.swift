import Scene

enum CardKeys {
    static let all: [Key<CardStyles>] = [
        Key("file", \.file, .section(file), "files"),
        Key("poll", \.poll, .section(poll), "polls"),
        Key("call", \.call, .section(call), "calls"),
        Key("voice", \.voice, .section(voice), "voice messages"),
        Key("link", \.link, .section(link), "link previews, and the cards of apps"),
    ]

    private static let icon: [Key<CardIconStyle>] = [
        Key(
            "shape", \.shape, .choice,
            "a page with the file's extension, the icon on a disc or square, or the icon alone"),
        Key("place", \.place, .choice, "before or after the text"),
        Key("size", \.size, .number(12...80), "the height"),
        Key("color", optional: \.color, .color, "the color; null for the bubble's `accent`"),
        Key(
            "fill", optional: \.fill, .color,
            "the color behind the icon; null for white on `color`"),
    ]

    private static let file: [Key<FileCardStyle>] = [
        Key("icon", \.icon, .section(icon), "the icon"),
        Key("pdf", optional: \.pdf, .color, "the icon's color for PDF"),
        Key("text", optional: \.text, .color, "the same, for text documents"),
        Key("sheet", optional: \.sheet, .color, "the same, for tables"),
        Key("slides", optional: \.slides, .color, "the same, for presentations"),
        Key(
            "facts", \.facts, .list(.choice, count: 0...2, expected: .texts),
            "the facts below the name, in order"),
        Key("linked", \.isLinked, .flag, "whether the name has the color of links"),
        Key("ground", \.ground, .choice, ground),
    ]

    private static let poll: [Key<PollCardStyle>] = [
        Key(
            "answers", \.answers, .choice,
            "a bar below each answer, or a box around it that its share fills"),
        Key("mark", \.mark, .choice, "the mark before each answer"),
        Key(
            "result", \.result, .list(.choice, count: 0...2, expected: .texts),
            "the numbers at the end of each answer, in order"),
        Key("heading", \.isHeaded, .flag, "whether open polls have the heading “Poll”"),
        Key(
            "foot", \.foot, .choice,
            "the number of votes at the start or in the center, or the button “View votes”"),
        Key("ground", \.ground, .choice, ground),
    ]

    private static let call: [Key<CallCardStyle>] = [
        Key("form", \.form, .choice, "a card in a bubble, or a line like a system event"),
        Key("icon", \.icon, .section(icon), "the icon"),
        Key(
            "missed", optional: \.missed, .color,
            "the icon's color for missed and failed calls; null for `time.failed`"),
        Key("arrow", \.hasArrow, .flag, "whether an arrow shows the direction"),
        Key("button", \.hasButton, .flag, "whether others' calls have a button “Call back”"),
        Key("ground", \.ground, .choice, ground),
    ]

    private static let voice: [Key<VoiceCardStyle>] = [
        Key("icon", \.icon, .section(icon), "the play button"),
        Key("bars", optional: \.bars, .color, "the waveform; null for a pale `accent`"),
        Key("knob", optional: \.knob, .color, "the dot at the start of the waveform"),
        Key("duration", \.duration, .choice, "the place of the duration"),
        Key("portrait", \.hasPortrait, .flag, "whether the sender's picture is at the inner edge"),
        Key("ground", \.ground, .choice, ground),
    ]

    private static let link: [Key<LinkCardStyle>] = [
        Key("ground", \.ground, .choice, ground),
        Key("bar", optional: \.bar, .color, "a bar at the start"),
    ]

    private static let ground =
        "the background: the bubble's `card`, a line, both, or a bubble like received ones"
}
