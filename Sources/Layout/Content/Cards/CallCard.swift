import Model
import Scene
import Themes

/// A call: a telephone or camera mark, the outcome and the duration.
struct CallCard {
    let look: CardLook

    func piece(_ call: Call) -> any Piece {
        let title = look.phrases.title(of: call)
        let facts = look.phrases.facts(of: call)
        let isMissed = call.outcome == .missed || call.outcome == .failed
        let lead = LeadMark(
            kind: .disc(call.isVideo ? .film : .phone), fill: isMissed ? look.alarm : look.accent,
            ink: isMissed ? onAlarm : look.onAccent)
        let text = [title, facts].filter { !$0.isEmpty }.joined(separator: ", ")
        return CardRow.measured(look, lead, ground: nil, text: text) { width in
            [look.title(title, lines: 2, width: width)]
                + (facts.isEmpty ? [] : [look.small(facts, width: width)])
        }
    }

    private var onAlarm: Color {
        look.alarm.contrast(with: .white) >= 3 ? .white : look.ground
    }
}
