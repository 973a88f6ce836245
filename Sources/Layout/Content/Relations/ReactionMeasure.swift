import Model
import Scene
import Themes

/// Measures a message's reactions, the most frequent first. Reactions that are not shown are
/// counted.
struct ReactionMeasure {
    typealias Mark = ReactionMarks.Mark
    typealias Pill = ReactionMarks.Pill

    let composer: MessageComposer

    private var style: ReactionStyle { composer.theme.reactions }
    private var showsNames: Bool { composer.layout.options.show.reactionNames }

    private var room: Double {
        style.shape == .inside ? composer.maxContentWidth : composer.maxWidth
    }

    /// The padding within a pill, left and right of its marks.
    private var padding: Double { style.size * (style.shape == .tapback ? 0.4 : 0.52) }

    func marks(onBubble: Bool = true) -> ReactionMarks? {
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

    /// The most frequent emoji and the total number of reactions.
    private func total(of reactions: [Reaction]) -> Pill {
        let all = count(of: reactions[...])
        let shown = reactions.prefix(style.maxShown).map { mark($0, words: "") }
        let isMine = reactions.allSatisfy(\.isMine)
        return pill(
            fitting(shown, gap: 3) + (all > 1 ? [number(String(all), isMine: isMine)] : []), gap: 3)
    }

    /// The most frequent emoji with their counts, and the number of the other reactions.
    private func withRest(of reactions: [Reaction]) -> Pill {
        let marks = reactions.prefix(style.maxShown).map { mark($0, words: words(beside: $0)) }
        let shown = fitting(marks, gap: 5)
        let rest = count(of: reactions[shown.count...])
        let isMine = reactions.allSatisfy(\.isMine)
        return pill(
            shown + (rest > 0 ? [number("+\(rest)", isMine: isMine)] : []), gap: 5)
    }

    /// Returns as many marks as fit beside a number; at least one.
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
        var look = composer.theme.text.body
        look.size = style.size * (style.shape == .tapback ? 0.5 : 0.56)
        look.lineHeight = style.size * 0.8
        look.tracking = 0
        return composer.measurer.shape(
            StyledText(words, style: look, color: color, lineLimit: 1), width: width)
    }

    /// A count, of one only if the theme shows it; or all names and the number of unnamed reactions.
    private func words(beside reaction: Reaction) -> String {
        guard showsNames, !reaction.by.isEmpty else {
            return reaction.count > 1 || style.counts == .all ? String(max(reaction.count, 1)) : ""
        }
        let unnamed = reaction.count.subtractingReportingOverflow(reaction.by.count).partialValue
        return reaction.by.joined(separator: ", ") + (unnamed > 0 ? " +\(unnamed)" : "")
    }

    /// Wraps names over as many lines as they need.
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
