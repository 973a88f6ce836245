package import Scene

/// The forms of files, polls, calls, voice messages and link previews.
package struct CardStyles: Sendable, Equatable {
    package var file = FileCardStyle()
    package var poll = PollCardStyle()
    package var call = CallCardStyle()
    package var voice = VoiceCardStyle()
    package var link = LinkCardStyle()
}

/// The background of a card within its bubble.
package enum CardGroundStyle: String, Sendable, CaseIterable {
    case none
    /// The bubble's color for cards.
    case fill
    /// A line around the card.
    case outline
    case box
    /// A bubble of its own with the style of received messages, in themes that show cards apart.
    case received
}

package struct CardIconStyle: Sendable, Equatable {
    package enum Shape: String, Sendable, CaseIterable {
        /// A sheet of paper with the file's extension.
        case page
        case disc, square
        case glyph
    }

    package enum Place: String, Sendable, CaseIterable { case start, end }

    package var shape: Shape
    package var place: Place = .start
    package var size: Double
    /// The icon's own color, or nil for the bubble's accent.
    package var color: Color?
    /// The color behind the icon, or nil for an icon in white on its own color.
    package var fill: Color?
}

package struct FileCardStyle: Sendable, Equatable {
    package enum Fact: String, Sendable, CaseIterable { case type, size }

    package var icon = CardIconStyle(shape: .page, size: 38)
    /// The icon's color for kinds of files, or nil for the usual one.
    package var pdf: Color?
    package var text: Color?
    package var sheet: Color?
    package var slides: Color?
    /// The facts in the second line, in order.
    package var facts: [Fact] = [.type, .size]
    /// Whether the name has the color of links.
    package var isLinked = false
    package var ground: CardGroundStyle = .fill
}

package struct PollCardStyle: Sendable, Equatable {
    package enum Answers: String, Sendable, CaseIterable {
        /// A bar below each answer.
        case bars
        /// A box around each answer, which its share fills.
        case boxes
    }

    package enum Mark: String, Sendable, CaseIterable {
        case none, circle
        /// The share of votes; circles as long as no votes are known.
        case percent
    }

    package enum Result: String, Sendable, CaseIterable { case votes, percent }
    package enum Foot: String, Sendable, CaseIterable {
        case start, center
        /// "View votes" below a line, instead of the number of votes.
        case button
    }

    package var answers: Answers = .bars
    package var mark: Mark = .circle
    package var result: [Result] = [.votes, .percent]
    package var isHeaded = true
    package var foot: Foot = .start
    package var ground: CardGroundStyle = .none
}

package struct CallCardStyle: Sendable, Equatable {
    package enum Form: String, Sendable, CaseIterable {
        case card
        case notice
    }

    package var form: Form = .card
    package var icon = CardIconStyle(shape: .disc, size: 38)
    /// The icon's color for missed and failed calls, or nil for that of failed messages.
    package var missed: Color?
    package var hasArrow = false
    /// Whether others' calls have a button "Call back".
    package var hasButton = false
    package var ground: CardGroundStyle = .none
}

package struct VoiceCardStyle: Sendable, Equatable {
    package enum Place: String, Sendable, CaseIterable { case below, end }

    package var icon = CardIconStyle(shape: .disc, size: 36)
    /// The color of the waveform, or nil for a pale accent.
    package var bars: Color?
    /// The color of the dot at the start of the waveform, or nil for none.
    package var knob: Color?
    package var duration: Place = .below
    package var hasPortrait = false
    package var ground: CardGroundStyle = .none
}

package struct LinkCardStyle: Sendable, Equatable {
    package var ground: CardGroundStyle = .fill
    /// The color of a bar at the start of link previews and of the cards of apps, or nil for none.
    package var bar: Color?
}
