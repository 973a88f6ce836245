import Model
import Scene
import Themes

/// A poll's question and its answers, with the result as far as it is known.
struct PollCard {
    let look: CardLook

    private static let maxVoters = 12

    private var maxOptions: Int { look.isComplete ? .max : 60 }

    func piece(_ poll: Poll) -> PollPiece {
        let width = max(min(look.width, 300), 1)
        let total = total(of: poll)
        let shown = poll.options.prefix(maxOptions)
        let options = shown.map { option($0, total: total, width: width) }
        let head = look.small(
            look.phrases[poll.isClosed ? .finalResults : .poll], width: width)
        let foot = foot(of: poll, total: total)
        return PollPiece(
            question: poll.question.isEmpty
                ? nil : look.title(poll.question, lines: nil, width: width),
            head: head, options: options, foot: look.small(foot, width: width), width: width,
            colors: PollPiece.Colors(
                accent: look.accent, onAccent: look.onAccent, faint: look.faint),
            isMirrored: look.phrases.isRightToLeft, text: text(of: poll, foot: foot),
            choiceLabel: look.phrases[.yourChoice])
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

    private func option(_ option: Poll.Option, total: Int?, width: Double) -> PollPiece.Option {
        let room = max(width - PollPiece.indent, 24)
        let votes = option.votes.map { max($0, 0) }
        let share = votes.map { votes in
            total.map { $0 > 0 ? min(Double(votes) / Double($0), 1) : 0 } ?? 0
        }
        let result = votes.map { votes in
            let number = look.phrases.number(votes)
            return look.small(
                share.map { number + " · " + look.phrases.percent($0) } ?? number,
                lines: nil, direction: look.readingDirection, width: room)
        }
        let beside = room - (result.map { $0.size.width + PollPiece.resultGap } ?? 0)
        let isBelow = beside < PollPiece.minLabel
        return PollPiece.Option(
            label: look.plain(option.text, lines: nil, width: isBelow ? room : beside),
            result: result, isResultBelow: isBelow,
            voters: option.voters.isEmpty
                ? nil
                : look.small(
                    look.phrases.list(option.voters, most: PollCard.maxVoters), lines: 2,
                    width: room),
            share: share, isChosen: option.isChosen)
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
