import Scene

enum AvatarKeys {
    static let all: [Key<AvatarStyle>] = [
        Key("shown", \.shown, .choice, "whose messages have an avatar"),
        Key("size", \.size, .number(0...200), "the diameter"),
        Key("gap", \.gap, .number(0...100), "the gap to the bubble"),
        Key("place", \.place, .choice, "beside the last, first or every bubble of a run"),
        Key(
            "radius", \.radius, .number(0...100),
            "the corner radius; half of the size gives a circle"),
        Key("colors", \.colors, .palette(1...32), "backgrounds of initials, one for each person"),
        Key("initials", \.initialsColor, .color, "the color of initials"),
    ]
}

enum TimeKeys {
    static let all: [Key<TimeStyle>] = [
        Key("place", \.place, .choice, "the place of times"),
        Key(
            "days", \.days, .choice,
            "dates in pictures; without a year only in the year of the last message"),
        Key("ticks", \.ticks, .choice, "the form of the delivery status"),
        Key(
            "delivered_checks", \.deliveredChecks, .integer(1...2),
            "the number of check marks of delivered, unread messages"),
        Key("read", \.readColor, .color, "the color of the check marks of read messages"),
        Key("failed", \.failedColor, .color, "the color of the sign for failed messages"),
        Key(
            "failed_sign", \.drawsFailedSign, .flag,
            "whether failed messages have a round sign beside the bubble"),
    ]
}

enum NameKeys {
    static let all: [Key<NameStyle>] = [
        Key("shown", \.shown, .choice, "who gets a name"),
        Key("place", \.place, .choice, "in the bubble, above it, or in a column beside it"),
        Key("color", \.color, .color, "the color of names if `colors` is empty"),
        Key("colors", \.colors, .palette(0...32), "colors of names, one for each person"),
        Key("lines", \.maxLines, .integer(1...8), "the maximum number of lines"),
        Key("capitals", \.isCapital, .flag, "whether names are in capital letters"),
        Key(
            "mine", optional: \.mineColor, .color,
            "the color of my name, which is then “Me”; null for a name like others'"),
        Key(
            "width", \.width, .number(20...400),
            "the minimum width of the column, which grows with the longest name"),
        Key(
            "bar", \.bar, .number(0...20),
            "the width of a bar in the sender's color beside the messages"),
    ]
}

enum ReactionKeys {
    static let all: [Key<ReactionStyle>] = [
        Key("shape", \.shape, .choice, "the form of reactions"),
        Key(
            "pills", \.pills, .choice,
            "a pill for each emoji, or one for all that ends with the total or with “+n” for the rest"
        ),
        Key("most", \.maxShown, .integer(1...20), "the maximum number of emoji in a shared pill"),
        Key(
            "counts", \.counts, .choice,
            "a number beside each emoji from two people, or also for one"
        ),
        Key("fill", \.fill, .color, "the background of others' reactions"),
        Key("mine_fill", \.mineFill, .color, "the background of my reactions"),
        Key("text", \.textColor, .color, "the color of counts and names"),
        Key("mine_text", \.mineTextColor, .color, "the same, on my reactions"),
        Key("border", optional: \.border, BubbleKeys.border, "the border of each reaction"),
        Key("size", \.size, .number(8...100), "the height"),
        Key(
            "overlap", \.overlap, .number(-50...50),
            "the maximum overlap with the bubble; the text is never covered"),
    ]
}

enum ReplyKeys {
    static let all: [Key<ReplyStyle>] = [
        Key(
            "shape", \.shape, .choice,
            "a bar in the bubble, a small bubble above or below it, or one line above the name"),
        Key("bar_width", \.barWidth, .number(0...20), "the width of the bar"),
        Key(
            "received_fill", \.receivedFill, .color,
            "the background of quotations in received bubbles"),
        Key("sent_fill", \.sentFill, .color, "the background of quotations in sent bubbles"),
        Key("radius", \.radius, .number(0...100), "the corner radius"),
        Key(
            "line", \.hasLine, .flag,
            "whether a bubble above is on the quoted sender's side, with a thin line to the reply"),
    ]
}

enum RelationKeys {
    static let all: [Key<RelationStyle>] = [
        Key(
            "deleted", \.deleted, .choice,
            "“This message was deleted”, “Message deleted”, “Ben unsent a message”, “Ben recalled a message” or “Ben deleted a Chat”"
        ),
        Key(
            "deleted_notice", \.deletedIsNotice, .flag,
            "whether a centered notice replaces the bubble of a deleted message"),
        Key(
            "deleted_sign", \.deletedSign, .text(8),
            "the sign before the words for a deleted message"),
        Key(
            "forwarded", \.forwarded, .choice,
            "an arrow and one italic line, or upright text with the name below"),
        Key("edited", \.edited, .choice, "“Edited” or “edited”"),
        Key(
            "edited_place", \.editedPlace, .choice,
            "before the time, in brackets after the text, or on a line above or below the bubble"),
        Key("edit_times", \.showsEditTimes, .flag, "whether the time of an edit is shown"),
        Key("gaps", \.showsGaps, .flag, "whether gaps left by a filter are shown"),
    ]
}

enum ChipKeys {
    static let all: [Key<ChipStyle>] = [
        Key(
            "fill", optional: \.fill, .color,
            "the background of the label; null for text without a label"),
        Key("radius", \.radius, .number(0...100), "the corner radius"),
        Key("padding", \.padding, .insets(0...100), "around the text"),
        Key("shadow", optional: \.shadow, BubbleKeys.shadow, "the shadow"),
        Key("border", optional: \.border, BubbleKeys.border, "the border"),
        Key("line", optional: \.line, .color, "a line across the canvas behind day headers"),
        Key(
            "notes_aside", \.notesAreAside, .flag,
            "whether notes begin where messages do, instead of in the center"),
    ]
}

enum CodeKeys {
    static let all: [Key<CodeStyle>] = [
        Key("fill", \.fill, .color, "the background of code blocks"),
        Key("text", \.textColor, .color, "the color of code"),
        Key("keyword", \.keyword, .color, "the color of keywords"),
        Key("string", \.string, .color, "the color of strings"),
        Key("comment", \.comment, .color, "the color of comments"),
        Key("number", \.number, .color, "the color of numbers"),
        Key("radius", \.radius, .number(0...100), "the corner radius of the block"),
    ]
}

enum JumboKeys {
    static let all: [Key<JumboStyle>] = [
        Key(
            "sizes", \.sizes, .list(.number(8...200), count: 0...12, expected: .numbers),
            "the sizes for one emoji, two, three …; empty to disable"),
        Key("bubble", \.hasBubble, .flag, "whether they have a bubble"),
    ]
}

enum MediaKeys {
    static let all: [Key<MediaStyle>] = [
        Key("joins_text", \.joinsText, .flag, "whether a picture and its text share a bubble"),
        Key("inset", \.inset, .number(0...50), "from the bubble's edge to a picture in it"),
        Key("max_size", \.maxSize, .size(20...2000), "the maximum size of pictures"),
        Key("min_size", \.minSize, .size(0...1000), "the minimum size of pictures"),
        Key("sticker_size", \.stickerSize, .number(20...1000), "the longer side of a sticker"),
        Key("whole", \.isWhole, .flag, "whether pictures, albums and file names are shown in full"),
        Key("map", \.drawsMaps, .flag, "whether places are drawn on a grid with a pin"),
        Key(
            "previews_first", \.previewsComeFirst, .flag, "whether a link preview is above the text"
        ),
    ]
}

extension ValueSyntax where Value == [Color] {
    static func palette(_ count: ClosedRange<Int>) -> ValueSyntax {
        list(.color, count: count, expected: .colors, single: true)
    }
}
