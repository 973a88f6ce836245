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
    /// Pictures are set no higher, where a page has no more room.
    var pictureHeight = Double.infinity
    /// How wide words are that share their bubble with pictures.
    private var wordsWidth: Double?

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

    var maxContentWidth: Double {
        max(min(maxWidth - style.padding.horizontal, wordsWidth ?? .infinity), 1)
    }

    /// Sets words as wide as the pictures that they share a bubble with.
    func beside(_ pieces: [any Piece]) -> MessageComposer {
        guard let width = pieces.compactMap(\.wordsWidth).max() else { return self }
        var composer = self
        composer.wordsWidth =
            style.letsPicturesBleed
            ? width + 2 * theme.media.inset - style.padding.horizontal : width
        return composer
    }

    var media: MediaStyle {
        var media = theme.media
        media.maxSize.height = min(media.maxSize.height, pictureHeight)
        media.minSize.height = min(media.minSize.height, pictureHeight)
        return media
    }

    /// The widest a picture may become.
    var mediaWidth: Double {
        style.letsPicturesBleed ? max(maxWidth - 2 * theme.media.inset, 1) : maxContentWidth
    }

    func row(gap: Double) -> Row {
        let bubbles = self.bubbles()
        let name = entry.showsName && theme.sender.place == .above ? senderName() : nil
        let below = lineBelow()
        let reactions = ReactionMeasure(composer: self).marks(
            onBubble: !(bubbles.last?.isBare ?? false))
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
            gap: gap, height: content.height, breaks: content.breaks,
            pictureHeight: pictureHeight(in: bubbles), message: entry.index, role: .message,
            text: reading(of: bubbles, reactions, below),
            language: message.language, day: entry.isoDay, content: content)
    }

    private func pictureHeight(in bubbles: [MeasuredBubble]) -> Double {
        guard !message.attachments.isEmpty else { return 0 }
        let pictures = bubbles.flatMap(\.pieces).compactMap { $0.piece as? MediaPiece }
        return pictures.count == 1 ? pictures[0].size.height : 0
    }

    /// What a reader hears: who, where another begins to speak; what; and what became of it.
    private func reading(
        of bubbles: [MeasuredBubble], _ reactions: ReactionMarks?, _ below: ShapedText?
    ) -> String {
        let isNamedInside = entry.showsName && theme.sender.place == .inside
        let who = entry.run.isFirst && !isNamedInside ? message.from : nil
        return
            ([who.map { layout.name(of: $0) }] + bubbles.map(\.text)
            + [reactions?.text, markInWords, below?.text])
            .compactMap { $0 }.asLines
    }

    // MARK: Bubbles

    func bubbles() -> [MeasuredBubble] {
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
            StyledText(
                layout.name(of: from), style: theme.text.sender, color: color, lineLimit: 1),
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
        // The time comes before "Edited", or it would be taken for when that was.
        let sent = marksOfState(starred: "★") + [entry.time].compactMap { $0 }
        let words = ([sent.joined(separator: " ")] + [edited].compactMap { $0 })
            .filter { !$0.isEmpty }.joined(separator: " · ")
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
        if style.letsPicturesBleed, !theme.media.isWhole, content.pieces.last?.bleeds ?? false {
            return .picture
        }
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
        case .picture: TimeMark.shade.over(.white)
        case .chip(let fill): fill
        case .bubble: isBare ? theme.canvas.background.color : CardLook(self).ground
        }
    }

    /// What stands in the bubble's corner, as a reader hears it: a star and ticks would say nothing.
    private var markInWords: String? {
        guard theme.time.place == .inside else { return nil }
        var words = marksOfState(starred: layout.phrases.starred)
        words += [entry.time, edited].compactMap { $0 }
        if entry.showsStatus, hasTicks, let status = message.status { words.append(state(status)) }
        return words.joined(separator: " · ")
    }

    /// "Read 9:59", the time where it is known.
    private func state(_ status: Message.Status) -> String {
        [layout.phrases.status(status), entry.stateTime].compactMap { $0 }.joined(separator: " ")
    }

    /// "Edited 10:06".
    private var edited: String? {
        guard message.hasDetails, message.details.edited != nil else { return nil }
        let words = layout.phrases.edited(at: entry.editTime)
        return switch theme.relations.edited {
        case .capital: words
        case .small: words.prefix(1).lowercased() + words.dropFirst()
        }
    }

    /// "#12 ★", before the time or in its place.
    private func marksOfState(starred: String) -> [String] {
        let number = layout.options.show.numbers ? ["#\(message.number)"] : []
        guard message.hasDetails else { return number }
        let details = message.details
        return number
            + [
                details.isPinned ? layout.phrases.pinned : nil, details.isStarred ? starred : nil,
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
        let behind = colorBehind(ground, isBare: isBare)
        return TickMark(
            status: status, isCircled: theme.time.ticks == .circles,
            deliveredChecks: theme.time.deliveredChecks, color: color,
            readColor: readColor(beside: color, on: ground, behind, isBare: isBare),
            failedColor: theme.time.failedColor, ground: behind)
    }

    /// In a bubble the look's own. Elsewhere that was not chosen for the ground: where the number of
    /// marks tells what was read they are as the words beside them, else the nearest shade that is seen.
    private func readColor(
        beside color: Color, on ground: TimeMark.Ground, _ behind: Color, isBare: Bool
    ) -> Color {
        switch ground {
        case .bubble: isBare ? color : theme.time.readColor
        case .picture, .chip:
            theme.time.deliveredChecks == 1 || theme.time.ticks == .circles
                ? color : theme.time.readColor.shade(standingOutFrom: behind, atLeast: 3)
        }
    }

    /// The time and the state in words, where the look tells them under the bubble.
    func lineBelow() -> ShapedText? {
        let isInside = theme.time.place == .inside
        var words = isInside ? [] : marksOfState(starred: layout.phrases.starred)
        if entry.replies > 0 {
            words.insert(layout.phrases.counted(.replies, entry.replies), at: 0)
        }
        if theme.time.place != .inside, theme.time.place != .above, let time = entry.time {
            words.append(time)
        }
        if !isInside, let edited { words.append(edited) }
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
