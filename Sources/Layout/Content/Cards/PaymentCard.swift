import Model
import Scene
import Themes

/// A payment: its amount, direction and note.
struct PaymentCard {
    let look: CardLook

    func piece(_ payment: Payment) -> any Piece {
        let amount = look.phrases.amount(of: payment)
        let way = look.phrases.way(of: payment)
        let lead = LeadMark(kind: .disc(.coin), fill: look.accent, ink: look.onAccent, side: 40)
        var large = look.theme.text.body
        large.size *= 1.25
        large.lineHeight *= 1.25
        large.weight = 700
        let note = payment.note.flatMap { $0.isEmpty ? nil : $0 }
        let text = [way + ": " + amount, note].compactMap { $0 }.joined(separator: "\n")
        return CardRow.measured(look, lead, ground: nil, text: text) { width in
            [
                look.shape(amount, large, look.style.textColor, lines: 2, width: width),
                look.small(way, width: width),
            ] + (note.map { [look.plain($0, lines: nil, width: width)] } ?? [])
        }
    }
}
