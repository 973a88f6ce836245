import Model
import Scene
import Themes

extension Layout {
    /// The name of a participant, truncated to 640 bytes because every message may repeat it.
    func name(of participant: Int) -> String {
        conversation.participants[participant].plainName.shortened(toLines: 1)
    }

    /// The display name, with the handle if requested: "Ana Ruiz · +34 600 123 456".
    func shownName(of participant: Int) -> String {
        Layout.shownName(of: conversation.participants[participant], options, phrases)
    }

    private static func shownName(
        of person: Participant, _ options: Options, _ phrases: Phrases
    ) -> String {
        guard options.show.handles, let handle = person.handle, handle != person.name else {
            return person.plainName.shortened(toLines: 1)
        }
        return phrases.isolated([person.name, handle])
    }

    /// The bubble style of a message, by side and, if the theme has a variant for it, by service.
    func bubbleStyle(of message: Message) -> Box<BubbleStyle> {
        let isMine = message.from != nil && message.from == conversation.me
        guard isMine else { return received }
        guard !sentByService.isEmpty else { return sent }
        let service = message.hasDetails ? message.details.service : nil
        return sentByService[(service ?? conversation.service).rawValue] ?? sent
    }

    static func side(ofMine isMine: Bool, _ options: Options, _ theme: Theme) -> Side {
        switch theme.canvas.sides {
        case .both: isMine != options.mirrorSides ? .right : .left
        case .left: .left
        }
    }

    func indent(on side: Side) -> Double { side == .left ? leftIndent : rightIndent }

    /// The space beside every bubble of a side for avatars, names and bars, so that all bubbles
    /// align.
    static func indent(
        on side: Side, in conversation: Conversation, _ options: Options, _ theme: Theme
    ) -> Double {
        let people = [true, false].filter { Layout.side(ofMine: $0, options, theme) == side }
        let hasAvatars = people.contains {
            Layout.showsAvatar(isMine: $0, in: conversation, options, theme)
        }
        let hasNames = people.contains {
            Layout.showsName(isMine: $0, in: conversation, options, theme)
        }
        return (hasAvatars ? theme.avatar.size + theme.avatar.gap : 0)
            + (hasNames && theme.hasColumn ? theme.sender.width + MessageHead.columnGap : 0)
            + (theme.sender.bar > 0 ? theme.sender.bar + MessageHead.barGap : 0)
    }

    // MARK: The column of names

    /// The maximum width of the column, as a fraction of the whole width.
    private static let maxColumn = 0.4
    /// The minimum gap above names that are not in their column.
    private static let minGapAboveNames = 10.0
    private static let maxMeasuredNames = 100

    /// Makes the column of names as wide as its longest name and time. If times are too long for a
    /// column, names and times are above the messages.
    static func fitColumn(
        of theme: inout Theme, _ options: inout Options, _ conversation: Conversation,
        _ phrases: Phrases, _ width: Double, _ measurer: (any TextMeasurer)?
    ) {
        let hasTimes = theme.time.place == .name && options.show.times != .never
        // A column shows the time of every message.
        if hasTimes, options.show.times == .auto { options.show.times = .each }
        // A narrow picture has no room for a column.
        guard !options.showsAllDetails, !options.show.utc, theme.sender.width <= width / 2 else {
            theme.sender.place = .above
            // In a column, the lines of a chat need no gap between senders.
            theme.canvas.gaps.betweenRuns = max(theme.canvas.gaps.betweenRuns, minGapAboveNames)
            return
        }
        guard let measurer else { return }
        let styles = theme.text
        func widest(_ texts: some Sequence<String>, _ style: TextStyle) -> Double {
            texts.map { text in
                measurer.shape(
                    StyledText(text, style: style, color: .black, lineLimit: 1), width: width
                ).size.width
            }.max() ?? 0
        }
        let senders = Set(conversation.messages.lazy.compactMap(\.from)).sorted()
        let name = widest(
            senders.prefix(maxMeasuredNames).map {
                shownName(of: conversation.participants[$0], options, phrases)
            }, styles.sender)
        let times = DateWords.longTimes(
            locale: conversation.locale, clock: options.timeFormat)
        let time = hasTimes ? widest(times, styles.time.style) + MessageHead.timeGap : 0
        theme.sender.width = max(theme.sender.width, min(name + time, maxColumn * width))
    }
}

extension Theme {
    /// Whether names are in a column beside the messages. Fixed frames have no column.
    var hasColumn: Bool { sender.place == .beside && frames == nil }
}
