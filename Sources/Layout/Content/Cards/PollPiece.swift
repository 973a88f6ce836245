import Model
import Scene
import Themes

/// A poll's question and its answers, with the result as far as it is known.
struct PollCard {
    let look: CardLook

    private static let maxVoters = 12

    private var maxOptions: Int { look.isComplete ? .max : 60 }

    private var style: PollCardStyle { look.theme.cards.poll }

    func piece(_ poll: Poll) -> PollPiece {
        let look = look.on(style.ground)
        let ground = look.ground(style.ground)
        let width = max(min(look.width, 300), 1)
        let room = max(width - (ground?.padding.horizontal ?? 0), 1)
        let total = total(of: poll)
        let shown = poll.options.prefix(maxOptions)
        let marks = marks(of: Array(shown), total: total)
        let indent = marks.reduce(style.mark == .none ? 0 : PollPiece.indent) {
            max($0, $1.map { $0.size.width + PollPiece.resultGap } ?? 0)
        }
        let options = zip(shown, marks).map {
            option($0, mark: $1, indent: indent, total: total, width: room)
        }
        let head =
            style.isHeaded || poll.isClosed
            ? look.small(look.phrases[poll.isClosed ? .finalResults : .poll], width: room) : nil
        let foot = foot(of: poll, total: total)
        let isButton = style.foot == .button && !look.isComplete && !foot.isEmpty
        return PollPiece(
            style: style, ground: ground,
            question: poll.question.isEmpty
                ? nil : look.title(poll.question, lines: nil, width: room),
            head: head, options: options,
            foot: isButton
                ? look.small(
                    look.phrases[.viewVotes], color: look.accent, weight: 600, width: room)
                : look.small(foot, width: room),
            isButton: isButton, width: width, indent: indent,
            colors: PollPiece.Colors(
                accent: look.accent, onAccent: look.onAccent, faint: look.faint, box: box(look)),
            isMirrored: look.phrases.isRightToLeft, text: text(of: poll, foot: foot),
            choiceLabel: look.phrases[.yourChoice])
    }

    /// A tint of the accent, or a shade if text on the tint would be hard to read.
    private func box(_ look: CardLook) -> Color {
        let tint = look.accent.withAlpha(0.2)
        return look.style.textColor.contrast(with: tint.over(look.ground)) >= 4.5
            ? tint : Color(0, 0, 0, alpha: 51)
    }

    private func share(of option: Poll.Option, _ total: Int?) -> Double? {
        option.votes.map { votes in
            total.map { $0 > 0 ? min(Double(max(votes, 0)) / Double($0), 1) : 0 } ?? 0
        }
    }

    /// The percentages before the answers, in themes that show them there.
    private func marks(of options: [Poll.Option], total: Int?) -> [ShapedText?] {
        options.map { option in
            guard style.mark == .percent, let share = share(of: option, total) else { return nil }
            return look.on(style.ground).small(
                look.phrases.percent(share), color: look.style.textColor, weight: 600,
                direction: look.readingDirection, width: 60)
        }
    }

    /// The number of voters, or of votes if voters are unknown.
    private func total(of poll: Poll) -> Int? {
        if let voters = poll.totalVoters, voters > 0 { return voters }
        guard poll.options.contains(where: { $0.votes != nil }) else { return nil }
        return poll.options.reduce(0) { sum, option in
            let (next, overflows) = sum.addingReportingOverflow(max(option.votes ?? 0, 0))
            return overflows ? Int.max : next
        }
    }

    private func option(
        _ option: Poll.Option, mark: ShapedText?, indent: Double, total: Int?, width: Double
    ) -> PollPiece.Option {
        let look = look.on(style.ground)
        let isBoxed = style.answers == .boxes
        let color = isBoxed ? look.style.textColor : look.style.secondaryColor
        let padding = isBoxed ? PollPiece.boxPadding.horizontal : 0
        let room = max(width - padding - indent, 24)
        let share = share(of: option, total)
        let result = result(of: option, share).map {
            look.small(
                $0, color: color, lines: nil, direction: look.readingDirection, width: room)
        }
        let beside = room - (result.map { $0.size.width + PollPiece.resultGap } ?? 0)
        let isBelow = beside < PollPiece.minLabel
        return PollPiece.Option(
            label: look.plain(option.text, lines: nil, width: isBelow ? room : beside),
            result: result, isResultBelow: isBelow,
            voters: option.voters.isEmpty
                ? nil
                : look.small(
                    look.phrases.list(option.voters, most: PollCard.maxVoters), color: color,
                    lines: 2, width: room),
            mark: mark, share: share, isChosen: option.isChosen)
    }

    /// "3 · 60%"
    private func result(of option: Poll.Option, _ share: Double?) -> String? {
        guard let votes = option.votes else { return nil }
        let parts = style.result.map { part in
            switch part {
            case .votes: look.phrases.number(max(votes, 0))
            case .percent: look.phrases.percent(share ?? 0)
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private func foot(of poll: Poll, total: Int?) -> String {
        var parts: [String] = []
        if poll.options.count > maxOptions {
            let rest = poll.options.count - maxOptions
            parts.append("+ " + look.phrases.counted(.more, rest))
        }
        if let voters = poll.totalVoters, voters > 0 {
            parts.append(look.phrases.counted(.voters, voters))
        } else if let total {
            parts.append(look.phrases.counted(.votes, total))
        }
        return parts.joined(separator: " · ")
    }

    private func text(of poll: Poll, foot: String) -> String {
        let kind = look.phrases[poll.isClosed ? .finalResults : .poll]
        let options = poll.options.prefix(maxOptions).map { option in
            var words = "• " + option.text
            if let votes = option.votes { words += ": " + look.phrases.counted(.votes, votes) }
            if option.isChosen { words += " (" + look.phrases[.yourChoice] + ")" }
            if !option.voters.isEmpty {
                words += " · " + look.phrases.list(option.voters, most: PollCard.maxVoters)
            }
            return words
        }
        return ([kind + ": " + poll.question] + options + [foot]).filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}

/// A drawn poll: the question, the answers with their bars, and the number of voters.
struct PollPiece: Piece {
    struct Option: Sendable {
        let label: ShapedText
        /// The votes of an answer: "3 · 60%".
        let result: ShapedText?
        /// Whether the votes are on their own line, because the label would have too little room
        /// beside them.
        let isResultBelow: Bool
        let voters: ShapedText?
        /// The percentage instead of a circle.
        let mark: ShapedText?
        /// The share of votes; nil if no votes are known, and no bar is drawn.
        let share: Double?
        let isChosen: Bool

        /// The height of the label and of the votes below it.
        var labelHeight: Double {
            max(label.size.height, PollPiece.circle)
                + (isResultBelow ? result?.size.height ?? 0 : 0)
        }
    }

    struct Colors: Sendable {
        let accent: Color
        let onAccent: Color
        let faint: Color
        /// The part of a box that is filled.
        let box: Color
    }

    let style: PollCardStyle
    let ground: CardGround?
    let question: ShapedText?
    let head: ShapedText?
    let options: [Option]
    let foot: ShapedText
    /// Whether the foot is a button below a line.
    let isButton: Bool
    let width: Double
    /// The distance from the side to an answer's text.
    let indent: Double
    let colors: Colors
    let isMirrored: Bool
    let text: String
    /// "your choice" for screen readers; the drawing shows a tick.
    let choiceLabel: String

    /// The distance from the side to the text of an answer with a circle.
    static let indent = 27.0
    /// The distance between an answer's text and the votes beside it.
    static let resultGap = 8.0
    /// The minimum width of an answer's text beside its votes.
    static let minLabel = 60.0
    static let boxPadding = Insets(top: 8, left: 10, bottom: 8, right: 10)
    private static let boxRadius = 8.0
    private static let circle = 18.0
    private static let barRoom = 9.0
    private static let barHeight = 5.0
    private static let gap = 9.0
    private static let buttonGap = 7.0

    private var padding: Insets { ground?.padding ?? .zero }
    private var box: Insets { style.answers == .boxes ? PollPiece.boxPadding : .zero }

    private var headHeight: Double { (head?.size.height ?? 0) + (question?.size.height ?? 0) }

    private func height(of option: Option) -> Double {
        option.labelHeight + (option.voters?.size.height ?? 0) + box.vertical
            + (option.share == nil || style.answers == .boxes ? 0 : PollPiece.barRoom)
    }

    private var tops: [Double] {
        var y = padding.top + headHeight
        return options.map { option in
            y += PollPiece.gap
            defer { y += height(of: option) }
            return y
        }
    }

    private var footHeight: Double {
        guard !foot.text.isEmpty else { return 0 }
        return foot.size.height + PollPiece.gap + (isButton ? PollPiece.buttonGap : 0)
    }

    var size: Size {
        let answers = options.reduce(0) { $0 + height(of: $1) + PollPiece.gap }
        return Size(width, padding.vertical + headHeight + answers + footHeight)
    }

    /// The offsets between answers, and between the lines of long ones and of a long question.
    var breaks: [Double] {
        var breaks = (question?.breaks ?? []).map { padding.top + $0 }
        for (index, (option, top)) in zip(options, tops).enumerated() {
            if index > 0 { breaks.append(top - PollPiece.gap / 2) }
            breaks += option.label.breaks.map { top + box.top + $0 }
        }
        return breaks
    }

    var lastLine: LastLine? {
        guard !foot.text.isEmpty, !isButton, style.foot != .center, ground == nil else {
            return nil
        }
        return LastLine(width: foot.size.width, isRightToLeft: isMirrored)
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        if let ground { drawing.add(ground.nodes(in: frame)) }
        let inner = frame.inset(by: isMirrored ? padding.mirrored : padding)
        var y = inner.minY
        if let question {
            write(question, in: inner, y, on: &drawing)
            y += question.size.height
        }
        if let head { write(head, in: inner, y, on: &drawing) }
        for (option, top) in zip(options, tops) {
            let place = Rect(inner.minX, frame.minY + top, inner.width, height(of: option))
            if style.answers == .boxes { drawBox(option, place, &drawing) }
            draw(option, in: place.inset(by: isMirrored ? box.mirrored : box), on: &drawing)
        }
        guard !foot.text.isEmpty else { return }
        let top = inner.minY + size.height - padding.vertical - foot.size.height
        guard isButton || style.foot == .center else {
            return write(foot, in: inner, top, on: &drawing)
        }
        let center = Point(inner.midX - foot.size.width / 2, top)
        guard isButton else { return drawing.text(foot, at: center) }
        let line = Rect(inner.minX, top - PollPiece.buttonGap - 1, inner.width, 1)
        drawing.fill(.rectangle(line), colors.faint.withAlpha(0.25))
        drawing.label(foot, at: center)
    }

    private func write(_ text: ShapedText, in frame: Rect, _ y: Double, on drawing: inout Drawing) {
        TextPiece(text, alignment: isMirrored ? .right : .start).draw(
            in: Rect(frame.minX, y, frame.width, text.size.height), clip: nil, on: &drawing)
    }

    private func draw(_ option: Option, in frame: Rect, on drawing: inout Drawing) {
        let top = frame.minY
        let radius = PollPiece.circle / 2
        let line = option.label.lineHeight
        let middle = top + max(radius, min(line, frame.height) / 2)
        if let mark = option.mark {
            drawing.label(
                mark,
                at: Point(
                    isMirrored ? frame.maxX - mark.size.width : frame.minX,
                    top + (line - mark.lineHeight) / 2))
        } else if style.mark != .none {
            let x = isMirrored ? frame.maxX - radius : frame.minX + radius
            drawCircle(
                at: Point(x, middle), radius: radius, isChosen: option.isChosen, on: &drawing)
        }
        let words = frame.inset(
            by: Insets(left: isMirrored ? 0 : indent, right: isMirrored ? indent : 0))
        let resultRoom =
            option.isResultBelow
            ? 0 : option.result.map { $0.size.width + PollPiece.resultGap } ?? 0
        let room = words.inset(
            by: Insets(left: isMirrored ? resultRoom : 0, right: isMirrored ? 0 : resultRoom))
        write(option.label, in: room, top, on: &drawing)
        if option.isChosen { drawing.add(.spoken(choiceLabel, at: Point(words.minX, top + 1))) }
        if let result = option.result {
            let isAtLeft = isMirrored != option.isResultBelow
            let y =
                option.isResultBelow
                ? option.labelHeight - result.size.height : (line - result.lineHeight) / 2
            drawing.label(
                result, at: Point(isAtLeft ? words.minX : words.maxX - result.size.width, top + y))
        }
        var y = top + option.labelHeight
        if let share = option.share, style.answers == .bars {
            drawBar(share, in: Rect(words.minX, y + 2, words.width, PollPiece.barHeight), &drawing)
            if option.isChosen, option.mark != nil {
                // The percentage takes the place of the circle.
                let x = isMirrored ? words.maxX + 12 : words.minX - 12
                drawCircle(at: Point(x, y + 4.5), radius: 6, isChosen: true, on: &drawing)
            }
            y += PollPiece.barRoom
        }
        if let voters = option.voters { write(voters, in: words, y, on: &drawing) }
    }

    private func drawCircle(
        at center: Point, radius: Double, isChosen: Bool, on drawing: inout Drawing
    ) {
        guard isChosen else {
            drawing.add(
                .stroke(
                    .circle(center: center, radius: radius - 0.75),
                    Stroke(colors.faint, width: 1.5)))
            return
        }
        let scale = radius * 2 / PollPiece.circle
        drawing.fill(.circle(center: center, radius: radius), colors.accent)
        var check = Path()
        check.move(center.x - 3.9 * scale, center.y + 0.2 * scale)
        check.line(center.x - 1.2 * scale, center.y + 2.9 * scale)
        check.line(center.x + 3.9 * scale, center.y - 2.7 * scale)
        drawing.add(
            .stroke(check, Stroke(colors.onAccent, width: 1.8 * scale, roundEnds: true)))
    }

    private func drawBar(_ share: Double, in frame: Rect, _ drawing: inout Drawing) {
        drawing.fill(.rounded(frame, frame.height / 2), colors.faint)
        guard share > 0 else { return }
        let width = max(frame.width * share, min(frame.height, frame.width))
        let bar = Rect(
            isMirrored ? frame.maxX - width : frame.minX, frame.minY, width, frame.height)
        drawing.fill(.rounded(bar, frame.height / 2), colors.accent)
    }

    /// Draws an answer's box, filled up to its share of votes.
    private func drawBox(_ option: Option, _ frame: Rect, _ drawing: inout Drawing) {
        let outline = Path.rounded(frame, PollPiece.boxRadius)
        drawing.fill(outline, colors.faint.withAlpha(0.12))
        if let share = option.share, share > 0 {
            let width = frame.width * share
            let part = Rect(
                isMirrored ? frame.maxX - width : frame.minX, frame.minY, width, frame.height)
            drawing.add(
                .clipped(outline, [.fill(.rectangle(part), colors.box)]))
        }
        guard option.isChosen else { return }
        drawing.add(
            .stroke(
                .rounded(frame.inset(by: 0.5), PollPiece.boxRadius), Stroke(colors.accent, width: 1)
            ))
    }
}
