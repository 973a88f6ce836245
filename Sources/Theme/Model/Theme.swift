package import JSON

/// A look, resolved for one mode: everything layout needs to know, and nothing it has to guess.
package struct Theme: Sendable, Equatable {
    package var name: String
    package var summary: String
    package var isDark: Bool
    /// The width the look was made for, in points.
    package var width: Double
    package var canvas: CanvasStyle
    package var received: BubbleStyle
    package var sent: BubbleStyle
    /// Sent bubbles of a service other than the look's own, such as green SMS among blue ones.
    package var sentByService: [String: BubbleStyle]
    package var text: TextStyles
    package var avatar: AvatarStyle
    package var time: TimeStyle
    package var sender: NameStyle
    package var reactions: ReactionStyle
    package var reply: ReplyStyle
    package var relations: RelationStyle
    package var chip: ChipStyle
    /// The bar with the conversation's title, where it is asked for.
    package var header: HeaderStyle
    /// The app's bars, where its screen is drawn around the conversation.
    package var screen: ScreenStyle
    /// How messages come, where the conversation plays.
    package var motion: MotionStyle
    package var code: CodeStyle
    package var jumbo: JumboStyle
    package var media: MediaStyle
    /// Fixed arithmetic instead of flowing layout, for looks that descend from hand-placed frames.
    package var frames: FixedFrames?
    /// Bytes of the pictures that bubbles and canvas name by index.
    package var pictures: [ThemePicture]

    package init(
        name: String, summary: String, isDark: Bool, width: Double, canvas: CanvasStyle,
        received: BubbleStyle, sent: BubbleStyle, sentByService: [String: BubbleStyle],
        text: TextStyles, avatar: AvatarStyle, time: TimeStyle, sender: NameStyle,
        reactions: ReactionStyle, reply: ReplyStyle,
        relations: RelationStyle = RelationStyle(), chip: ChipStyle, header: HeaderStyle,
        screen: ScreenStyle, motion: MotionStyle = MotionStyle(), code: CodeStyle,
        jumbo: JumboStyle, media: MediaStyle,
        frames: FixedFrames? = nil,
        pictures: [ThemePicture]
    ) {
        self.name = name
        self.summary = summary
        self.isDark = isDark
        self.width = width
        self.canvas = canvas
        self.received = received
        self.sent = sent
        self.sentByService = sentByService
        self.text = text
        self.avatar = avatar
        self.time = time
        self.sender = sender
        self.reactions = reactions
        self.reply = reply
        self.relations = relations
        self.chip = chip
        self.header = header
        self.screen = screen
        self.motion = motion
        self.code = code
        self.jumbo = jumbo
        self.media = media
        self.frames = frames
        self.pictures = pictures
    }
}

/// Bytes of a picture that belongs to the look; two are the same when their bytes are, wherever
/// they came from.
package struct ThemePicture: Sendable, Equatable {
    package var bytes: [UInt8]
    /// JSON Pointer into the request, or the theme's name, for errors.
    package var origin: String

    package init(bytes: [UInt8], origin: String) {
        self.bytes = bytes
        self.origin = origin
    }

    package static func == (left: ThemePicture, right: ThemePicture) -> Bool {
        left.bytes == right.bytes
    }
}

/// A place in `Theme.pictures`.
package typealias ThemePictureIndex = Int

/// Light or dark; a look says in its section of that name what differs.
package enum ThemeMode: String, Sendable, CaseIterable { case light, dark }

/// Whether colours are darkened or lightened until text is easily read, or the app's own; a look
/// says in its section `app` what differs.
package enum ThemeContrast: String, Sendable, CaseIterable { case readable, app }

extension Theme {
    /// The look with every key stated, its pictures in it: a look of its own that needs no other
    /// and that reads back as the same.
    package var json: JSONValue {
        let draft = ThemeDraft(theme: self)
        let members = ThemeKeys.all.compactMap { key in
            key.write(draft, pictures).map { JSONValue.Member(key.name, $0) }
        }
        return .object([JSONValue.Member("extends", .null)] + members)
    }
}
