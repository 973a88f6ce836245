import Model
import Scene
import Themes

/// A call: a telephone or camera mark, the outcome and the duration.
struct CallCard {
    let look: CardLook

    private var style: CallCardStyle { look.theme.cards.call }

    func pieces(_ call: Call, isMine: Bool) -> [any Piece] {
        let look = look.on(style.ground)
        let title = look.phrases.title(of: call)
        let facts = look.phrases.facts(of: call)
        let alarm = CallCard.alarm(call, look.theme)
        let lead = look.icon(style.icon, call.isVideo ? .film : .phone, color: alarm)
        let text = [title, facts].filter { !$0.isEmpty }.joined(separator: ", ")
        let row = CardRow.measured(
            look, lead, ground: look.ground(style.ground), text: text, at: style.icon.place
        ) { width in
            [look.title(title, lines: 2, width: width)]
                + (style.hasArrow ? [arrow(call, isMine, facts, look, width: width)] : [])
                + (facts.isEmpty || style.hasArrow ? [] : [look.small(facts, width: width)])
        }
        guard style.hasButton, !look.isComplete, !isOutgoing(call, isMine) else { return [row] }
        let width = max(row.size.width, min(look.width, 190))
        return [
            row,
            ButtonsPiece(
                buttons: [
                    ButtonsPiece.Button(
                        label: look.small(
                            look.phrases[.callBack], color: look.style.textColor, weight: 600,
                            width: max(width - ButtonsPiece.padding, 8)), url: nil)
                ], width: width, ground: look.style.textColor.withAlpha(0.08), radius: look.radius),
        ]
    }

    private func isOutgoing(_ call: Call, _ isMine: Bool) -> Bool {
        call.direction.map { $0 == .out } ?? isMine
    }

    /// The facts after an arrow that shows the direction.
    private func arrow(
        _ call: Call, _ isMine: Bool, _ facts: String, _ look: CardLook, width: Double
    ) -> ShapedText {
        let arrow = isOutgoing(call, isMine) ? "↗" : "↙"
        var span = StyledText.Span(0..<arrow.utf8.count)
        span.color = CallCard.alarm(call, look.theme) ?? look.accent
        return look.small(facts.isEmpty ? arrow : arrow + " " + facts, spans: [span], width: width)
    }

    /// The icon's color for a missed or failed call; nil for any other.
    static func alarm(_ call: Call, _ theme: Theme) -> Color? {
        call.outcome == .missed || call.outcome == .failed
            ? theme.cards.call.missed ?? theme.time.failedColor : nil
    }
}
