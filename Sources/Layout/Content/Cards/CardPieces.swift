import Model
import Scene
import Themes

struct CardPieces {
    let composer: MessageComposer

    private var message: Message { composer.message }
    private var look: CardLook { CardLook(composer) }

    func label() -> (any Piece)? {
        guard case .unknown(let kind) = message.kind else { return nil }
        var small = composer.theme.text.small
        small.isItalic = true
        return TextPiece(
            look.shape(
                look.phrases.unsupported(kind), small, color: composer.style.secondaryColor,
                lines: 2,
                width: look.width))
    }

    func contents() -> [BubbleContent] {
        withoutPreview() + (preview().map { [BubbleContent(pieces: [$0])] } ?? [])
    }

    func preview() -> (any Piece)? {
        guard message.hasDetails, let link = message.details.link else { return nil }
        return LinkPiece(link, look)
    }

    func withoutPreview() -> [BubbleContent] {
        guard message.hasDetails || message.kind == .call else { return [] }
        let (details, look) = (message.details, self.look)
        let forms = composer.theme.cards
        var cards: [BubbleContent] = []
        if let call = details.call ?? (message.kind == .call ? Call() : nil) {
            cards.append(
                BubbleContent(
                    pieces: look.pieces(of: call, isMine: composer.isMine),
                    isAsReceived: forms.call.ground == .received))
        }
        if let poll = details.poll {
            cards.append(
                BubbleContent(
                    pieces: [PollPiece(poll, look)],
                    isAsReceived: forms.poll.ground == .received))
        }
        if let payment = details.payment {
            cards.append(BubbleContent(pieces: [look.row(of: payment)]))
        }
        if let location = details.location {
            cards.append(BubbleContent(pieces: composer.pieces(of: location)))
        }
        if let contact = details.contact {
            cards.append(BubbleContent(pieces: [look.row(of: contact)]))
        }
        return cards
    }
}

extension CardLook {
    func pieces(of call: Call, isMine: Bool) -> [any Piece] {
        let style = theme.cards.call
        let look = on(style.ground)
        let title = phrases.title(of: call)
        let facts = phrases.facts(of: call)
        let lead = look.icon(
            style.icon, call.isVideo ? .film : .phone, color: CardLook.alarm(call, theme))
        let text = [title, facts].filter { !$0.isEmpty }.joined(separator: ", ")
        let isOutgoing = call.direction.map { $0 == .out } ?? isMine
        let row = CardRow(
            look, lead, ground: look.ground(style.ground), text: text, at: style.icon.place
        ) { width in
            [look.title(title, lines: 2, width: width)]
                + (style.hasArrow
                    ? [look.arrow(call, isOutgoing: isOutgoing, facts, width: width)] : [])
                + (facts.isEmpty || style.hasArrow ? [] : [look.small(facts, width: width)])
        }
        guard style.hasButton, !isComplete, !isOutgoing else { return [row] }
        let width = max(row.size.width, min(look.width, 190))
        let label = look.small(
            phrases[.callBack], color: look.style.textColor, weight: 600,
            width: max(width - ButtonsPiece.padding, 8))
        return [
            row,
            ButtonsPiece(
                buttons: [(label, nil)], width: width,
                ground: look.style.textColor.withAlpha(0.08), radius: look.radius),
        ]
    }

    private func arrow(
        _ call: Call, isOutgoing: Bool, _ facts: String, width: Double
    ) -> ShapedText {
        let arrow = isOutgoing ? "↗" : "↙"
        var span = StyledText.Span(0..<arrow.utf8.count)
        span.color = CardLook.alarm(call, theme) ?? accent
        return small(facts.isEmpty ? arrow : arrow + " " + facts, spans: [span], width: width)
    }

    /// The icon's color for a missed or failed call; nil for any other.
    static func alarm(_ call: Call, _ theme: Theme) -> Color? {
        call.outcome == .missed || call.outcome == .failed
            ? theme.cards.call.missed ?? theme.time.failedColor : nil
    }

    fileprivate func row(of payment: Payment) -> CardRow {
        let amount = phrases.amount(of: payment)
        let way = phrases.way(of: payment)
        let lead = LeadMark(kind: .disc(.coin), fill: accent, ink: onAccent, side: 40)
        var large = theme.text.body
        large.size *= 1.25
        large.lineHeight *= 1.25
        large.weight = 700
        let note = payment.note.flatMap { $0.isEmpty ? nil : $0 }
        let text = [way + ": " + amount, note].compactMap { $0 }.joined(separator: "\n")
        return CardRow(self, lead, ground: nil, text: text) { width in
            [
                shape(amount, large, color: style.textColor, lines: 2, width: width),
                small(way, width: width),
            ] + (note.map { [plain($0, lines: nil, width: width)] } ?? [])
        }
    }

    func row(of contact: Contact) -> CardRow {
        let name = contact.name.isEmpty ? phrases[.contact] : contact.name
        let side = 40.0
        let maxLines = isComplete ? Int.max : 8
        let initials = Avatar.initials(of: name.shortened(toLines: 1)).map {
            mark($0, color: onAccent, weight: 600, size: side * 0.4, width: side)
        }
        let lead = LeadMark(
            kind: initials.map { .initials($0) } ?? .disc(.person), fill: accent, ink: onAccent,
            side: side)
        let reachable = (contact.phones + contact.emails).filter { !$0.isEmpty }
        let text = ([phrases[.contact] + ": " + name] + reachable).joined(separator: "\n")
        return CardRow(
            self, lead, ground: nil, text: text, kind: phrases[.contact], minWidth: 170
        ) { width in
            var lines = [title(name, lines: nil, width: width)]
            lines += reachable.prefix(maxLines).map { small($0, lines: nil, width: width) }
            if reachable.count > maxLines {
                let more = phrases.counted(.more, reachable.count - maxLines)
                lines.append(small("+ " + more, width: width))
            }
            return lines
        }
    }
}

/// Buttons with an address are links.
struct ButtonsPiece: Piece {
    let buttons: [(label: ShapedText, url: String?)]
    let width: Double
    var line: Color?
    var ground: Color?
    let radius: Double

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
