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
