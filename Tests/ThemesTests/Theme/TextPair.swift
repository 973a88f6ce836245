import Scene
import Themes

/// A text color of a theme and a background that the text can be on.
struct TextPair: CustomStringConvertible {
    let what: String
    let text: Color
    /// Opaque: translucent layers are already blended over the colors below them.
    let ground: Color

    /// As seen: translucent text is judged by its blend with the background.
    var contrast: Double { text.over(ground).contrast(with: ground) }

    var description: String {
        "\(what): \(text.hex) on \(ground.hex) is \((contrast * 100).rounded(.down) / 100)"
    }
}

extension Theme {
    /// Every pair of text and background that layout can produce with this theme.
    var textPairs: [TextPair] {
        var pairs = canvasPairs + bubblePairs("received", received) + bubblePairs("sent", sent)
        for (service, style) in sentByService.sorted(by: { $0.key < $1.key }) {
            pairs += bubblePairs(service, style)
        }
        return pairs + screenPairs
    }

    private var screenPairs: [TextPair] {
        let (bar, input) = (screen.bar, screen.input)
        let field = input.field.over(input.fill)
        return [
            TextPair(what: "bar title", text: bar.title, ground: bar.fill),
            TextPair(what: "bar subtitle", text: bar.subtitle, ground: bar.fill),
            TextPair(what: "empty field", text: input.text, ground: field),
        ]
    }

    private var canvasGrounds: [Color] {
        switch canvas.background {
        case .color(let color), .tile(_, _, let color): [color]
        case .gradient(let stops): stops.map(\.color)
        // Text can lie on the pattern's lines.
        case .pattern(_, let ink, let color): [color, ink.over(color)]
        }
    }

    private func grounds(of style: BubbleStyle) -> [Color] {
        if let tint = style.image?.tint { return canvasGrounds.map { tint.over($0) } }
        return switch style.fill {
        case .none: canvasGrounds
        case .color(let color): canvasGrounds.map { color.over($0) }
        case .gradient(let stops), .canvasGradient(let stops):
            canvasGrounds.flatMap { ground in stops.map { $0.color.over(ground) } }
        }
    }

    private var canvasPairs: [TextPair] {
        var pairs: [TextPair] = []
        func add(_ what: String, _ text: Color, _ grounds: [Color]) {
            for ground in Set(grounds) {
                pairs.append(TextPair(what: what, text: text, ground: ground))
            }
        }
        let chip = canvasGrounds.map { (self.chip.fill ?? .clear).over($0) }
        add("time", text.time.color, canvasGrounds)
        add("day header", text.dayHeader.color, chip)
        add("note", text.note.color, chip)
        add("status", text.status.color, canvasGrounds)
        if reply.shape == .line { add("quote", text.status.color, canvasGrounds) }
        if let mention = canvas.mention, received.fill == .none {
            let grounds = canvasGrounds.map { mention.over($0) }
            add("text that mentions me", received.textColor, grounds)
            add("link that mentions me", received.linkColor, grounds)
            add("time of a mention", text.time.color, grounds)
        }
        if reply.shape == .bubble || reply.shape == .below {
            for fill in [reply.receivedFill, reply.sentFill] {
                add("quote", text.status.color, canvasGrounds.map { fill.over($0) })
            }
        }
        add("failed", time.failedColor, canvasGrounds)
        let header = canvasGrounds.map { self.header.fill.over($0) }
        add("title", text.title.color, header)
        add("subtitle", text.subtitle.color, header)
        let names = sender.colors.isEmpty ? [sender.color] : sender.colors
        for name in names + [sender.mineColor].compactMap({ $0 }) {
            let inside = sender.place == .inside
            add("name", name, inside ? grounds(of: received) : canvasGrounds)
        }
        for color in avatar.colors { add("initials", avatar.initialsColor, [color]) }
        let reaction = canvasGrounds + grounds(of: received) + grounds(of: sent)
        add("reaction", reactions.textColor, reaction.map { reactions.fill.over($0) })
        add("my reaction", reactions.mineTextColor, reaction.map { reactions.mineFill.over($0) })
        return pairs
    }

    private func bubblePairs(_ side: String, _ style: BubbleStyle) -> [TextPair] {
        let plain = grounds(of: style)
        var under = [("", plain), (" on a card", plain.map { style.cardFill.over($0) })]
        if reply.shape == .bar {
            let fill = side == "received" ? reply.receivedFill : reply.sentFill
            under.append((" in a quote", plain.map { fill.over($0) }))
        }
        var pairs: [TextPair] = []
        for (place, grounds) in under {
            for ground in Set(grounds) {
                for (what, text) in [
                    ("text", style.textColor), ("link", style.linkColor),
                    ("secondary", style.secondaryColor), ("accent", style.accentColor),
                ] {
                    pairs.append(
                        TextPair(what: "\(side) \(what)\(place)", text: text, ground: ground))
                }
            }
        }
        for ground in Set(plain.map { code.fill.over($0) }) {
            for (what, text) in [
                ("text", code.textColor), ("keyword", code.keyword), ("string", code.string),
                ("comment", code.comment), ("number", code.number),
            ] {
                pairs.append(TextPair(what: "\(side) code \(what)", text: text, ground: ground))
            }
        }
        return pairs
    }
}
