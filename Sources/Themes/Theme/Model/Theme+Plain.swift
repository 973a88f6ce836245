import Scene

extension Theme {
    /// The base of themes that extend none: black on white, without decoration.
    static let plain = Theme(
        name: "plain", summary: "", isDark: false, width: 390,
        canvas: CanvasStyle(
            background: .color(.white), margins: Insets(top: 16, left: 16, bottom: 16, right: 16),
            gaps: CanvasStyle.Gaps(inRun: 2, betweenRuns: 8, aboveHeader: 16, belowHeader: 8)),
        received: bubble(ground), sent: bubble(ground), sentByService: [:],
        text: plainText,
        avatar: AvatarStyle(
            shown: .groups, size: 30, gap: 8, place: .last, colors: [gray], initialsColor: .white,
            radius: 15),
        time: TimeStyle(place: .header, ticks: .words, readColor: gray),
        sender: NameStyle(shown: .groups, place: .above, color: gray, colors: []),
        reactions: ReactionStyle(
            shape: .pill, fill: ground, mineFill: ground, textColor: .black, mineTextColor: .black,
            size: 24, overlap: 6),
        reply: ReplyStyle(
            shape: .bar, barWidth: 3, receivedFill: .clear, sentFill: .clear, radius: 4),
        chip: ChipStyle(radius: 0, padding: .zero),
        header: HeaderStyle(
            fill: .white, line: line, alignment: .start, padding: Insets(all: 12), avatarSize: 36),
        screen: .plain,
        code: CodeStyle(
            fill: .clear, textColor: .black, keyword: .black, string: .black, comment: gray,
            number: .black, radius: 6),
        jumbo: JumboStyle(sizes: [], hasBubble: true),
        media: MediaStyle(
            joinsText: true, inset: 0, maxSize: Size(260, 340), minSize: Size(80, 60),
            stickerSize: 128),
        pictures: [])

    private static let gray = Color(89, 89, 89)
    private static let ground = Color(242, 242, 242)
    private static let line = Color(217, 217, 217)
    private static let families = ["Inter", "Noto Sans"]

    private static func bubble(_ fill: Color) -> BubbleStyle {
        BubbleStyle(
            fill: .color(fill), textColor: .black, linkColor: .black, secondaryColor: gray,
            accentColor: gray, cardFill: Color(0, 0, 0, alpha: 13), corners: Corners(all: 12),
            padding: Insets(top: 7, left: 12, bottom: 7, right: 12), minSize: Size(34, 34),
            maxWidth: .share(0.75), width: .shrink, alignment: .start,
            tail: Tail(shape: .none, on: .last, side: .sender))
    }

    private static let plainText = TextStyles(
        body: style(16, 21), sender: style(12, 16, weight: 600), time: gray(style(11, 14)),
        dayHeader: gray(style(12, 16)), status: gray(style(11, 14)), note: gray(style(12, 16)),
        title: TextStyles.Colored(style: style(17, 22, weight: 600), color: .black),
        subtitle: gray(style(13, 17)),
        mono: TextStyle(families: ["DejaVu Sans Mono"], size: 13.5, lineHeight: 19),
        small: style(13, 17))

    private static func style(_ size: Double, _ height: Double, weight: Int = 400) -> TextStyle {
        TextStyle(families: families, size: size, lineHeight: height, weight: weight)
    }

    private static func gray(_ style: TextStyle) -> TextStyles.Colored {
        TextStyles.Colored(style: style, color: gray)
    }
}
