import Conversation
import Markup
import Scene
import Theme

/// Measures one message: which bubbles it makes, what stands in each, what stands around them.
struct MessageComposer {
    let layout: Layout
    let entry: MessageEntry
    let measurer: any TextMeasurer
    let message: Message
    let sharedStyle: Shared<BubbleStyle>

    init(layout: Layout, entry: MessageEntry, measurer: any TextMeasurer) {
        self.layout = layout
        self.entry = entry
        self.measurer = measurer
        message = layout.conversation.messages[entry.index]
        sharedStyle = layout.bubbleStyle(of: message)
    }

    var style: BubbleStyle { sharedStyle.value }
    var theme: Theme { layout.theme }

    /// The widest a bubble may become.
    var maxWidth: Double {
        let room =
            layout.width - theme.canvas.margins.horizontal - layout.avatarIndent(on: entry.side)
            - (entry.isInThread ? ThreadLine.indent : 0)
        let most =
            switch style.maxWidth {
            case .share(let share): layout.width * share
            case .points(let points): points
            case .least(let share, let points): min(layout.width * share, points)
            }
        return max(min(room, most), style.minSize.width)
    }

    var maxContentWidth: Double { max(maxWidth - style.padding.horizontal, 1) }

    /// The widest a picture may become.
    var mediaWidth: Double {
        style.letsPicturesBleed ? max(maxWidth - 2 * theme.media.inset, 1) : maxContentWidth
    }

    func row(gap: Double) -> Row {
        let bubbles = self.bubbles()
        let name = entry.showsName && theme.sender.place == .above ? senderName() : nil
        let below = lineBelow()
        let reactions = ReactionMeasure(composer: self).marks()
        let surroundings = Surroundings(
            name: name, below: below, avatar: avatar(),
            thread: entry.isInThread
                ? ThreadLine(color: theme.text.status.color.withAlpha(0.45)) : nil,
            reactions: theme.reactions.shape == .inside ? nil : reactions)
        let content = MessageRow(
            bubbles: bubbles, side: entry.side, margins: theme.canvas.margins,
            avatarIndent: layout.avatarIndent(on: entry.side),
            bubbleGap: theme.canvas.gaps.inRun, textInset: style.padding.left,
            surroundings: surroundings.isEmpty ? nil : Shared(surroundings))
        return Row(
            gap: gap, height: content.height, breaks: content.breaks, message: entry.index,
            role: .message, text: reading(of: bubbles, reactions, below),
            language: message.language, day: entry.isoDay, content: content)
    }

    /// What a reader hears: who, where another begins to speak; what; and what became of it.
    private func reading(
        of bubbles: [MeasuredBubble], _ reactions: ReactionMarks?, _ below: ShapedText?
    ) -> String {
        let isNamedInside = entry.showsName && theme.sender.place == .inside
        let who = entry.run.isFirst && !isNamedInside ? message.from : nil
        return
            ([who.map { layout.conversation.participants[$0].name }] + bubbles.map(\.text)
            + [reactions?.text, markInWords, below?.text])
            .compactMap { $0 }.asLines
    }

    // MARK: Bubbles

    private func bubbles() -> [MeasuredBubble] {
        let contents = BubbleContents(composer: self).all()
        return contents.enumerated().map { index, content in
            let isLast = index == contents.count - 1
            let run = RunPosition(
                isFirst: entry.run.isFirst && index == 0, isLast: entry.run.isLast && isLast)
            return bubble(content, run: run, footer: isLast ? timeMark(on: content) : nil)
        }
    }

    private func bubble(
        _ content: BubbleContent, run: RunPosition, footer: TimeMark?
    ) -> MeasuredBubble {
        BubbleStack(
            sharedStyle: sharedStyle, theme: theme, side: entry.side, maxWidth: maxWidth
        ).measured(content, run: run, hasTail: hasTail(run) && !content.isBare, footer: footer)
    }

    private func hasTail(_ run: RunPosition) -> Bool {
        switch style.tail.on {
        case .first: run.isFirst
        case .last: run.isLast
        case .every: true
        case .never: false
        }
    }

    // MARK: Around

    func senderName() -> ShapedText? {
        guard let from = message.from else { return nil }
        let participant = layout.conversation.participants[from]
        let colors = theme.sender.colors
        let color =
            participant.color.map { Color(rgb: $0) }
            ?? (colors.isEmpty ? theme.sender.color : colors[from % colors.count])
        return measurer.shape(
            StyledText(participant.name, style: theme.text.sender, color: color, lineLimit: 1),
            width: maxContentWidth)
    }

    private func avatar() -> Avatar? {
        guard entry.showsAvatar, let from = message.from else { return nil }
        return Avatar(
            participant: layout.conversation.participants[from], number: from,
            style: theme.avatar, look: theme.text.sender, pictures: layout.pictures,
            measurer: measurer)
    }

    private func timeMark(on content: BubbleContent) -> TimeMark? {
        guard theme.time.place == .inside else { return nil }
        let ground = ground(of: content)
        let color = color(on: ground, isBare: content.isBare)
        let parts = marksOfState(starred: "★") + [entry.time].compactMap { $0 }
        let words = parts.joined(separator: " ")
        let time =
            words.isEmpty
            ? nil
            : measurer.shape(
                StyledText(words, style: theme.text.time.style, color: color, lineLimit: 1),
                width: maxContentWidth)
        let ticks = tickMark(color: color, on: ground, isBare: content.isBare)
        guard time != nil || ticks != nil else { return nil }
        return TimeMark(
            time: time, ticks: ticks, ground: ground, isMirrored: layout.phrases.isRightToLeft)
    }

    private func ground(of content: BubbleContent) -> TimeMark.Ground {
        if style.letsPicturesBleed, content.pieces.last?.bleeds ?? false { return .picture }
        guard content.isBare, let fill = theme.chip.fill else { return .bubble }
        return .chip(fill)
    }

    private func color(on ground: TimeMark.Ground, isBare: Bool) -> Color {
        switch ground {
        case .picture: .white
        case .chip: theme.text.dayHeader.color
        case .bubble: isBare ? theme.text.time.color : style.secondaryColor
        }
    }

    private func colorBehind(_ ground: TimeMark.Ground, isBare: Bool) -> Color {
        switch ground {
        case .picture: .black
        case .chip(let fill): fill
        case .bubble: isBare ? theme.canvas.background.color : CardLook(self).ground
        }
    }

    /// What stands in the bubble's corner, as a reader hears it: a star and ticks would say nothing.
    private var markInWords: String? {
        guard theme.time.place == .inside else { return nil }
        var words = marksOfState(starred: layout.phrases.starred)
        if let time = entry.time { words.append(time) }
        if entry.showsStatus, hasTicks, let status = message.status { words.append(state(status)) }
        return words.joined(separator: " · ")
    }

    /// "Read 9:59", the time where it is known.
    private func state(_ status: Message.Status) -> String {
        [layout.phrases.status(status), entry.stateTime].compactMap { $0 }.joined(separator: " ")
    }

    /// "12 ★ Edited", before the time or in its place.
    private func marksOfState(starred: String) -> [String] {
        let number = layout.options.show.numbers ? ["#\(message.number)"] : []
        guard message.hasDetails else { return number }
        let details = message.details
        return number
            + [
                details.isPinned ? layout.phrases.pinned : nil, details.isStarred ? starred : nil,
                details.edited == nil ? nil : layout.phrases.edited,
            ].compactMap { $0 }
    }

    /// Whether the state is told by marks inside the bubble.
    private var hasTicks: Bool {
        theme.time.place == .inside
            && (theme.time.ticks == .checks || theme.time.ticks == .circles)
    }

    private func tickMark(
        color: Color, on ground: TimeMark.Ground, isBare: Bool
    ) -> TickMark? {
        guard entry.showsStatus, hasTicks, let status = message.status else { return nil }
        let readColor =
            switch ground {
            case .bubble: isBare ? color : theme.time.readColor
            case .picture: theme.time.readColor
            case .chip: color
            }
        return TickMark(
            status: status, isCircled: theme.time.ticks == .circles, color: color,
            readColor: readColor, failedColor: theme.time.failedColor,
            ground: colorBehind(ground, isBare: isBare))
    }

    /// The time and the state in words, where the look tells them under the bubble.
    private func lineBelow() -> ShapedText? {
        let isInside = theme.time.place == .inside
        var words = isInside ? [] : marksOfState(starred: layout.phrases.starred)
        if entry.replies > 0 {
            words.insert(layout.phrases.counted(.replies, entry.replies), at: 0)
        }
        if theme.time.place != .inside, theme.time.place != .above, let time = entry.time {
            words.append(time)
        }
        var color = theme.text.status.color
        if entry.showsStatus, let status = message.status,
            theme.time.ticks == .words || (status == .failed && !hasTicks)
        {
            words.append(state(status))
            if status == .failed { color = theme.time.failedColor }
        }
        guard !words.isEmpty else { return nil }
        return measurer.shape(
            StyledText(
                words.joined(separator: " · "), style: theme.text.status.style, color: color,
                lineLimit: 1),
            width: maxWidth)
    }
}

extension Color {
    /// From 0xRRGGBB.
    init(rgb: UInt32) {
        self.init(
            UInt8(truncatingIfNeeded: rgb >> 16), UInt8(truncatingIfNeeded: rgb >> 8),
            UInt8(truncatingIfNeeded: rgb))
    }
}
