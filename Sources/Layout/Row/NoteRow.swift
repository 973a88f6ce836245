import Model
import Scene
import Themes

/// A system event or a quiet note, centered like a day header.
enum NoteRow {
    static func measured(
        _ note: NoteEntry, _ layout: Layout, gap: Double, with measurer: any TextMeasurer
    ) -> Row {
        let message = layout.conversation.messages[note.index]
        let facts = facts(of: note, message, layout)
        let words = ([words(of: message, layout)] + contents(of: message, layout) + facts)
            .joined(separator: "\n")
        if message.kind == .unread {
            return UnreadRow.measured(
                note, message, words: words, in: layout, gap: gap, with: measurer)
        }
        if message.body.contains(where: \.isCode) {
            return code(
                note, message, words: words, facts: facts, in: layout, gap: gap, with: measurer)
        }
        let row = DayHeaderRow.note(words, layout, icon: icon(of: message, layout), with: measurer)
        return Row(
            gap: gap, height: row.height, breaks: row.breaks, message: note.index, role: .note,
            text: words,
            language: message.language, day: note.isoDay, content: row)
    }

    static func measured(
        _ words: String, _ layout: Layout, gap: Double, with measurer: any TextMeasurer
    ) -> Row {
        let row = DayHeaderRow.note(words, layout, with: measurer)
        return Row(
            gap: gap, height: row.height, keepsWithNext: true, role: .note, text: words,
            content: row)
    }

    /// A note with code: an assistant's tool call and its result.
    private static func code(
        _ note: NoteEntry, _ message: Message, words: String, facts: [String],
        in layout: Layout, gap: Double, with measurer: any TextMeasurer
    ) -> Row {
        let theme = layout.theme
        var style = theme.received
        style.textColor = theme.text.note.color
        style.alignment = .start
        var texts = theme.text
        texts.body = theme.text.note.style
        let body = StyledTextBuilder(
            style: style, texts: texts, direction: .automatic, language: message.language,
            emoji: layout.emoji)
        let pieces = BlockPieces(body: body, theme: theme, style: style, measurer: measurer)
            .pieces(
                message.body + facts.map { .paragraph(RichText($0)) },
                width: layout.width - theme.canvas.margins.horizontal)
        let stack = StackPiece(pieces: pieces, gap: StackPiece.gap)
        return Row(
            gap: gap, height: stack.size.height, breaks: stack.breaks, message: note.index,
            role: .note, text: words, language: message.language, day: note.isoDay,
            content: StackRow(stack, layout, maxWidth: stack.size.width))
    }

    /// Identifies a note: "#12 · 2026-05-31 09:40:00 +02:00 · ID 77", if rows show all details.
    private static func facts(
        of note: NoteEntry, _ message: Message, _ layout: Layout
    ) -> [String] {
        guard layout.options.showsAllDetails else { return [] }
        let sender = message.from.map { layout.shownName(of: $0) }
        let facts = ["#\(message.number)", sender, note.time, layout.sourceID(of: message)]
        return [facts.compactMap { $0 }.joined(separator: " · ")]
    }

    private static func contents(of message: Message, _ layout: Layout) -> [String] {
        guard message.hasDetails || !message.attachments.isEmpty else { return [] }
        let (details, phrases) = (message.details, layout.phrases)
        guard !message.isErased else { return details.reactions.map { Phrases.words(of: $0) } }
        let attachments = message.attachments.flatMap { attachment in
            [AttachmentWords(phrases).reading(attachment), attachment.caption]
        }
        let versions = layout.options.show.edits ? details.edited?.history ?? [] : []
        let former = versions.map { phrases[.former] + ": " + $0.text }
        let deleted = details.deleted.map { deleted in
            [phrases.deleted, deleted.by, deleted.reason].compactMap(\.self)
                .filter { !$0.isEmpty }.joined(separator: " · ")
        }
        let lines =
            [details.subject] + attachments + phrases.cards(of: details) + former + [deleted]
            + details.reactions.map { Phrases.words(of: $0) }
        return lines.compactMap(\.self).filter { !$0.isEmpty }
    }

    private static func icon(
        of message: Message, _ layout: Layout
    ) -> (mark: Mark, color: Color)? {
        guard message.kind == .call else { return nil }
        let call = message.details.call ?? Call()
        return (
            call.isVideo ? .film : .phone,
            CardLook.alarm(call, layout.theme) ?? layout.theme.cards.call.icon.color
                ?? layout.theme.text.note.color
        )
    }

    /// The call, after its sender if nothing else shows who called.
    private static func words(ofCall message: Message, _ layout: Layout) -> String {
        let call = message.details.call ?? Call()
        let isMine = message.from != nil && message.from == layout.conversation.me
        let isClear = call.direction != nil && layout.conversation.participants.count <= 2
        let sender =
            isClear
            ? nil
            : isMine ? layout.phrases[.you] : message.from.map { layout.shownName(of: $0) }
        return layout.phrases.isolated([
            sender, layout.phrases.title(of: call), layout.phrases.facts(of: call),
        ])
    }

    private static func words(of message: Message, _ layout: Layout) -> String {
        if message.isErased { return layout.deletion(of: message) }
        if message.kind == .call { return words(ofCall: message, layout) }
        let written = StyledTextBuilder.plain(message.body)
        guard written.isEmpty else { return written }
        if message.kind == .unread { return layout.phrases.unread(message.details.unread) }
        return message.details.system.map { layout.phrases.sentence($0) } ?? written
    }
}

/// A day or a note, as bare text or in a chip, by theme.
struct DayHeaderRow: RowContent {
    let text: ShapedText
    let chip: ChipStyle
    var icon: (mark: Mark, color: Color)?
    var left: Double?
    /// The hairline on both sides of the text, and its distance from the edges.
    var line: (color: Color, margins: Insets)?

    private static let lineGap = 8.0
    private static let iconGap = 5.0

    static func measured(
        _ header: DayHeader, _ layout: Layout, gap: Double, with measurer: any TextMeasurer
    ) -> Row {
        let font = layout.theme.text.dayHeader
        let words = [header.day, header.time ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
        var styled = StyledText(words, style: font.style, color: font.color, alignment: .center)
        if let weight = layout.theme.text.dayHeaderDayWeight, !header.day.isEmpty {
            var span = StyledText.Span(0..<header.day.utf8.count)
            span.weight = weight
            styled.spans = [span]
        }
        var row = centered(styled, layout, with: measurer)
        row.line = layout.theme.chip.line.map { ($0, layout.theme.canvas.margins) }
        return Row(
            gap: gap, height: row.height, keepsWithNext: true,
            // A time alone, after a pause, is not a heading.
            role: header.day.isEmpty ? .note : .dayHeader, text: words,
            day: header.isoDay, content: row)
    }

    /// A note in the center, or where messages begin, by theme.
    static func note(
        _ words: String, _ layout: Layout, icon: (mark: Mark, color: Color)? = nil,
        with measurer: any TextMeasurer
    ) -> DayHeaderRow {
        let font = layout.theme.text.note
        var styled = StyledText(words, style: font.style, color: font.color, alignment: .center)
        guard layout.theme.chip.notesAreAside, layout.theme.frames == nil else {
            var row = centered(styled, layout, with: measurer)
            row.icon = icon
            return row
        }
        styled.alignment = .start
        let margins = layout.theme.canvas.margins
        let left = margins.left + layout.indent(on: .left)
        let taken = icon == nil ? 0 : font.style.lineHeight + iconGap
        var chip = layout.theme.chip
        (chip.fill, chip.border, chip.shadow, chip.padding) = (nil, nil, nil, .zero)
        return DayHeaderRow(
            text: measurer.shape(
                styled, width: max(layout.width - left - margins.right - taken, 20)),
            chip: chip, icon: icon, left: left)
    }

    static func centered(
        _ styled: StyledText, _ layout: Layout, with measurer: any TextMeasurer
    ) -> DayHeaderRow {
        let chip = layout.theme.chip
        let room =
            layout.width - layout.theme.canvas.margins.horizontal - chip.padding.horizontal
        return DayHeaderRow(
            text: measurer.shape(styled, width: max(room * 0.9, 20)), chip: chip)
    }

    var height: Double { text.size.height + chip.padding.vertical }
    var width: Double { iconRoom + text.size.width + chip.padding.horizontal }

    private var iconRoom: Double { icon == nil ? 0 : text.lineHeight + DayHeaderRow.iconGap }

    var breaks: [Double] { text.breaks.map { chip.padding.top + $0 } }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let body = Rect(
            left.map { frame.minX + $0 } ?? frame.midX - width / 2, frame.minY, width, height)
        if let line {
            draw(line.color, in: frame.inset(by: line.margins), around: body, on: &drawing)
        }
        let outline = Path.rounded(body, chip.radius)
        if let shadow = chip.shadow { drawing.add(shadow, of: outline) }
        if let fill = chip.fill { drawing.fill(outline, fill) }
        if let border = chip.border {
            drawing.add(.stroke(outline, Stroke(border.color, width: border.width)))
        }
        let isMirrored = text.lines.first?.isRightToLeft ?? false
        let start = body.minX + chip.padding.left
        let y = body.minY + chip.padding.top
        if let icon {
            let side = text.lineHeight
            let x = isMirrored ? body.maxX - chip.padding.right - side : start
            drawing.add(
                icon.mark.nodes(
                    in: Rect(x, y, side, side).inset(by: Insets(all: side * 0.06)), icon.color))
        }
        drawing.text(text, at: Point(start + (isMirrored ? 0 : iconRoom), y))
    }

    private func draw(
        _ line: Color, in lane: Rect, around body: Rect, on drawing: inout Drawing
    ) {
        let y = body.midY.rounded() - 0.5
        let gap = chip.border == nil && chip.fill == nil ? DayHeaderRow.lineGap : 0
        for (start, end) in [(lane.minX, body.minX - gap), (body.maxX + gap, lane.maxX)]
        where start < end {
            drawing.fill(.rectangle(Rect(start, y, end - start, 1)), line)
        }
    }
}

/// "3 unread messages" between two lines, above the first unread message.
private struct UnreadRow: RowContent {
    private let words: DayHeaderRow
    private let line: Color
    private let margins: Insets

    private static let gap = 10.0

    static func measured(
        _ note: NoteEntry, _ message: Message, words: String, in layout: Layout, gap: Double,
        with measurer: any TextMeasurer
    ) -> Row {
        let font = layout.theme.text.note
        let styled = StyledText(words, style: font.style, color: font.color, alignment: .center)
        let row = UnreadRow(
            words: DayHeaderRow.centered(styled, layout, with: measurer),
            line: font.color.withAlpha(0.4), margins: layout.theme.canvas.margins)
        return Row(
            gap: gap, height: row.words.height, keepsWithNext: true, message: note.index,
            role: .note, text: words, language: message.language, day: note.isoDay, content: row)
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let lane = frame.inset(by: Insets(left: margins.left, right: margins.right))
        let beside = words.width / 2 + UnreadRow.gap
        for (left, right) in [
            (lane.minX, frame.midX - beside), (frame.midX + beside, lane.maxX),
        ] where right > left {
            drawing.fill(.rectangle(Rect(left, frame.midY - 0.5, right - left, 1)), line)
        }
        words.draw(in: frame, on: &drawing)
    }
}

extension TextBlock {
    fileprivate var isCode: Bool {
        switch self {
        case .code: true
        case .paragraph, .heading, .quote, .list, .table, .rule: false
        }
    }
}
