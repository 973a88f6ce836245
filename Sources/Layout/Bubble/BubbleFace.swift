package import Model
package import Scene
package import Themes

/// The outline and colors of a message's bubble without its contents, for outputs that lay out the
/// contents themselves.
package struct BubbleFace: Sendable {
    package let style: BubbleStyle
    package let side: Side
    let hasTail: Bool
    /// Faces that look alike share a name.
    package let name: String
    private let run: RunPosition

    init(_ layout: Layout, _ entry: MessageEntry) {
        let message = layout.conversation.messages[entry.index]
        style = layout.bubbleStyle(of: message).value
        side = entry.side
        run = entry.run
        hasTail = style.tail.on.includes(
            run, hasAvatar: entry.showsAvatar && message.from != nil)
        let isMine = message.from != nil && message.from == layout.conversation.me
        let service = message.hasDetails ? message.details.service : nil
        let kind = isMine ? "s" + (service.map { "-" + $0.rawValue } ?? "") : "r"
        name =
            kind + (side == .left ? "-l" : "-r") + (hasTail ? "-t" : "")
            + (run.isFirst ? "-f" : "") + (run.isLast ? "-e" : "")
    }

    /// The outline around a body, including its tail.
    package func outline(of body: Rect) -> Path { shape(body).outline }

    /// The distance by which the tail extends beyond the body.
    package var reach: Insets {
        let body = Rect(0, 0, 200, 200)
        let ink = shape(body).outline.bounds
        return Insets(
            top: max(0, -ink.minY), left: max(0, -ink.minX), bottom: max(0, ink.maxY - 200),
            right: max(0, ink.maxX - 200))
    }

    private func shape(_ body: Rect) -> BubbleShape {
        BubbleShape(style: style, body: body, side: side, hasTail: hasTail, run: run)
    }
}

extension Tail.Placement {
    /// Whether a bubble has a tail.
    func includes(_ run: RunPosition, hasAvatar: Bool) -> Bool {
        switch self {
        case .first: run.isFirst
        case .last: run.isLast
        case .every: true
        case .never: false
        case .avatar: hasAvatar
        }
    }
}

extension Layout {
    package func face(of entry: MessageEntry) -> BubbleFace { BubbleFace(self, entry) }

    package func nameColor(of participant: ParticipantIndex) -> Color {
        if participant == conversation.me, let mine = theme.sender.mineColor { return mine }
        let colors = theme.sender.colors
        guard let own = conversation.participants[participant].color else {
            return colors.isEmpty ? theme.sender.color : colors[participant % colors.count]
        }
        let canvas = theme.canvas.background.color.over(.white)
        let isInBubble = theme.sender.place == .inside
        return legible(own, on: isInBubble ? theme.received.fill.color(on: canvas) : canvas)
    }

    /// The color behind the initials of a person.
    func avatarColor(of person: Participant, _ number: Int) -> Color {
        let style = theme.avatar
        guard let own = person.color else {
            return style.colors.isEmpty
                ? Color(142, 142, 147) : style.colors[number % style.colors.count]
        }
        return legible(own, on: style.initialsColor)
    }

    /// Returns a participant's color, or a shade of it that stands out: it was chosen for another
    /// background.
    private func legible(_ rgb: UInt32, on ground: Color) -> Color {
        let color = Color(rgb: rgb)
        return options.contrast == .app ? color : color.shade(standingOutFrom: ground, atLeast: 4.5)
    }

    /// The initials that represent a participant without a picture, if the name has letters.
    package func initials(
        of participant: ParticipantIndex
    ) -> (letters: String?, ground: Color) {
        let person = conversation.participants[participant]
        let name = person.name.shortened(toLines: 1)
        return (Avatar.initials(of: name), avatarColor(of: person, participant))
    }
}
