import Model
import Scene
import Themes

/// The state of a message: its time, edits, delivery status and marks, inside the bubble or in the
/// line below it.
extension MessageComposer {
    func timeMark(on content: BubbleContent) -> TimeMark? {
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
    var markInWords: String? {
        guard theme.time.place == .inside else { return nil }
        var words = marksOfState(starred: layout.phrases.starred)
        words += [timeAndEdit].compactMap { $0 }
        if entry.showsStatus, hasTicks, let status = message.status { words.append(state(status)) }
        return words.joined(separator: " · ")
    }

    /// Formats a status: "Read 9:59", with the time if it is known.
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

    /// "(edited)", after the text.
    var editedSuffix: String? {
        editedPlace == .text ? edited.map { "(" + $0 + ")" } : nil
    }

    /// "Edited", above the bubbles.
    var editedAbove: ShapedText? {
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

    /// Whether marks inside the bubble show the status.
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

    /// The sign beside the bubble of a failed message, in themes that have one.
    var failedSign: FailedSign? {
        guard theme.time.drawsFailedSign, entry.showsStatus, message.status == .failed,
            theme.frames == nil
        else { return nil }
        return FailedSign(color: theme.time.failedColor)
    }

    /// The time after the name. Themes with fixed frames have no place for it there, nor beside the
    /// bubble.
    var timeAbove: String? {
        guard theme.time.place == .name, theme.frames == nil, let time = entry.time else {
            return nil
        }
        return headHasEdit ? timeAndEdit : time
    }

    /// Whether "Edited" is beside the time after the name.
    private var headHasEdit: Bool {
        theme.time.place == .name && !theme.hasColumn && entry.time != nil
            && entry.editTime == nil && editedPlace == .time
    }

    private var isTimeBeside: Bool { theme.time.place == .beside && theme.frames == nil }

    /// The time and status in words, in themes that show them under the bubble.
    func lineBelow() -> ShapedText? {
        var words = entry.replies > 0 ? [layout.phrases.counted(.replies, entry.replies)] : []
        if !isTimeBeside { words += stateInWords }
        return state(words.joined(separator: " · "), width: maxWidth)
    }

    /// The text outside the bubble, one line each: the status, the time, and the time of the edit,
    /// which could otherwise be mistaken for it.
    func timeBeside() -> ShapedText? {
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
