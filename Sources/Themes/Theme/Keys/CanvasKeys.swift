import Scene

enum CanvasKeys {
    static let all: [Key<CanvasStyle>] = [
        Key(
            "background", \.background, .background,
            "the background; `canvas` may be this value instead of an object"
        ),
        Key(
            "margins", \.margins, .insets(0...400),
            "from the edges to the widest bubble; tails may extend into them"),
        Key(
            "gaps", \.gaps,
            .section(
                gaps,
                from: CanvasStyle.Gaps(inRun: 2, betweenRuns: 8, aboveHeader: 16, belowHeader: 8)),
            "space between rows"),
        Key("sides", \.sides, .choice, "“me” on the right, or everyone on the left"),
        Key(
            "mention", optional: \.mention, .color,
            "the background of messages that mention “me”, across the canvas"),
        Key(
            "mention_bar", optional: \.mentionBar, .color, "the bar at the edge of that background"
        ),
    ]

    private static let gaps: [Key<CanvasStyle.Gaps>] = [
        Key("in_run", \.inRun, .number(0...200), "between bubbles of a run"),
        Key("between_runs", \.betweenRuns, .number(0...200), "between runs"),
        Key("above_header", \.aboveHeader, .number(0...200), "above a day header"),
        Key("below_header", \.belowHeader, .number(0...200), "below a day header"),
    ]
}

enum HeaderKeys {
    static let all: [Key<HeaderStyle>] = [
        Key("shown", \.isShown, .flag, "whether it is shown by default"),
        Key("people", \.listsPeople, .flag, "whether it lists all participants with their handles"),
        Key("fill", \.fill, .color, "the background"),
        Key("line", optional: \.line, .color, "the line below the bar"),
        Key("align", \.alignment, .choice, "text beside the picture, or centered below it"),
        Key("padding", \.padding, .insets(0...200), "from the bar's edges to its content"),
        Key(
            "avatar_size", \.avatarSize, .number(0...200), "the diameter of the picture; 0 for none"
        ),
    ]
}
