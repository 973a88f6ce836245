package import Basics
import Scene

/// A theme resolved for one mode, with everything that layout needs to know.
package struct Theme: Sendable, Equatable {
    package var name: String
    var summary: String
    package var isDark: Bool
    /// The width for which the theme was designed, in points.
    package var width: Double
    package var canvas: CanvasStyle
    package var received: BubbleStyle
    package var sent: BubbleStyle
    /// The style of sent bubbles by service, if it differs from the theme's own, such as green SMS
    /// among blue bubbles.
    package var sentByService: [String: BubbleStyle]
    package var text: TextStyles
    package var avatar: AvatarStyle
    package var time: TimeStyle
    package var sender: NameStyle
    package var reactions: ReactionStyle
    package var reply: ReplyStyle
    package var relations: RelationStyle = RelationStyle()
    package var chip: ChipStyle
    /// The bar with the conversation's title, drawn on request.
    package var header: HeaderStyle
    /// The app's bars, drawn with a screen around the conversation.
    package var screen: ScreenStyle
    package var motion: MotionStyle = MotionStyle()
    package var cards = CardStyles()
    package var code: CodeStyle
    package var jumbo: JumboStyle
    package var media: MediaStyle
    /// Fixed frames instead of flow layout, for themes that imitate manually placed frames.
    package var frames: FixedFrames?
    /// The pictures that bubbles and canvas refer to by index.
    package var pictures: [ThemePicture]
}

/// A picture of a theme. Pictures with equal bytes are equal, regardless of their origin.
package struct ThemePicture: Sendable, Equatable {
    package var bytes: [UInt8]
    /// The JSON Pointer into the request, or the theme's name, for errors.
    package var origin: String

    package static func == (left: ThemePicture, right: ThemePicture) -> Bool {
        left.bytes == right.bytes
    }
}

/// An index into `Theme.pictures`.
package typealias ThemePictureIndex = Int

/// Light or dark. A theme has a section for the differences of each mode.
package enum ThemeMode: String, Sendable, CaseIterable { case light, dark }

/// Whether colors are adjusted until text is readable, or the app's own. A theme has a section
/// `app` for the differences.
package enum ThemeContrast: String, Sendable, CaseIterable { case readable, app }

extension Theme {
    /// The theme with all keys and embedded pictures, as a standalone theme that reads back as the
    /// same.
    package var json: JSONValue {
        let draft = ThemeDraft(theme: self)
        let members = ThemeKeys.all.compactMap { key in
            key.write(draft, pictures).map { JSONValue.Member(key.name, $0) }
        }
        return .object([JSONValue.Member("extends", .null)] + members)
    }
}

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
