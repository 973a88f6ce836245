import Scene

enum CanvasKeys {
    static let all: [Key<CanvasStyle>] = [
        Key(
            "background", \.background, .background, "behind everything; `canvas` may be this alone"
        ),
        Key(
            "margins", \.margins, .insets(0...400),
            "from the edges to the widest bubble; tails may reach in"),
        Key(
            "gaps", \.gaps,
            .section(
                gaps,
                from: CanvasStyle.Gaps(inRun: 2, betweenRuns: 8, aboveHeader: 16, belowHeader: 8)),
            "room between rows"),
        Key("sides", \.sides, .choice, "“me” on the right, or everybody on the left"),
    ]

    private static let gaps: [Key<CanvasStyle.Gaps>] = [
        Key("in_run", \.inRun, .number(0...200), "between bubbles of one sender's run"),
        Key("between_runs", \.betweenRuns, .number(0...200), "where the sender changes"),
        Key("above_header", \.aboveHeader, .number(0...200), "above a day header"),
        Key("below_header", \.belowHeader, .number(0...200), "below it"),
    ]
}

enum HeaderKeys {
    static let all: [Key<HeaderStyle>] = [
        Key("shown", \.isShown, .flag, "whether there is one where nobody asks"),
        Key("people", \.listsPeople, .flag, "whether it names everybody, with their handles"),
        Key("fill", \.fill, .color, "the bar"),
        Key("line", optional: \.line, .color, "the hairline under it"),
        Key("align", \.alignment, .choice, "words beside the picture, or under it in the middle"),
        Key("padding", \.padding, .insets(0...200), "from the bar's edges to its content"),
        Key("avatar_size", \.avatarSize, .number(0...200), "the picture; 0 for none"),
    ]
}
