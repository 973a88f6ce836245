import Model
import Scene
import Themes

/// The pieces for content beside a message's text: poll, call, payment, place, person, link.
struct CardPieces {
    let composer: MessageComposer

    private var message: Message { composer.message }
    private var look: CardLook { CardLook(composer) }

    /// The label of an unknown kind, shown above the message's text.
    func label() -> (any Piece)? {
        guard case .unknown(let kind) = message.kind else { return nil }
        var small = composer.theme.text.small
        small.isItalic = true
        return TextPiece(
            look.shape(
                look.phrases.unsupported(kind), small, composer.style.secondaryColor, lines: 2,
                width: look.width))
    }

    /// Returns a bubble for each card; a theme may join them into one bubble.
    func contents() -> [BubbleContent] {
        withoutPreview() + (preview().map { [BubbleContent(pieces: [$0])] } ?? [])
    }

    /// The preview of the page that a link leads to.
    func preview() -> (any Piece)? {
        guard message.hasDetails, let link = message.details.link else { return nil }
        return LinkCard(look: look, pictures: composer.layout.pictures).piece(link)
    }

    func withoutPreview() -> [BubbleContent] {
        guard message.hasDetails || message.kind == .call else { return [] }
        let (details, look) = (message.details, self.look)
        let forms = composer.theme.cards
        var cards: [BubbleContent] = []
        if let call = details.call ?? (message.kind == .call ? Call() : nil) {
            cards.append(
                BubbleContent(
                    pieces: CallCard(look: look).pieces(call, isMine: composer.isMine),
                    isAsReceived: forms.call.ground == .received))
        }
        if let poll = details.poll {
            cards.append(
                BubbleContent(
                    pieces: [PollCard(look: look).piece(poll)],
                    isAsReceived: forms.poll.ground == .received))
        }
        if let payment = details.payment {
            cards.append(BubbleContent(pieces: [PaymentCard(look: look).piece(payment)]))
        }
        if let location = details.location {
            cards.append(BubbleContent(pieces: LocationCard(composer: composer).pieces(location)))
        }
        if let contact = details.contact {
            cards.append(BubbleContent(pieces: [ContactCard(look: look).piece(contact)]))
        }
        return cards
    }
}

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

/// The stacked buttons of an app's card. Buttons with an address are links.
struct ButtonsPiece: Piece {
    struct Button: Sendable {
        let label: ShapedText
        let url: String?
    }

    let buttons: [Button]
    let width: Double
    /// The color of the outlines.
    var line: Color?
    var ground: Color?
    let radius: Double

    /// The padding on both sides of a label.
    static let padding = 16.0
    private static let gap = 4.0

    private var height: Double {
        buttons.reduce(30) { max($0, $1.label.size.height + 12) }
    }

    var size: Size {
        let count = Double(buttons.count)
        return Size(width, count * height + max(count - 1, 0) * ButtonsPiece.gap)
    }

    /// Empty, because the card's text already includes the buttons.
    var text: String { "" }

    var breaks: [Double] {
        buttons.indices.dropFirst().map {
            Double($0) * (height + ButtonsPiece.gap) - ButtonsPiece.gap / 2
        }
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        var y = frame.minY
        for button in buttons {
            let place = Rect(frame.minX, y, frame.width, height)
            let outline = Path.rounded(place.inset(by: 0.5), min(radius, height / 2))
            if let ground { drawing.fill(outline, ground) }
            if let line { drawing.add(.stroke(outline, Stroke(line, width: 1))) }
            let label = button.label
            drawing.text(
                label,
                at: Point(
                    place.midX - label.size.width / 2, place.midY - label.size.height / 2))
            if let url = button.url { drawing.add(.link(place, url: url)) }
            y += height + ButtonsPiece.gap
        }
    }
}
