import Model
import Scene
import Themes

struct PollPiece: Piece {
    private struct Option: Sendable {
        let label: ShapedText
        let result: ShapedText?
        /// Whether the votes are on their own line, because the label would have too little room
        /// beside them.
        let isResultBelow: Bool
        let voters: ShapedText?
        let mark: ShapedText?
        /// The share of votes; nil if no votes are known, and no bar is drawn.
        let share: Double?
        let isChosen: Bool

        var labelHeight: Double {
            max(label.size.height, PollPiece.circle)
                + (isResultBelow ? result?.size.height ?? 0 : 0)
        }
    }

    private let form: PollCardStyle
    private let ground: CardGround?
    private let question: ShapedText?
    private let head: ShapedText?
    private let options: [Option]
    private let foot: ShapedText
    private let isButton: Bool
    private let width: Double
    private let indent: Double
    private let accent: Color
    private let onAccent: Color
    private let faint: Color
    /// The part of a box that is filled.
    let boxFill: Color
    private let isMirrored: Bool
    let text: String
    /// "your choice" for screen readers; the drawing shows a tick.
    private let choiceLabel: String

    private static let circleIndent = 27.0
    private static let resultGap = 8.0
    private static let minLabel = 60.0
    private static let boxPadding = Insets(top: 8, left: 10, bottom: 8, right: 10)
    private static let boxRadius = 8.0
    private static let circle = 18.0
    private static let barRoom = 9.0
    private static let barHeight = 5.0
    private static let gap = 9.0
    private static let buttonGap = 7.0
    private static let maxVoters = 12

    init(_ poll: Poll, _ look: CardLook) {
        let form = look.theme.cards.poll
        let look = look.on(form.ground)
        let maxOptions = look.isComplete ? Int.max : 60
        self.form = form
        ground = look.ground(form.ground)
        width = max(min(look.width, 300), 1)
        let room = max(width - (ground?.padding.horizontal ?? 0), 1)
        let total = PollPiece.total(of: poll)
        let shown = poll.options.prefix(maxOptions)
        let marks = shown.map { look.mark(of: $0, total: total) }
        let indent = marks.reduce(form.mark == .none ? 0 : PollPiece.circleIndent) {
            max($0, $1.map { $0.size.width + PollPiece.resultGap } ?? 0)
        }
        self.indent = indent
        options = zip(shown, marks).map {
            PollPiece.option($0, mark: $1, indent: indent, total: total, width: room, look)
        }
        question =
            poll.question.isEmpty ? nil : look.title(poll.question, lines: nil, width: room)
        let phrases = look.phrases
        let kind = phrases[poll.isClosed ? .finalResults : .poll]
        head = form.isHeaded || poll.isClosed ? look.small(kind, width: room) : nil
        let count = PollPiece.count(
            of: poll, total: total, rest: poll.options.count - maxOptions, phrases)
        isButton = form.foot == .button && !look.isComplete && !count.isEmpty
        foot =
            isButton
            ? look.small(phrases[.viewVotes], color: look.accent, weight: 600, width: room)
            : look.small(count, width: room)
        (accent, onAccent, faint) = (look.accent, look.onAccent, look.faint)
        // A tint of the accent, or a shade if text on the tint would be hard to read.
        let tint = look.accent.withAlpha(0.2)
        boxFill =
            look.style.textColor.contrast(with: tint.over(look.ground)) >= 4.5
            ? tint : Color(0, 0, 0, alpha: 51)
        isMirrored = phrases.isRightToLeft
        choiceLabel = phrases[.yourChoice]
        let answers = shown.map { option in
            phrases.answer(
                option, voters: phrases.list(option.voters, most: PollPiece.maxVoters))
        }
        text = ([kind + ": " + poll.question] + answers + [count]).filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    fileprivate static func share(of option: Poll.Option, _ total: Int?) -> Double? {
        option.votes.map { votes in
            total.map { $0 > 0 ? min(Double(max(votes, 0)) / Double($0), 1) : 0 } ?? 0
        }
    }

    /// The number of voters, or of votes if voters are unknown.
    private static func total(of poll: Poll) -> Int? {
        if let voters = poll.totalVoters, voters > 0 { return voters }
        guard poll.options.contains(where: { $0.votes != nil }) else { return nil }
        return poll.options.reduce(0) { sum, option in
            let (next, overflows) = sum.addingReportingOverflow(max(option.votes ?? 0, 0))
            return overflows ? Int.max : next
        }
    }

    private static func option(
        _ option: Poll.Option, mark: ShapedText?, indent: Double, total: Int?, width: Double,
        _ look: CardLook
    ) -> Option {
        let form = look.theme.cards.poll
        let isBoxed = form.answers == .boxes
        let color = isBoxed ? look.style.textColor : look.style.secondaryColor
        let room = max(width - (isBoxed ? boxPadding.horizontal : 0) - indent, 24)
        let share = share(of: option, total)
        // "3 · 60%"
        let parts = option.votes.map { votes in
            form.result.map { part in
                switch part {
                case .votes: look.phrases.number(max(votes, 0))
                case .percent: look.phrases.percent(share ?? 0)
                }
            }
        }
        let result = parts.flatMap { parts in
            parts.isEmpty
                ? nil
                : look.small(
                    parts.joined(separator: " · "), color: color, lines: nil,
                    direction: look.readingDirection, width: room)
        }
        let beside = room - (result.map { $0.size.width + resultGap } ?? 0)
        let isBelow = beside < minLabel
        return Option(
            label: look.plain(option.text, lines: nil, width: isBelow ? room : beside),
            result: result, isResultBelow: isBelow,
            voters: option.voters.isEmpty
                ? nil
                : look.small(
                    look.phrases.list(option.voters, most: maxVoters), color: color, lines: 2,
                    width: room),
            mark: mark, share: share, isChosen: option.isChosen)
    }

    private static func count(
        of poll: Poll, total: Int?, rest: Int, _ phrases: Phrases
    ) -> String {
        var parts: [String] = []
        if rest > 0 { parts.append("+ " + phrases.counted(.more, rest)) }
        if let voters = poll.totalVoters, voters > 0 {
            parts.append(phrases.counted(.voters, voters))
        } else if let total {
            parts.append(phrases.counted(.votes, total))
        }
        return parts.joined(separator: " · ")
    }

    private var padding: Insets { ground?.padding ?? .zero }
    private var box: Insets { form.answers == .boxes ? PollPiece.boxPadding : .zero }

    private var headHeight: Double { (head?.size.height ?? 0) + (question?.size.height ?? 0) }

    private func height(of option: Option) -> Double {
        option.labelHeight + (option.voters?.size.height ?? 0) + box.vertical
            + (option.share == nil || form.answers == .boxes ? 0 : PollPiece.barRoom)
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

    var breaks: [Double] {
        var breaks = (question?.breaks ?? []).map { padding.top + $0 }
        for (index, (option, top)) in zip(options, tops).enumerated() {
            if index > 0 { breaks.append(top - PollPiece.gap / 2) }
            breaks += option.label.breaks.map { top + box.top + $0 }
        }
        return breaks
    }

    var lastLine: LastLine? {
        guard !foot.text.isEmpty, !isButton, form.foot != .center, ground == nil else {
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
            if form.answers == .boxes { drawBox(option, in: place, on: &drawing) }
            draw(option, in: place.inset(by: isMirrored ? box.mirrored : box), on: &drawing)
        }
        guard !foot.text.isEmpty else { return }
        let top = inner.minY + size.height - padding.vertical - foot.size.height
        guard isButton || form.foot == .center else {
            return write(foot, in: inner, top, on: &drawing)
        }
        let center = Point(inner.midX - foot.size.width / 2, top)
        guard isButton else { return drawing.text(foot, at: center) }
        let line = Rect(inner.minX, top - PollPiece.buttonGap - 1, inner.width, 1)
        drawing.fill(.rectangle(line), faint.withAlpha(0.25))
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
        } else if form.mark != .none {
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
        if let share = option.share, form.answers == .bars {
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
                    Stroke(faint, width: 1.5)))
            return
        }
        let scale = radius * 2 / PollPiece.circle
        drawing.fill(.circle(center: center, radius: radius), accent)
        var check = Path()
        check.move(center.x - 3.9 * scale, center.y + 0.2 * scale)
        check.line(center.x - 1.2 * scale, center.y + 2.9 * scale)
        check.line(center.x + 3.9 * scale, center.y - 2.7 * scale)
        drawing.add(
            .stroke(check, Stroke(onAccent, width: 1.8 * scale, roundEnds: true)))
    }

    private func drawBar(_ share: Double, in frame: Rect, _ drawing: inout Drawing) {
        drawing.fill(.rounded(frame, frame.height / 2), faint)
        guard share > 0 else { return }
        let width = max(frame.width * share, min(frame.height, frame.width))
        let bar = Rect(
            isMirrored ? frame.maxX - width : frame.minX, frame.minY, width, frame.height)
        drawing.fill(.rounded(bar, frame.height / 2), accent)
    }

    private func drawBox(_ option: Option, in frame: Rect, on drawing: inout Drawing) {
        let outline = Path.rounded(frame, PollPiece.boxRadius)
        drawing.fill(outline, faint.withAlpha(0.12))
        if let share = option.share, share > 0 {
            let width = frame.width * share
            let part = Rect(
                isMirrored ? frame.maxX - width : frame.minX, frame.minY, width, frame.height)
            drawing.add(
                .clipped(outline, [.fill(.rectangle(part), boxFill)]))
        }
        guard option.isChosen else { return }
        drawing.add(
            .stroke(
                .rounded(frame.inset(by: 0.5), PollPiece.boxRadius), Stroke(accent, width: 1)
            ))
    }
}

extension CardLook {
    /// The percentage before an answer, in themes that show it there.
    fileprivate func mark(of option: Poll.Option, total: Int?) -> ShapedText? {
        guard theme.cards.poll.mark == .percent,
            let share = PollPiece.share(of: option, total)
        else { return nil }
        return small(
            phrases.percent(share), color: style.textColor, weight: 600,
            direction: readingDirection, width: 60)
    }
}
