package import Basics
package import Model
import Scene
package import Themes

/// A conversation in a theme at a width. It plans which rows there are and measures any of them.
///
/// A row depends only on its entry, so several workers, each with its own measurer, can measure
/// rows in parallel. They share the layout by reference, since copying its values for each part of
/// a row would take a third of the time of measuring.
package final class Layout: Sendable {
    package let conversation: Conversation
    package let theme: Theme
    package let options: Options
    package let width: Double
    package let pictures: PictureTable
    package let phrases: Phrases
    package let entries: [Entry]
    let emoji: [String: PictureID]
    /// The participants that messages may mention, if the theme highlights mentions.
    package let names: NamesInText?
    /// The names of "me" and of everyone, if the theme highlights messages that mention them.
    let ownNames: NamesInText?
    /// Facts about the document; nil if the conversation is not laid out on pages.
    let sheet: SheetFacts?
    /// Whether the output format stores comments itself, so that they are not drawn.
    let drawsComments: Bool
    let exhibits: [MediaIndex: Exhibited]
    let received: Box<BubbleStyle>
    let sent: Box<BubbleStyle>
    let sentByService: [String: Box<BubbleStyle>]
    private let leftIndent: Double
    private let rightIndent: Double

    /// - Parameters:
    ///   - names: the names of another layout with the same participants and theme.
    ///   - measurer: fits a column of names to the names and times in it.
    package init(
        _ conversation: Conversation, theme: Theme, options: Options, width: Double,
        pictures: PictureTable, language: InterfaceLanguage, sheet: SheetFacts? = nil,
        drawsComments: Bool = false, names: NamesInText? = nil, budget: WorkBudget = .unlimited,
        measurer: (any TextMeasurer)? = nil
    ) {
        self.sheet = sheet
        self.drawsComments = drawsComments
        self.conversation = conversation
        var theme = theme
        var options = options
        theme.text.coversSpoilers = !options.showsAllDetails
        phrases = Phrases(
            language, locale: conversation.locale, namesAll: options.showsAllDetails)
        if theme.hasColumn {
            Layout.fitColumn(
                of: &theme, &options, in: conversation, phrases: phrases, width: width,
                with: measurer)
        }
        self.theme = theme
        self.options = options
        self.width = width
        self.pictures = pictures
        received = Box(theme.received)
        sent = Box(theme.sent)
        sentByService = theme.sentByService.mapValues { Box($0) }
        leftIndent = Layout.indent(on: .left, in: conversation, options, theme)
        rightIndent = Layout.indent(on: .right, in: conversation, options, theme)
        emoji = conversation.emoji.reduce(into: [:]) { known, emoji in
            if let picture = pictures.media(emoji.media)?.id { known[emoji.name] = picture }
        }
        self.names =
            theme.text.mentions == .plain && theme.text.tags == .plain
            ? nil
            : names
                ?? NamesInText(
                    conversation.participants.lazy.flatMap {
                        [$0.name, $0.handle].compactMap { $0 }
                    })
        let me = conversation.me.map { conversation.participants[$0] }
        ownNames = theme.canvas.mention.flatMap { _ in
            me.map { NamesInText([$0.name, $0.handle, "everyone", "here"].compactMap { $0 }) }
        }
        var planner = Planner(
            conversation: conversation, theme: theme, options: options,
            isRightToLeft: language.isRightToLeft, isOnSheet: sheet != nil, budget: budget)
        guard let sheet, let evidence = sheet.evidence else {
            exhibits = [:]
            let remarks = sheet.map { [phrases] in Layout.remarks($0, phrases) } ?? []
            entries = planner.entries(
                remarks: remarks,
                gaps: Layout.gaps(
                    options.excerpt, isWanted: options.gaps ?? theme.relations.showsGaps, phrases))
            return
        }
        var tables = FactTables(evidence, in: sheet, conversation, phrases: phrases)
        let gaps = sheet.gaps.map { [phrases] gap in
            PlannedGap(number: gap.numbers.lowerBound, words: phrases.omitted(gap))
        }
        let appendix = tables.exhibits(pictures)
        exhibits = appendix.reduce(into: [:]) { exhibits, exhibit in
            let shown = Exhibited(place: exhibit.place, title: exhibit.facts.title)
            for media in [exhibit.media] + exhibit.copies { exhibits[media] = shown }
        }
        entries =
            planner.entries(facts: tables.all(), gaps: gaps) + appendix.map(Entry.exhibit)
    }

    func row(
        _ index: Int, with measurer: any TextMeasurer, pictureHeight: Double = .infinity
    ) -> Row {
        row(index, as: entries[index], with: measurer, pictureHeight: pictureHeight)
    }

    func row(
        _ index: Int, as entry: Entry, saying message: Message? = nil,
        with measurer: any TextMeasurer, pictureHeight: Double = .infinity
    ) -> Row {
        let measurer = self.measurer(measurer)
        var row = row(of: entry, index, saying: message, with: measurer, pictureHeight)
        if !options.excerpt.isEmpty || ownNames != nil, let message = row.message {
            row = emphasized(row, message, side: side(ofRow: index), with: measurer)
        }
        // The conversation begins on a new page after the tables of facts.
        if index > 0, entries[index - 1].isFacts { row.beginsPage = !entries[index].isFacts }
        return row
    }

    private func row(
        of entry: Entry, _ index: Int, saying message: Message?,
        with measurer: any TextMeasurer, _ pictureHeight: Double
    ) -> Row {
        let gap = index == 0 ? 0 : gap(between: entries[index - 1], and: entry)
        switch entry {
        case .title:
            return TitleRow.measured(self, measurer)
        case .people:
            return PeopleRow.measured(self, measurer)
        case .facts(let table):
            return StackRow.measured(table, self, gap: gap, with: measurer)
        case .remark(let words):
            return NoteRow.measured(words, self, gap: gap, with: measurer)
        case .dayHeader(let header):
            return DayHeaderRow.measured(header, self, gap: gap, with: measurer)
        case .message(let entry):
            let composer = MessageComposer(
                layout: self, entry: entry, saying: message, measurer: measurer,
                pictureHeight: min(pictureHeight, sheet?.pictureHeight ?? .infinity))
            if let frames = theme.frames { return FixedRow.measured(composer, frames, gap: gap) }
            var row = composer.row(gap: gap)
            if composer.showsExhibits { row.anchor = Anchor.message(entry.index) }
            return row
        case .note(let note):
            return NoteRow.measured(note, self, gap: gap, with: measurer)
        case .exhibit(let exhibit):
            return ExhibitRow.measured(exhibit, self, gap: gap, with: measurer)
        }
    }

    /// Returns fewer rows if the work must end.
    package func rows(
        _ range: Range<Int>, with measurer: any TextMeasurer, budget: WorkBudget = .unlimited
    ) -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(range.count)
        for index in range {
            guard budget.reserve(Layout.rowBytes) else { break }
            rows.append(row(index, with: measurer))
        }
        return rows
    }

    private static let rowBytes = 1_000

    /// The gap below "Read" if another bubble of the same run follows. A smaller gap would make the
    /// label look like it belongs to the bubble below.
    private static let gapBelowState = 7.0

    private func side(ofRow index: Int) -> Side {
        if case .message(let entry) = entries[index] { entry.side } else { .left }
    }

    private func hasStateBelow(_ entry: MessageEntry) -> Bool {
        entry.showsStatus && theme.time.ticks == .words && theme.frames == nil
            && conversation.messages[entry.index].status != nil
    }

    private func gap(between before: Entry, and entry: Entry) -> Double {
        let gaps = theme.canvas.gaps
        let density = options.density == .compact ? 0.5 : 1.0
        switch (before, entry) {
        case (_, .title), (_, .people): return 0
        case (_, .dayHeader), (_, .remark), (_, .facts), (_, .exhibit), (.exhibit, _):
            return gaps.aboveHeader * density
        case (.dayHeader, _), (.remark, _), (.title, _), (.people, _), (.facts, _):
            return gaps.belowHeader * density
        case (.message(let before), .message(let message)):
            guard !message.run.isFirst else { return gaps.betweenRuns * density }
            return hasStateBelow(before) ? max(gaps.inRun, Layout.gapBelowState) : gaps.inRun
        case (.note, .message), (.message, .note), (.note, .note):
            // In themes with fixed frames rows meet without a gap, and notes have no spacing of
            // their own.
            return (theme.frames == nil ? gaps.betweenRuns : gaps.belowHeader) * density
        }
    }
}

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

    private static let maxColumn = 0.4
    private static let minGapAboveNames = 10.0
    private static let maxMeasuredNames = 100

    /// Makes the column of names as wide as its longest name and time. If times are too long for a
    /// column, names and times are above the messages.
    private static func fitColumn(
        of theme: inout Theme, _ options: inout Options, in conversation: Conversation,
        phrases: Phrases, width: Double, with measurer: (any TextMeasurer)?
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
    /// Fixed frames have no column of names.
    var hasColumn: Bool { sender.place == .beside && frames == nil }
}

/// Decides which messages show a name, an avatar, a time or a status, by the theme and the options.
extension Layout {
    /// Themes with ticks show the status in every bubble.
    package static func showsStatusOfLastAlone(_ options: Options, theme: Theme) -> Bool {
        options.show.status == .last && theme.time.ticks != .checks && theme.time.ticks != .circles
    }

    var continuedHeight: Double { max(19, theme.text.status.style.lineHeight + 5) }

    /// "continued", with the sender's name if names are shown.
    ///
    /// - Parameter row: the message that follows; nil at a page's foot.
    func continued(_ row: Int?) -> String {
        guard let row, let sender = namedSender(ofRow: row) else { return phrases.continued }
        return phrases.isolated([shownName(of: sender), phrases.continued])
    }

    func lacksName(row: Int) -> Bool {
        guard case .message(let entry) = entries[row], !entry.run.isFirst else { return false }
        return namedSender(ofRow: row) != nil
    }

    private func namedSender(ofRow row: Int) -> ParticipantIndex? {
        guard case .message(let entry) = entries[row],
            let sender = conversation.messages[entry.index].from,
            Layout.showsName(isMine: sender == conversation.me, in: conversation, options, theme),
            Layout.hasName(sender, in: conversation, options)
        else { return nil }
        return sender
    }

    /// A sender in `?m=Hi!` has no name, and no line for it.
    static func hasName(
        _ sender: ParticipantIndex?, in conversation: Conversation, _ options: Options
    ) -> Bool {
        guard let sender else { return false }
        let person = conversation.participants[sender]
        return !person.plainName.isEmpty || options.show.handles && person.handle != nil
    }

    static func showsAvatar(
        isMine: Bool, in conversation: Conversation, _ options: Options, _ theme: Theme
    ) -> Bool {
        switch options.show.avatars {
        case .never: false
        case .always: !isMine
        case .auto:
            switch theme.avatar.shown {
            case .never: false
            case .groups: !isMine && conversation.kind == .group
            case .received: !isMine
            case .always: true
            }
        }
    }

    static func showsName(
        isMine: Bool, in conversation: Conversation, _ options: Options, _ theme: Theme
    ) -> Bool {
        // If nobody is "me" and more than two people speak, names must distinguish them.
        let isOneSided = conversation.me == nil && conversation.participants.count > 2
        return switch options.show.names {
        case .never: false
        case .always: true
        case .auto:
            switch theme.sender.shown {
            case .never: false
            case .everyone: true
            case .always: !isMine
            case .groups: !isMine && (conversation.kind == .group || isOneSided)
            }
        }
    }
}

/// Labels with facts that a message's row does not draw, for readers who cannot see its side.
extension Layout {
    /// The sender, time and status of a row: "Ana, 9:41 AM, Read"; nil if the row shows all of
    /// them.
    func label(ofRow index: Int) -> String? {
        guard case .message(let entry) = entries[index] else { return nil }
        let message = conversation.messages[entry.index]
        let name = entry.showsName ? nil : message.from.map { shownName(of: $0) }
        let time = drawsTime(of: entry) ? nil : entry.spokenTime
        let words = [name, time, state(of: message, entry)].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: phrases[.comma])
    }

    private func drawsTime(of entry: MessageEntry) -> Bool {
        guard entry.time != nil else { return false }
        guard let frames = theme.frames else { return true }
        return frames.label != nil || (theme.time.place != .inside && theme.time.place != .above)
    }

    /// The status of a message in a theme that shows it by marks.
    private func state(of message: Message, _ entry: MessageEntry) -> String? {
        guard entry.showsStatus, let status = message.status, theme.time.place == .inside,
            theme.time.ticks == .checks || theme.time.ticks == .circles
        else { return nil }
        return [phrases.status(status), entry.stateTime].compactMap { $0 }.joined(separator: " ")
    }
}
