package import Model
package import Scene
package import Themes

/// The outline and colors of a message's bubble without its contents, for outputs that lay out the
/// contents themselves.
package struct BubbleFace: Sendable {
    package let style: BubbleStyle
    package let side: Side
    let hasTail: Bool
    /// The name of the face. Faces that look alike share a name.
    package let name: String
    private let run: RunPosition

    init(_ layout: Layout, _ entry: MessageEntry) {
        let message = layout.conversation.messages[entry.index]
        style = layout.bubbleStyle(of: message).value
        side = entry.side
        run = entry.run
        hasTail =
            switch style.tail.on {
            case .first: run.isFirst
            case .last: run.isLast
            case .every: true
            case .never: false
            }
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

extension Layout {
    package func face(of entry: MessageEntry) -> BubbleFace { BubbleFace(self, entry) }

    /// The color of a participant's name.
    package func nameColor(of participant: ParticipantIndex) -> Color {
        let colors = theme.sender.colors
        return conversation.participants[participant].color.map { Color(rgb: $0) }
            ?? (colors.isEmpty ? theme.sender.color : colors[participant % colors.count])
    }

    /// The initials that represent a participant without a picture, if the name has letters.
    package func initials(
        of participant: ParticipantIndex
    ) -> (letters: String?, ground: Color) {
        let person = conversation.participants[participant]
        let name = person.name.shortened(toLines: 1)
        let ground = Avatar.ground(of: person, number: participant, theme.avatar)
        return (Avatar.initials(of: name), ground)
    }
}
