import Scene

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
        /// The share of votes; nil if no votes are known, and no bar is drawn.
        let share: Double?
        let isChosen: Bool

        var height: Double {
            labelHeight + (share == nil ? 0 : PollPiece.barRoom) + (voters?.size.height ?? 0)
        }

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
    }

    let question: ShapedText?
    let head: ShapedText
    let options: [Option]
    let foot: ShapedText
    let width: Double
    let colors: Colors
    let isMirrored: Bool
    let text: String
    /// "your choice" for screen readers; the drawing shows a tick.
    let choiceLabel: String

    /// The distance from the side to an answer's text.
    static let indent = 27.0
    /// The distance between an answer's text and the votes beside it.
    static let resultGap = 8.0
    /// The minimum width of an answer's text beside its votes.
    static let minLabel = 60.0
    private static let circle = 18.0
    private static let barRoom = 9.0
    private static let barHeight = 5.0
    private static let gap = 9.0

    private var headHeight: Double { head.size.height + (question?.size.height ?? 0) }

    private var tops: [Double] {
        var y = headHeight
        return options.map { option in
            y += PollPiece.gap
            defer { y += option.height }
            return y
        }
    }

    var size: Size {
        let answers = options.reduce(0) { $0 + $1.height + PollPiece.gap }
        let tail = foot.text.isEmpty ? 0 : foot.size.height + PollPiece.gap
        return Size(width, headHeight + answers + tail)
    }

    /// The offsets between answers, and between the lines of long ones and of a long question.
    var breaks: [Double] {
        var breaks = question?.breaks ?? []
        for (index, (option, top)) in zip(options, tops).enumerated() {
            if index > 0 { breaks.append(top - PollPiece.gap / 2) }
            breaks += option.label.breaks.map { top + $0 }
        }
        return breaks
    }

    var lastLine: LastLine? {
        guard !foot.text.isEmpty else { return nil }
        return LastLine(width: foot.size.width, isRightToLeft: isMirrored)
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        var y = frame.minY
        if let question {
            write(question, in: frame, y, on: &drawing)
            y += question.size.height
        }
        write(head, in: frame, y, on: &drawing)
        for (option, top) in zip(options, tops) {
            draw(option, in: frame, frame.minY + top, on: &drawing)
        }
        if !foot.text.isEmpty {
            write(foot, in: frame, frame.minY + size.height - foot.size.height, on: &drawing)
        }
    }

    private func write(_ text: ShapedText, in frame: Rect, _ y: Double, on drawing: inout Drawing) {
        TextPiece(text, alignment: isMirrored ? .right : .start).draw(
            in: Rect(frame.minX, y, frame.width, text.size.height), clip: nil, on: &drawing)
    }

    private func draw(_ option: Option, in frame: Rect, _ top: Double, on drawing: inout Drawing) {
        let radius = PollPiece.circle / 2
        let x = isMirrored ? frame.maxX - radius : frame.minX + radius
        let line = option.label.lineHeight
        drawCircle(
            at: Point(x, top + max(radius, min(line, option.height) / 2)), option, on: &drawing)
        let words = frame.inset(
            by: Insets(
                left: isMirrored ? 0 : PollPiece.indent, right: isMirrored ? PollPiece.indent : 0))
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
        if let share = option.share {
            drawBar(share, in: Rect(words.minX, y + 2, words.width, PollPiece.barHeight), &drawing)
            y += PollPiece.barRoom
        }
        if let voters = option.voters { write(voters, in: words, y, on: &drawing) }
    }

    private func drawCircle(at center: Point, _ option: Option, on drawing: inout Drawing) {
        let radius = PollPiece.circle / 2
        guard option.isChosen else {
            drawing.add(
                .stroke(
                    .circle(center: center, radius: radius - 0.75),
                    Stroke(colors.faint, width: 1.5)))
            return
        }
        drawing.fill(.circle(center: center, radius: radius), colors.accent)
        var check = Path()
        check.move(center.x - 3.9, center.y + 0.2)
        check.line(center.x - 1.2, center.y + 2.9)
        check.line(center.x + 3.9, center.y - 2.7)
        drawing.add(.stroke(check, Stroke(colors.onAccent, width: 1.8, roundEnds: true)))
    }

    private func drawBar(_ share: Double, in frame: Rect, _ drawing: inout Drawing) {
        drawing.fill(.rounded(frame, frame.height / 2), colors.faint)
        guard share > 0 else { return }
        let width = max(frame.width * share, min(frame.height, frame.width))
        let bar = Rect(
            isMirrored ? frame.maxX - width : frame.minX, frame.minY, width, frame.height)
        drawing.fill(.rounded(bar, frame.height / 2), colors.accent)
    }
}
