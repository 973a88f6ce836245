package import Basics

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
    /// The entrance of messages in a clip.
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
