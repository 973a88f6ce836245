import Model
import Scene
import Themes

/// A person's card: initials in a circle, name, phone numbers and mail addresses.
struct ContactCard {
    let look: CardLook

    private var maxLines: Int { look.isComplete ? .max : 8 }

    func piece(_ contact: Contact) -> any Piece {
        let name = contact.name.isEmpty ? look.phrases[.contact] : contact.name
        let side = 40.0
        let initials = Avatar.initials(of: name.shortened(toLines: 1)).map {
            look.mark($0, color: look.onAccent, weight: 600, size: side * 0.4, width: side)
        }
        let lead = LeadMark(
            kind: initials.map { .initials($0) } ?? .disc(.person), fill: look.accent,
            ink: look.onAccent, side: side)
        let reachable = (contact.phones + contact.emails).filter { !$0.isEmpty }
        let text = ([look.phrases[.contact] + ": " + name] + reachable).joined(separator: "\n")
        return CardRow.measured(
            look, lead, ground: nil, text: text, kind: look.phrases[.contact], minWidth: 170
        ) { width in
            var lines = [look.title(name, lines: nil, width: width)]
            lines += reachable.prefix(maxLines).map { look.small($0, lines: nil, width: width) }
            if reachable.count > maxLines {
                let more = look.phrases.counted(.more, reachable.count - maxLines)
                lines.append(look.small("+ " + more, width: width))
            }
            return lines
        }
    }
}
