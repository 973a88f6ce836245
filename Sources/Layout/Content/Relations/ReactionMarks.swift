import Model
import Scene
import Themes

/// Measures a message's reactions, the most frequent first. Reactions that are not shown are
/// counted.
private struct ReactionMeasure {
    typealias Mark = ReactionMarks.Mark
    typealias Pill = ReactionMarks.Pill

    let composer: MessageComposer

    private var style: ReactionStyle { composer.theme.reactions }
    private var showsNames: Bool { composer.layout.options.show.reactionNames }

    private var room: Double {
        style.shape == .inside ? composer.maxContentWidth : composer.maxWidth
    }

    private var padding: Double { style.size * (style.shape == .tapback ? 0.4 : 0.52) }

    func marks(onBubble: Bool) -> ReactionMarks? {
        guard composer.message.hasDetails else { return nil }
        let reactions = ordered(composer.message.details.reactions)
        guard !reactions.isEmpty else { return nil }
        let rows = rows(of: reactions)
        return ReactionMarks(
            rows: rows, style: style,
            text: reactions.map { reaction in
                [reaction.emoji, words(beside: reaction)].filter { !$0.isEmpty }
                    .joined(separator: " ")
            }.joined(separator: ", "),
            inset: composer.style.fill == .none ? 0 : 8,
            overlap: overlap(of: rows, onBubble: onBubble))
    }

    /// The overlap that keeps a small distance from the bubble's text and time. A tapback that is no
    /// wider than the space beside the text may reach further down.
    private func overlap(of rows: [[Pill]], onBubble: Bool) -> Double {
        let (padding, border) = (composer.style.padding, (style.border?.width ?? 0) / 2)
        switch style.shape {
        case .tapback:
            let width =
                (rows.map(ReactionMarks.width).max() ?? 0) - style.size * ReactionMarks.reach
            if onBubble, width <= padding.right { return style.overlap }
            return max(0, min(style.overlap, onBubble ? padding.top - border - 0.5 : 4))
        case .pill: return min(style.overlap, onBubble ? padding.bottom - border - 2 : -2)
        case .inside, .text: return 0
        }
    }

    private func ordered(_ reactions: [Reaction]) -> [Reaction] {
        reactions.enumerated().sorted { left, right in
            left.element.count == right.element.count
                ? left.offset < right.offset : left.element.count > right.element.count
        }.map(\.element)
    }

    private func rows(of reactions: [Reaction]) -> [[Pill]] {
        if style.shape == .tapback {
            let rows = wrapped(
                reactions.map { mark($0, words: words(beside: $0)) }, gap: 6, width: \.width,
                room: room - padding)
            return rows.map { [pill($0, gap: 6)] }
        }
        switch showsNames ? .each : style.pills {
        case .each:
            return wrapped(
                reactions.map { pill([mark($0, words: words(beside: $0))]) },
                gap: ReactionMarks.gap, width: \.size.width, room: room)
        case .total: return [[total(of: reactions)]]
        case .rest: return [[withRest(of: reactions)]]
        }
    }

    private func wrapped<Item>(
        _ items: [Item], gap: Double, width: (Item) -> Double, room: Double
    ) -> [[Item]] {
        var rows: [[Item]] = []
        var left = -1.0
        for item in items {
            if left < width(item) + gap {
                rows.append([item])
                left = room - width(item)
            } else {
                rows[rows.count - 1].append(item)
                left -= width(item) + gap
            }
        }
        return rows
    }

    // MARK: One pill

    private func total(of reactions: [Reaction]) -> Pill {
        let all = count(of: reactions[...])
        let shown = reactions.prefix(style.maxShown).map { mark($0, words: "") }
        let isMine = reactions.allSatisfy(\.isMine)
        return pill(
            fitting(shown, gap: 3) + (all > 1 ? [number(String(all), isMine: isMine)] : []), gap: 3)
    }

    private func withRest(of reactions: [Reaction]) -> Pill {
        let marks = reactions.prefix(style.maxShown).map { mark($0, words: words(beside: $0)) }
        let shown = fitting(marks, gap: 5)
        let rest = count(of: reactions[shown.count...])
        let isMine = reactions.allSatisfy(\.isMine)
        return pill(
            shown + (rest > 0 ? [number("+\(rest)", isMine: isMine)] : []), gap: 5)
    }

    /// As many as fit beside a number; at least one.
    private func fitting(_ marks: [Mark], gap: Double) -> [Mark] {
        let rows = wrapped(
            marks, gap: gap, width: \.width, room: room - padding - style.size * 1.6)
        return rows.first ?? []
    }

    private func count(of reactions: ArraySlice<Reaction>) -> Int {
        reactions.reduce(0) { sum, reaction in
            let (total, isTooLarge) = sum.addingReportingOverflow(max(reaction.count, 1))
            return isTooLarge ? .max : total
        }
    }

    private func pill(_ marks: [Mark], gap: Double = 0) -> Pill {
        let content = Pill(marks: marks, gap: gap, size: .zero).contentWidth
        let words = marks.compactMap { $0.words?.size.height }.max() ?? 0
        return Pill(
            marks: marks, gap: gap,
            size: Size(
                max(content + padding, style.size), max(style.size, words + style.size * 0.3)))
    }

    // MARK: Marks

    private func mark(_ reaction: Reaction, words: String) -> Mark {
        let picture =
            reaction.picture.flatMap { composer.layout.pictures.media($0)?.id }
            ?? composer.layout.emoji[reaction.emojiName]
        let color = reaction.isMine ? style.mineTextColor : style.textColor
        let room = max(self.room - padding, 1)
        let emoji = emoji(
            picture == nil ? reaction.emoji : "⬜", color, width: min(120, room * 0.5))
        return Mark(
            emoji: emoji, picture: picture, name: reaction.emoji,
            words: shaped(
                words, color, width: min(room - emoji.size.width - Mark.wordsGap, room * 0.6)),
            isMine: reaction.isMine)
    }

    private func number(_ words: String, isMine: Bool) -> Mark {
        Mark(
            emoji: nil, picture: nil,
            words: shaped(words, isMine ? style.mineTextColor : style.textColor, width: room),
            isMine: isMine)
    }

    private func emoji(_ words: String, _ color: Color, width: Double) -> ShapedText {
        var text = composer.theme.text.body
        text.size = style.size * (style.shape == .tapback ? 0.5 : 0.56)
        text.lineHeight = style.size * 0.8
        text.tracking = 0
        return composer.measurer.shape(
            StyledText(words, style: text, color: color, lineLimit: 1), width: width)
    }

    /// A count, of one only if the theme shows it; or all names and the number of unnamed reactions.
    private func words(beside reaction: Reaction) -> String {
        guard showsNames, !reaction.by.isEmpty else {
            return reaction.count > 1 || style.counts == .all ? String(max(reaction.count, 1)) : ""
        }
        let unnamed = reaction.count.subtractingReportingOverflow(reaction.by.count).partialValue
        return reaction.by.joined(separator: ", ") + (unnamed > 0 ? " +\(unnamed)" : "")
    }

    private func shaped(_ words: String, _ color: Color, width: Double) -> ShapedText? {
        guard !words.isEmpty else { return nil }
        var text = composer.theme.text.small
        text.size = style.size * 0.5
        text.lineHeight = style.size * 0.7
        return composer.measurer.shape(
            StyledText(words, style: text, color: color, lineLimit: showsNames ? nil : 1),
            width: max(width, text.size))
    }
}

extension MessageComposer {
    func reactions(onBubble: Bool = true) -> ReactionMarks? {
        ReactionMeasure(composer: self).marks(onBubble: onBubble)
    }
}

/// A message's measured reactions: rows of pills at the bubble's foot, or one stack at its corner.
struct ReactionMarks: Sendable {
    struct Mark: Sendable {
        let emoji: ShapedText?
        let picture: PictureID?
        /// The accessible name of a reaction that is drawn as a picture.
        var name = ""
        let words: ShapedText?
        let isMine: Bool

        static let wordsGap = 4.0

        var width: Double {
            let gap = emoji != nil && words != nil ? Mark.wordsGap : 0
            return (emoji?.size.width ?? 0) + gap + (words?.size.width ?? 0)
        }
    }

    struct Pill: Sendable {
        let marks: [Mark]
        let gap: Double
        let size: Size

        var isMine: Bool { marks.allSatisfy(\.isMine) }

        var contentWidth: Double {
            marks.reduce(0) { $0 + $1.width } + gap * Double(max(0, marks.count - 1))
        }
    }

    let rows: [[Pill]]
    let style: ReactionStyle
    let text: String
    let inset: Double
    /// The distance by which the reactions overlap the bubble without covering its contents.
    let overlap: Double
    /// The size of all rows. Rows of a stack share one background; pills have one each.
    let size: Size
    private let stack: VerticalStack
    private let isMine: Bool

    static let gap = 3.0
    /// The share of a tapback's size that is outside the bubble.
    static let reach = 0.58
    /// The space below pills, so that they do not touch the next bubble.
    private static let pillRoom = 2.0

    init(rows: [[Pill]], style: ReactionStyle, text: String, inset: Double, overlap: Double) {
        self.rows = rows
        self.style = style
        self.text = text
        self.inset = inset
        self.overlap = overlap
        stack = VerticalStack(
            rows.lazy.map { $0.map(\.size.height).max() ?? 0 },
            gap: style.shape == .tapback ? 0 : ReactionMarks.gap)
        size = Size(rows.lazy.map(ReactionMarks.width).max() ?? 0, stack.height)
        isMine = rows.joined().allSatisfy(\.isMine)
    }

    var above: Double { style.shape == .tapback ? size.height - overlap : 0 }

    var below: Double {
        switch style.shape {
        case .tapback, .inside: 0
        case .pill: size.height - overlap + ReactionMarks.pillRoom
        case .text: size.height + 2
        }
    }

    var lastRowWidth: Double { rows.last.map(ReactionMarks.width) ?? 0 }

    static func width(_ row: [Pill]) -> Double {
        row.reduce(0) { $0 + $1.size.width } + gap * Double(max(0, row.count - 1))
    }

    /// Draws the reactions over or under the bubble, never wider than its lane.
    func draw(on bubble: Rect, side: Side, lane: Rect, on drawing: inout Drawing) {
        switch style.shape {
        case .tapback: drawStack(on: bubble, side: side, lane: lane, on: &drawing)
        case .pill, .text:
            let y = bubble.maxY - (style.shape == .pill ? overlap : -2)
            let width = size.width
            let x = side == .left ? bubble.minX + inset : bubble.maxX - inset - width
            drawRows(
                in: Rect(max(lane.minX, min(x, lane.maxX - width)), y, width, size.height),
                isFlushRight: side == .right, on: &drawing)
        case .inside: break
        }
    }

    func drawRows(in frame: Rect, isFlushRight: Bool, on drawing: inout Drawing) {
        for index in stack.shown(at: frame.minY, in: drawing.visible) {
            let row = rows[index]
            let y = frame.minY + stack.tops[index]
            var x = isFlushRight ? frame.maxX - ReactionMarks.width(row) : frame.minX
            for pill in row {
                draw(pill, Rect(x, y, pill.size.width, pill.size.height), on: &drawing)
                x += pill.size.width + ReactionMarks.gap
            }
        }
    }

    private func draw(_ pill: Pill, _ frame: Rect, on drawing: inout Drawing) {
        drawing.ink = drawing.ink.union(frame.inset(by: -1.5))
        if style.shape != .text {
            drawGround(
                .rounded(frame, style.size / 2), pill.isMine ? style.mineFill : style.fill,
                on: &drawing)
        }
        drawMarks(of: pill, in: frame, on: &drawing)
    }

    private func drawGround(_ outline: Path, _ fill: Color, on drawing: inout Drawing) {
        drawing.fill(outline, fill)
        guard let border = style.border else { return }
        drawing.add(.stroke(outline, Stroke(border.color, width: border.width)))
    }

    private func drawMarks(
        of pill: Pill, in frame: Rect, marksOwn: Bool = false, on drawing: inout Drawing
    ) {
        var x = frame.midX - pill.contentWidth / 2
        for mark in pill.marks {
            if marksOwn, mark.isMine {
                let ring = Rect(x, frame.minY, mark.width, frame.height)
                    .inset(by: Insets(top: 3, left: -3, bottom: 3, right: -3))
                drawing.fill(.rounded(ring, ring.height / 2), style.mineFill)
            }
            draw(mark, at: x, in: frame, on: &drawing)
            x += mark.width + pill.gap
        }
    }

    private func draw(_ mark: Mark, at left: Double, in frame: Rect, on drawing: inout Drawing) {
        var x = left
        if let emoji = mark.emoji {
            if let picture = mark.picture {
                let side = style.size * 0.62
                let place = Rect(
                    x + (emoji.size.width - side) / 2, frame.midY - side / 2, side, side)
                drawing.add(.spoken(mark.name, at: Point(x, frame.midY)))
                drawing.add(.picture(PlacedPicture(picture, frame: place, fit: .cover)))
            } else {
                drawing.label(emoji, at: Point(x, frame.midY - emoji.size.height / 2))
            }
            x += emoji.size.width + Mark.wordsGap
        }
        if let words = mark.words {
            drawing.label(words, at: Point(x, frame.midY - words.size.height / 2))
        }
    }

    /// Draws one background over the top corner away from the sender, as wide as its marks, with
    /// two dots that trail off outwards. The background ends above the bubble's text.
    private func drawStack(on bubble: Rect, side: Side, lane: Rect, on drawing: inout Drawing) {
        let outwards = side == .left ? 1.0 : -1.0
        let end = (side == .left ? bubble.maxX : bubble.minX) + outwards * style.size * Self.reach
        let x = side == .left ? end - size.width : end
        let frame = Rect(
            max(lane.minX, min(x, lane.maxX - size.width)), bubble.minY + overlap - size.height,
            size.width, size.height)
        drawing.ink = drawing.ink.union(frame.inset(by: -style.size * 0.25))
        let fill = isMine ? style.mineFill : style.fill
        let half = style.size / 2
        drawDots(
            from: Point(side == .left ? frame.maxX - half : frame.minX + half, frame.maxY - half),
            outwards, fill, on: &drawing)
        drawGround(.rounded(frame, half), fill, on: &drawing)
        for index in stack.shown(at: frame.minY, in: drawing.visible) {
            for pill in rows[index] {
                let place = Rect(
                    frame.minX, frame.minY + stack.tops[index], frame.width, pill.size.height)
                drawMarks(of: pill, in: place, marksOwn: !isMine, on: &drawing)
            }
        }
    }

    private func drawDots(
        from center: Point, _ outwards: Double, _ fill: Color, on drawing: inout Drawing
    ) {
        let size = style.size
        let large = center.offset(outwards * size * 0.36, size * 0.4)
        let small = center.offset(outwards * size * 0.56, size * 0.62)
        for (place, radius) in [(large, size * 0.13), (small, size * 0.065)] {
            drawGround(.circle(center: place, radius: radius), fill, on: &drawing)
        }
    }
}

/// Reactions inside the bubble, under its text.
struct ReactionPiece: Piece {
    let marks: ReactionMarks
    let isMirrored: Bool

    var size: Size { marks.size }
    var text: String { "" }
    var lastLine: LastLine? { LastLine(width: marks.lastRowWidth, isRightToLeft: isMirrored) }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        marks.drawRows(in: frame, isFlushRight: isMirrored, on: &drawing)
    }
}
