package import Scene

package struct AvatarStyle: Sendable, Equatable {
    package enum Shown: String, Sendable, CaseIterable { case never, groups, received, always }
    package enum Place: String, Sendable, CaseIterable {
        /// Beside the last bubble of a run, at its bottom; or beside the first, at its top.
        case last, first
        /// Beside every bubble, at its top.
        case every
    }

    package var shown: Shown
    package var size: Double
    package var gap: Double
    package var place: Place
    /// The backgrounds of initials, one per participant.
    package var colors: [Color]
    package var initialsColor: Color
    package var radius: Double
}

package struct ReactionStyle: Sendable, Equatable {
    package enum Shape: String, Sendable, CaseIterable {
        /// A circle on the top corner away from the sender.
        case tapback
        /// A pill over the bubble's bottom edge.
        case pill
        /// Pills inside the bubble, below its text.
        case inside
        /// Plain text below the bubble.
        case text
    }

    package enum Pills: String, Sendable, CaseIterable {
        case each
        /// One shared pill: the most frequent emoji, followed by the total number of reactions.
        case total
        /// One shared pill: the most frequent emoji with their counts, followed by "+n" for the
        /// rest.
        case rest
    }

    /// The numbers of people beside each emoji: from two, or also one.
    package enum Counts: String, Sendable, CaseIterable { case several, all }

    package var shape: Shape
    package var pills: Pills = .each
    package var counts: Counts = .several
    /// The maximum number of different emoji in a shared pill.
    package var maxShown: Int = 3
    package var fill: Color
    package var mineFill: Color
    package var textColor: Color
    package var mineTextColor: Color
    package var border: BubbleStyle.Border?
    package var size: Double
    /// The maximum distance by which reactions overlap the bubble, never covering its contents.
    package var overlap: Double
}

package struct ReplyStyle: Sendable, Equatable {
    package enum Shape: String, Sendable, CaseIterable {
        /// A bar on the left with name and text, inside the bubble.
        case bar
        /// A small outlined bubble above.
        case bubble
        /// One line above the sender's name, with a thin line to the avatar.
        case line
        /// A small bubble below.
        case below
    }

    package var shape: Shape
    package var barWidth: Double
    package var receivedFill: Color
    package var sentFill: Color
    package var radius: Double
    /// Whether the quoted bubble is on the quoted sender's side, with a thin line to the reply.
    package var hasLine: Bool = false
}

/// The style of a message's relations and later changes.
package struct RelationStyle: Sendable, Equatable {
    package enum Forwarded: String, Sendable, CaseIterable {
        /// An arrow and one italic line.
        case line
        /// Upright text, with the name on a separate line.
        case heading
    }

    package enum Edited: String, Sendable, CaseIterable { case capital, small }

    package enum Deleted: String, Sendable, CaseIterable {
        /// "This message was deleted", "You deleted this message".
        case deleted
        /// "Message deleted".
        case short
        /// "Ben unsent a message".
        case unsent
        /// "“Ben” recalled a message".
        case recalled
        /// "Ben deleted a Chat".
        case chat
    }

    package enum EditedPlace: String, Sendable, CaseIterable {
        case time
        case text
        /// On a line above or below the bubble.
        case above, below
    }

    package var deleted: Deleted = .deleted
    /// Whether a centered notice replaces the bubble of a deleted message.
    package var deletedIsNotice: Bool = false
    /// The sign before the words for a deleted message; empty for none.
    package var deletedSign: String = ""
    package var forwarded: Forwarded = .line
    package var edited: Edited = .capital
    package var editedPlace: EditedPlace = .time
    package var showsEditTimes: Bool = false
    /// Whether gaps left by a filter are shown by default.
    package var showsGaps: Bool = false
}

/// The style of day headers and notes in rounded labels.
package struct ChipStyle: Sendable, Equatable {
    /// The background, or nil for text without a label.
    package var fill: Color?
    package var radius: Double
    package var padding: Insets
    package var shadow: BubbleStyle.Shadow?
    package var border: BubbleStyle.Border?
    /// The color of a line across the canvas behind day headers.
    package var line: Color?
    /// Whether notes begin where messages do, instead of in the center.
    package var notesAreAside: Bool = false
}

package struct CodeStyle: Sendable, Equatable {
    package var fill: Color
    package var textColor: Color
    package var keyword: Color
    package var string: Color
    package var comment: Color
    package var number: Color
    package var radius: Double
}

/// The style of messages that consist of a few emoji.
package struct JumboStyle: Sendable, Equatable {
    /// The sizes for one emoji, two, three and so on. Messages with more have the usual size. Empty
    /// to disable.
    package var sizes: [Double]
    package var hasBubble: Bool
}

/// The style of pictures, videos and cards within bubbles.
package struct MediaStyle: Sendable, Equatable {
    /// Whether text sent with a picture is in the picture's bubble, as a caption.
    package var joinsText: Bool
    /// The distance from the bubble's edge to a picture in it. The picture's corners follow the
    /// bubble's.
    package var inset: Double
    package var maxSize: Size
    package var minSize: Size
    package var stickerSize: Double
    /// Whether pictures, albums and file names are always shown in full, as evidence requires.
    /// Otherwise they are cropped as the apps do.
    package var isWhole: Bool = false
    /// Whether a place without a map picture is drawn on a grid with a pin.
    package var drawsMaps: Bool = true
    package var previewsComeFirst: Bool = false
}

package struct NameStyle: Sendable, Equatable {
    package enum Shown: String, Sendable, CaseIterable {
        case never, groups, always
        /// Every sender, including "me".
        case everyone
    }

    package enum Place: String, Sendable, CaseIterable {
        case inside, above
        case beside
    }

    package var shown: Shown
    package var place: Place
    package var color: Color
    /// One color per participant. If empty, `color` is used.
    package var colors: [Color]
    /// The minimum width of the column for names beside the messages.
    package var width: Double = 96
    package var maxLines: Int = 1
    package var isCapital: Bool = false
    /// The color of my name, which is then "Me"; nil for a name like others'.
    package var mineColor: Color?
    /// The width of a bar in the sender's color beside the messages, or 0 for none.
    package var bar: Double = 0
}

package struct TimeStyle: Sendable, Equatable {
    package enum Place: String, Sendable, CaseIterable {
        case none
        /// At the bottom right inside the bubble, on the last line if there is room.
        case inside
        /// On a line below the last bubble of a run.
        case below
        /// Only in day headers, which are then repeated after every pause.
        case header
        /// A label above every message.
        case above
        /// After the name at the beginning of a run, or before every name in a separate column.
        case name
        /// Outside of the last bubble of a run, at its bottom.
        case beside
    }

    package enum Ticks: String, Sendable, CaseIterable {
        case none
        /// One or two check marks, colored when the message is read.
        case checks
        /// Check marks in circles.
        case circles
        /// "Delivered" or "Read 9:41" below the bubble.
        case words
    }

    package var place: Place
    package var days: DayForm = .full
    package var ticks: Ticks
    /// The number of check marks of delivered but unread messages: two if the color shows the
    /// difference.
    package var deliveredChecks: Int = 2
    package var readColor: Color
    /// The color of "Not delivered" and its sign.
    package var failedColor: Color = Color(196, 27, 27)
    /// Whether a failed message has a round sign beside its bubble.
    package var drawsFailedSign: Bool = false
}
