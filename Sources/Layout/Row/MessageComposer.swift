import Basics
import Model
import Scene
import Themes

/// Measures one message: its bubbles, their contents, and the elements around them. The composers
/// of all parts refer to it.
final class MessageComposer {
    let layout: Layout
    let entry: MessageEntry
    let measurer: any TextMeasurer
    let message: Message
    let sharedStyle: Box<BubbleStyle>
    private let pictureHeight: Double
    /// The width of text that shares its bubble with pictures.
    private let wordsWidth: Double?
    /// The time and status outside the bubble, at its foot, in themes that show them there.
    private(set) var beside: ShapedText?

    /// - Parameter saying: the message to show instead of the entry's own.
    init(
        layout: Layout, entry: MessageEntry, saying: Message? = nil, measurer: any TextMeasurer,
        pictureHeight: Double = .infinity
    ) {
        self.layout = layout
        self.entry = entry
        self.measurer = measurer
        self.pictureHeight = pictureHeight
        wordsWidth = nil
        message = saying ?? layout.conversation.messages[entry.index]
        sharedStyle = layout.bubbleStyle(of: message)
        beside = timeBeside()
    }

    private init(_ composer: MessageComposer, wordsWidth: Double) {
        layout = composer.layout
        entry = composer.entry
        measurer = composer.measurer
        message = composer.message
        sharedStyle = composer.sharedStyle
        pictureHeight = composer.pictureHeight
        beside = composer.beside
        self.wordsWidth = wordsWidth
    }

    /// Whether the message shows a picture that the appendix shows in full, with a link back.
    var showsExhibits: Bool {
        !layout.exhibits.isEmpty
            && message.attachments.contains { attachment in
                attachment.media.map { layout.exhibits[$0] != nil } ?? false
            }
    }

    var isMine: Bool { message.from != nil && message.from == layout.conversation.me }

    /// Whether nothing is cut, as in evidence.
    var isComplete: Bool { layout.options.showsAllDetails }

    var style: BubbleStyle { sharedStyle.value }
    var theme: Theme { layout.theme }

    var maxWidth: Double {
        let room =
            layout.width - theme.canvas.margins.horizontal - layout.indent(on: entry.side)
            - (entry.isInThread ? ThreadLine.indent : 0)
            - (failedSign == nil ? 0 : FailedSign.room)
            - (beside.map { $0.size.width + MessageRow.besideGap } ?? 0)
        return min(room, max(widest, style.minSize.width))
    }

    private var widest: Double {
        if let frames = theme.frames { return frames.measureWidth + style.padding.horizontal }
        if case .fixed(let width) = style.width { return width }
        return switch style.maxWidth {
        case .share(let share): layout.width * share
        case .points(let points): points
        case .least(let share, let points): min(layout.width * share, points)
        }
    }

    var maxContentWidth: Double {
        max(min(maxWidth - style.padding.horizontal, wordsWidth ?? .infinity), 1)
    }

    /// Limits text to the width of the pictures in the same bubble.
    func beside(_ pieces: [any Piece]) -> MessageComposer {
        guard let width = pieces.compactMap(\.wordsWidth).max() else { return self }
        return MessageComposer(
            self, wordsWidth: width + pictureMargins - style.padding.horizontal)
    }

    var media: MediaStyle {
        var media = theme.media
        media.maxSize.height = min(media.maxSize.height, pictureHeight)
        media.minSize.height = min(media.minSize.height, pictureHeight)
        return media
    }

    private var pictureMargins: Double {
        if style.letsPicturesBleed { return 2 * theme.media.inset }
        // Fixed frames use the text's padding for every kind of content.
        return theme.frames == nil ? style.pictureInsets.horizontal : style.padding.horizontal
    }

    var mediaWidth: Double {
        max(maxWidth - pictureMargins, 1)
    }

    func row(gap: Double) -> Row {
        let bubbles = self.bubbles()
        let below = lineBelow()
        let reactions = self.reactions(
            onBubble: !(bubbles.last?.isBare ?? false))
        let decorations = BubbleDecorations(
            head: head(gap: gap), below: below, beside: beside, avatar: avatar(),
            thread: entry.isInThread
                ? ThreadLine(color: theme.text.status.color.withAlpha(0.45)) : nil,
            reactions: theme.reactions.shape == .inside ? nil : reactions,
            quote: quote(above: bubbles), failed: failedSign)
        let content = MessageRow(
            bubbles: bubbles, side: entry.side, margins: theme.canvas.margins,
            indent: layout.indent(on: entry.side),
            bubbleGap: theme.canvas.gaps.inRun, textInset: style.padding.left,
            decorations: decorations.isEmpty ? nil : Box(decorations))
        var row = Row(
            gap: gap, height: content.height, breaks: content.breaks,
            pictureHeight: pictureHeight(in: bubbles), message: entry.index, role: .message,
            text: reading(of: bubbles, reactions, below),
            language: message.language, day: entry.isoDay, content: content)
        row.seams = content.seams
        return row
    }

    private func pictureHeight(in bubbles: [MeasuredBubble]) -> Double {
        guard !message.attachments.isEmpty else { return 0 }
        let pictures = bubbles.flatMap(\.pieces).compactMap { $0.piece as? MediaPiece }
        return pictures.count == 1 ? pictures[0].size.height : 0
    }

    /// The text for screen readers: the sender, if it changes; the content; and the state.
    private func reading(
        of bubbles: [MeasuredBubble], _ reactions: ReactionMarks?, _ below: ShapedText?
    ) -> String {
        let isNamedInside = entry.showsName && theme.sender.place == .inside
        let who = entry.run.isFirst && !isNamedInside ? message.from : nil
        return
            ([who.map { layout.shownName(of: $0) }, editedAbove?.text, replyWords]
            + bubbles.map(\.text)
            + [reactions?.text, markInWords, timeAbove, beside?.text, below?.text])
            .compactMap { $0 }.asLines
    }

    // MARK: Bubbles

    func bubbles() -> [MeasuredBubble] {
        let contents = BubbleContents(composer: self).all()
        let last = contents.lastIndex { !$0.isQuote } ?? contents.count - 1
        var bubbles: [MeasuredBubble] = []
        bubbles.reserveCapacity(contents.count)
        for (index, content) in contents.enumerated() {
            // If the work must end, the rest is skipped. The caller that started the work checks
            // and throws.
            if index > 0, !measurer.mayContinue { break }
            let isLast = index == last
            let run = RunPosition(
                isFirst: entry.run.isFirst && index == 0, isLast: entry.run.isLast && isLast)
            bubbles.append(
                bubble(
                    content, isFirst: index == 0, run: run,
                    footer: isLast ? timeMark(on: content) : nil))
        }
        return bubbles
    }

    private func bubble(
        _ content: BubbleContent, isFirst: Bool, run: RunPosition, footer: TimeMark?
    ) -> MeasuredBubble {
        MeasuredBubble(
            content, of: self,
            isAsReceived: content.isAsReceived && theme.hasReceivedCards && !isComplete, run: run,
            hasTail: hasTail(run, isFirst: isFirst) && !content.isBare, footer: footer)
    }

    private func hasTail(_ run: RunPosition, isFirst: Bool) -> Bool {
        style.tail.on.includes(run, hasAvatar: isFirst && entry.showsAvatar && message.from != nil)
    }

    /// The form of quotations. One line above the name needs a name above, and would cut evidence.
    var replyShape: ReplyStyle.Shape {
        guard theme.reply.shape == .line else { return theme.reply.shape }
        return theme.frames == nil && !theme.hasColumn && !isComplete ? .line : .bar
    }

    // MARK: Around the bubbles

    private func quote(above bubbles: [MeasuredBubble]) -> OutsideQuote? {
        guard bubbles.count > 1, bubbles[0].pieces.first?.piece is ReplyPiece, bubbles[0].isBare
        else { return nil }
        let side = RelationPieces(composer: self).quotedSide
        return OutsideQuote(
            side: side, indent: layout.indent(on: side), inset: style.tailRoom,
            line: theme.reply.hasLine ? theme.text.status.color.withAlpha(0.45) : nil)
    }

    /// - Parameter gap: the gap to the row above.
    private func head(gap: Double) -> MessageHead? {
        let isColumn = theme.hasColumn
        let time = timeAbove.map {
            measurer.shape(
                StyledText(
                    $0, style: theme.text.time.style, color: theme.text.time.color, lineLimit: 1),
                width: isColumn ? theme.sender.width : maxContentWidth)
        }
        let room = isColumn ? theme.sender.width : maxContentWidth
        let taken = time.map { $0.size.width + MessageHead.timeGap } ?? 0
        let name =
            entry.showsName && theme.sender.place != .inside
            ? senderName(
                width: max(room - taken, 20),
                alignment: (entry.side == .left) == isColumn ? .right : .left)
            : nil
        let bar = theme.sender.bar > 0 ? senderColor : nil
        let reply = replyShape == .line ? RelationPieces(composer: self).replyLine() : nil
        let above = editedAbove
        guard name != nil || time != nil || bar != nil || reply != nil || above != nil else {
            return nil
        }
        return MessageHead(
            name: name, time: time, above: above, reply: reply,
            column: isColumn ? theme.sender.width : nil,
            bar: bar.map {
                MessageHead.Bar(
                    color: $0, width: theme.sender.bar,
                    reachesUp: entry.run.isFirst ? 0 : gap)
            })
    }

    private var senderColor: Color? {
        message.from.map { layout.nameColor(of: $0) }
    }

    private func senderWords(_ sender: ParticipantIndex) -> String {
        let name =
            isMine && theme.sender.mineColor != nil
            ? layout.phrases[.me] : layout.shownName(of: sender)
        return theme.sender.isCapital ? layout.phrases.locale.capital(name) : name
    }

    func senderName(
        width: Double? = nil, alignment: StyledText.Alignment = .start
    ) -> ShapedText? {
        guard let from = message.from, let senderColor else { return nil }
        return measurer.shape(
            StyledText(
                senderWords(from), style: theme.text.sender, color: senderColor,
                alignment: alignment, lineLimit: isComplete ? 8 : theme.sender.maxLines),
            width: width ?? maxContentWidth)
    }

    private var replyWords: String? {
        replyShape == .line
            ? RelationPieces(composer: self).replyLine().map { "> " + $0.text.text } : nil
    }

    private func avatar() -> Avatar? {
        entry.showsAvatar ? portrait(side: theme.avatar.size) : nil
    }

    /// The sender's by default.
    func portrait(of person: ParticipantIndex? = nil, side: Double) -> Avatar? {
        guard let from = person ?? message.from else { return nil }
        let person = layout.conversation.participants[from]
        var style = theme.avatar
        style.radius *= side / max(style.size, 1)
        style.size = side
        return Avatar(
            participant: person, ground: layout.avatarColor(of: person, from),
            style: style, text: theme.text.sender, pictures: layout.pictures,
            measurer: measurer)
    }
}

/// The state of a message: its time, edits, delivery status and marks, inside the bubble or in the
/// line below it.
extension MessageComposer {
    private func timeMark(on content: BubbleContent) -> TimeMark? {
        guard theme.time.place == .inside else { return nil }
        let ground = ground(of: content)
        let color = color(on: ground, isBare: content.isBare)
        let words = (marksOfState(starred: "★") + [timeAndEdit].compactMap { $0 })
            .joined(separator: " ")
        let ticks = tickMark(color: color, on: ground, isBare: content.isBare)
        guard !words.isEmpty || ticks != nil else { return nil }
        let isMirrored = layout.phrases.isRightToLeft
        var mark = TimeMark(time: nil, ticks: ticks, ground: ground, isMirrored: isMirrored)
        if !words.isEmpty {
            mark.time = measurer.shape(
                StyledText(
                    words, style: theme.text.time.style, color: color,
                    alignment: isMirrored ? .left : .right),
                width: max(maxContentWidth - mark.widthBesideTime, 1))
        }
        return mark
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

    /// The words for the mark in the bubble's corner, because a star and ticks mean nothing to a
    /// screen reader.
    private var markInWords: String? {
        guard theme.time.place == .inside else { return nil }
        var words = marksOfState(starred: layout.phrases.starred)
        words += [timeAndEdit].compactMap { $0 }
        if entry.showsStatus, hasTicks, let status = message.status { words.append(state(status)) }
        return words.joined(separator: " · ")
    }

    private func state(_ status: Message.Status) -> String {
        [layout.phrases.status(status), entry.stateTime].compactMap { $0 }.joined(separator: " ")
    }

    /// "Edited 9:52", or with the time of the edit "9:52 · Edited 10:06".
    private var timeAndEdit: String? {
        let edited = editedPlace == .time ? self.edited : nil
        let parts = [entry.time, edited].compactMap { $0 }
        guard !parts.isEmpty else { return nil }
        guard entry.editTime == nil else { return parts.joined(separator: " · ") }
        return parts.reversed().joined(separator: " ")
    }

    /// The place of "Edited"; nil if the message was not edited. With the time of the edit it is
    /// beside the time of the message, for which it could otherwise be mistaken.
    private var editedPlace: RelationStyle.EditedPlace? {
        guard message.hasDetails, message.details.edited != nil else { return nil }
        return isComplete || entry.editTime != nil ? .time : theme.relations.editedPlace
    }

    var editedSuffix: String? {
        editedPlace == .text ? edited.map { "(" + $0 + ")" } : nil
    }

    private var editedAbove: ShapedText? {
        editedPlace == .above ? edited.flatMap { state($0, width: maxWidth) } : nil
    }

    /// "Edited", with the time of the edit if it is shown.
    private var edited: String? {
        guard message.hasDetails, message.details.edited != nil else { return nil }
        let words = layout.phrases.edited(at: entry.editTime)
        return switch theme.relations.edited {
        case .capital: words
        case .small: words.prefix(1).lowercased() + words.dropFirst()
        }
    }

    /// "#12 ★", shown before the time or instead of it.
    private func marksOfState(starred: String) -> [String] {
        let number = layout.options.show.numbers ? ["#\(message.number)"] : []
        guard message.hasDetails else { return number }
        let details = message.details
        return number
            + [
                details.isPinned ? layout.phrases.pinned : nil, details.isStarred ? starred : nil,
            ].compactMap { $0 }
    }

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

    /// The color of read marks. In a bubble it is the theme's own color, which was not chosen for
    /// other backgrounds. There, marks have the text's color if their number shows the status;
    /// otherwise they have the nearest shade with enough contrast.
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

    private var failedSign: FailedSign? {
        guard theme.time.drawsFailedSign, entry.showsStatus, message.status == .failed,
            theme.frames == nil
        else { return nil }
        return FailedSign(color: theme.time.failedColor)
    }

    /// The time after the name. Themes with fixed frames have no place for it there, nor beside the
    /// bubble.
    private var timeAbove: String? {
        guard theme.time.place == .name, theme.frames == nil, let time = entry.time else {
            return nil
        }
        return headHasEdit ? timeAndEdit : time
    }

    private var headHasEdit: Bool {
        theme.time.place == .name && !theme.hasColumn && entry.time != nil
            && entry.editTime == nil && editedPlace == .time
    }

    private var isTimeBeside: Bool { theme.time.place == .beside && theme.frames == nil }

    func lineBelow() -> ShapedText? {
        var words = entry.replies > 0 ? [layout.phrases.counted(.replies, entry.replies)] : []
        if !isTimeBeside { words += stateInWords }
        return state(words.joined(separator: " · "), width: maxWidth)
    }

    /// The text outside the bubble, one line each: the status, the time, and the time of the edit,
    /// which could otherwise be mistaken for it.
    private func timeBeside() -> ShapedText? {
        guard isTimeBeside else { return nil }
        let edited = editedPlace == .time || editedPlace == .below ? self.edited : nil
        let last = entry.editTime == nil ? [edited, entry.time] : [entry.time, edited]
        let lines = stateInWords + last.compactMap { $0 }
        return state(lines.joined(separator: "\n"), width: MessageRow.besideRoom)
    }

    private var stateInWords: [String] {
        let isInside = theme.time.place == .inside
        var words = isInside ? [] : marksOfState(starred: layout.phrases.starred)
        if !isTimeBeside {
            let showsTime = !isInside && theme.time.place != .above && timeAbove == nil
            let time = showsTime ? entry.time : nil
            switch editedPlace {
            case .time?:
                if !isInside, !headHasEdit {
                    words += [time == nil ? edited : timeAndEdit].compactMap { $0 }
                }
            case .below?: words += [time, edited].compactMap { $0 }
            case .text?, .above?, nil: words += [time].compactMap { $0 }
            }
        }
        if let status = statusInWords { words.append(state(status)) }
        return words
    }

    private var statusInWords: Message.Status? {
        guard entry.showsStatus, let status = message.status,
            theme.time.ticks == .words || (status == .failed && !hasTicks)
        else { return nil }
        return status
    }

    private func state(_ words: String, width: Double) -> ShapedText? {
        guard !words.isEmpty else { return nil }
        let hasFailed = statusInWords == .failed
        return measurer.shape(
            StyledText(
                words, style: theme.text.status.style,
                color: hasFailed ? theme.time.failedColor : theme.text.status.color,
                alignment: entry.side == .left ? .left : .right),
            width: width)
    }
}
