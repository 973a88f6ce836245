import Scene

enum AvatarKeys {
    static let all: [Key<AvatarStyle>] = [
        Key("shown", \.shown, .choice, "beside whose bubbles"),
        Key("size", \.size, .number(0...200), "how large"),
        Key("gap", \.gap, .number(0...100), "to the bubble"),
        Key("place", \.place, .choice, "beside the last bubble of a run, the first, or every one"),
        Key("radius", \.radius, .number(0...100), "half of the size is a circle"),
        Key("colors", \.colors, .palette(1...32), "behind initials, one a person"),
        Key("initials", \.initialsColor, .color, "the initials"),
    ]
}

enum TimeKeys {
    static let all: [Key<TimeStyle>] = [
        Key("place", \.place, .choice, "where times stand"),
        Key("ticks", \.ticks, .choice, "how it shows that a message was sent and read"),
        Key(
            "delivered_checks", \.deliveredChecks, .integer(1...2),
            "check marks of what was delivered and not yet read"),
        Key("read", \.readColor, .color, "ticks of what was read"),
        Key("failed", \.failedColor, .color, "what could not be sent"),
        Key(
            "failed_sign", \.drawsFailedSign, .flag,
            "a round sign beside the bubble of what could not be sent"),
    ]
}

enum NameKeys {
    static let all: [Key<NameStyle>] = [
        Key("shown", \.shown, .choice, "above or in whose bubbles"),
        Key("place", \.place, .choice, "in the bubble, above it, or in a column beside"),
        Key("color", \.color, .color, "the names, where `colors` is empty"),
        Key("colors", \.colors, .palette(0...32), "one a person"),
        Key("width", \.width, .number(20...400), "of the column"),
        Key("bar", \.bar, .number(0...20), "a bar in their colour along what they say"),
    ]
}

enum ReactionKeys {
    static let all: [Key<ReactionStyle>] = [
        Key("shape", \.shape, .choice, "how they hang on the bubble"),
        Key(
            "pills", \.pills, .choice,
            "one for each emoji, or one for all that ends in the total, or in “+n” for the rest"),
        Key("most", \.most, .integer(1...20), "different emoji in one pill for all"),
        Key("fill", \.fill, .color, "behind those of others"),
        Key("mine_fill", \.mineFill, .color, "behind mine"),
        Key("text", \.textColor, .color, "counts and names"),
        Key("mine_text", \.mineTextColor, .color, "on mine"),
        Key("border", optional: \.border, BubbleKeys.border, "a line around each"),
        Key("size", \.size, .number(8...100), "its height"),
        Key(
            "overlap", \.overlap, .number(-50...50),
            "how far they reach over the bubble at most, never over its text"),
    ]
}

enum ReplyKeys {
    static let all: [Key<ReplyStyle>] = [
        Key("shape", \.shape, .choice, "a bar in the bubble, or a small bubble above"),
        Key("bar_width", \.barWidth, .number(0...20), "the bar at its left"),
        Key("received_fill", \.receivedFill, .color, "behind the quote in received bubbles"),
        Key("sent_fill", \.sentFill, .color, "in sent bubbles"),
        Key("radius", \.radius, .number(0...100), "its corners"),
        Key(
            "line", \.hasLine, .flag,
            "a bubble above stands with whoever is quoted, a thin line leads to the answer"),
    ]
}

enum RelationKeys {
    static let all: [Key<RelationStyle>] = [
        Key("deleted_sign", \.deletedSign, .text(8), "before “This message was deleted”"),
        Key(
            "forwarded", \.forwarded, .choice,
            "an arrow and one slanted line, or upright with the name below"),
        Key("edited", \.edited, .choice, "“Edited” or “edited”"),
    ]
}

enum ChipKeys {
    static let all: [Key<ChipStyle>] = [
        Key("fill", optional: \.fill, .color, "behind day headers and notes; null for bare text"),
        Key("radius", \.radius, .number(0...100), "its corners"),
        Key("padding", \.padding, .insets(0...100), "around the words"),
        Key("shadow", optional: \.shadow, BubbleKeys.shadow, "a soft shadow"),
        Key("border", optional: \.border, BubbleKeys.border, "a line around it"),
        Key("line", optional: \.line, .color, "a hairline across, on which days stand"),
    ]
}

enum CodeKeys {
    static let all: [Key<CodeStyle>] = [
        Key("fill", \.fill, .color, "behind blocks of code"),
        Key("text", \.textColor, .color, "the code"),
        Key("keyword", \.keyword, .color, "its keywords"),
        Key("string", \.string, .color, "its strings"),
        Key("comment", \.comment, .color, "its comments"),
        Key("number", \.number, .color, "its numbers"),
        Key("radius", \.radius, .number(0...100), "the block's corners"),
    ]
}

enum JumboKeys {
    static let all: [Key<JumboStyle>] = [
        Key(
            "sizes", \.sizes, .list(.number(8...200), count: 0...12, expected: .numbers),
            "of one emoji alone, two, three …; empty for never"),
        Key("bubble", \.hasBubble, .flag, "whether they keep their bubble"),
    ]
}

enum MediaKeys {
    static let all: [Key<MediaStyle>] = [
        Key("joins_text", \.joinsText, .flag, "text sent with a picture stands in its bubble"),
        Key("inset", \.inset, .number(0...50), "from the bubble's edge to a picture in it"),
        Key("max_size", \.maxSize, .size(20...2000), "pictures are never larger"),
        Key("min_size", \.minSize, .size(0...1000), "and never smaller"),
        Key("sticker_size", \.stickerSize, .number(20...1000), "the longer side of a sticker"),
        Key("whole", \.isWhole, .flag, "nothing is cut off pictures, albums and names of files"),
        Key("map", \.drawsMaps, .flag, "a place stands on a grid with a pin"),
        Key("previews_first", \.previewsComeFirst, .flag, "a link's preview stands above its text"),
    ]
}

extension ValueSyntax where Value == [Color] {
    static func palette(_ count: ClosedRange<Int>) -> ValueSyntax {
        list(.color, count: count, expected: .colors, single: true)
    }
}
