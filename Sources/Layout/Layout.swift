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
    /// Pictures of custom emoji, by name.
    let emoji: [String: PictureID]
    /// The participants that messages may mention, if the theme highlights mentions.
    package let names: NamesInText?
    /// The names of "me" and of everyone, if the theme highlights messages that mention them.
    let ownNames: NamesInText?
    /// Facts about the document; nil if the conversation is not laid out on pages.
    let sheet: SheetFacts?
    /// Whether the output format stores comments itself, so that they are not drawn.
    let drawsComments: Bool
    /// Pictures shown on separate pages after the messages.
    let exhibits: [MediaIndex: Exhibited]
    /// The theme's bubble styles, shared by all rows.
    let received: Box<BubbleStyle>
    let sent: Box<BubbleStyle>
    let sentByService: [String: Box<BubbleStyle>]
    /// The space beside bubbles on each side, the result of `indent(on:)`.
    let leftIndent: Double
    let rightIndent: Double

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
            Layout.fitColumn(of: &theme, &options, conversation, phrases, width, measurer)
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
        var tables = FactTables(evidence, in: sheet, conversation, phrases)
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

    /// - Parameter pictureHeight: the maximum height of pictures.
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
            row = emphasized(row, message, side: side(ofRow: index), measurer)
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
            return FactTableRow.measured(table, self, gap: gap, measurer)
        case .remark(let words):
            return NoteRow.measured(words, self, gap: gap, measurer)
        case .dayHeader(let header):
            return DayHeaderRow.measured(header, self, gap: gap, measurer)
        case .message(let entry):
            let composer = MessageComposer(
                layout: self, entry: entry, saying: message, measurer: measurer,
                pictureHeight: min(pictureHeight, sheet?.pictureHeight ?? .infinity))
            if let frames = theme.frames { return FixedRow.measured(composer, frames, gap: gap) }
            var row = composer.row(gap: gap)
            if composer.showsExhibits { row.anchor = Anchor.message(entry.index) }
            return row
        case .note(let note):
            return NoteRow.measured(note, self, gap: gap, measurer)
        case .exhibit(let exhibit):
            return ExhibitRow.measured(exhibit, self, gap: gap, measurer)
        }
    }

    /// Measures rows; returns fewer if the work must end.
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

    /// The approximate memory of a row besides its text: bubble, pieces and shared styles.
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
