import Model
import Scene
import Themes

/// A row with a highlight band, dimmed, or with notes below it.
private struct EmphasizedRow: RowContent {
    let row: any RowContent
    let height: Double
    let band: Color?
    let bar: Color?
    /// The background that shines through a dimmed row; nil if the row is not dimmed.
    let faint: Color?
    let notes: [ShapedText]
    let side: Side
    let margins: Insets
    let indent: Double

    private static let padding = Insets(top: 5, left: 10, bottom: 5, right: 10)
    private static let gap = 8.0
    private static let arrow = 6.0
    private static let radius = 7.0
    private static let share = 0.3
    /// Colors of paper notes, legible on any background.
    private static let paper = Color(0xFF, 0xF4, 0xCC)
    private static let line = Color(0xD9, 0xB4, 0x4A)
    static let ink = Color(0x4A, 0x38, 0x00)
    static let marker = Color(0xFF, 0xC8, 0x1E, alpha: 92)

    static func room(_ width: Double, _ margins: Insets, indent: Double) -> Double {
        max(min(width - margins.horizontal - indent - padding.horizontal, 300), 40)
    }

    static func height(of notes: [ShapedText]) -> Double {
        notes.reduce(0) { $0 + $1.size.height + padding.vertical + gap }
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let own = Rect(frame.minX, frame.minY, frame.width, height)
        if let band {
            let place = Rect(
                drawing.canvas.minX, own.minY - 3, drawing.canvas.width, own.height + 6)
            drawing.ink = drawing.ink.union(place)
            drawing.fill(.rectangle(place), band)
            if let bar {
                drawing.fill(
                    .rectangle(Rect(place.minX, place.minY, 2, place.height)), bar)
            }
        }
        let start = drawing.nodes.count
        row.draw(in: own, on: &drawing)
        if let faint {
            let nodes = drawing.nodes[start...].map { $0.faint(Self.share, on: faint) }
            drawing.nodes.replaceSubrange(start..., with: nodes)
        }
        var y = own.maxY
        for (index, note) in notes.enumerated() {
            draw(note, under: y, isFirst: index == 0, in: frame, on: &drawing)
            y += note.size.height + Self.padding.vertical + Self.gap
        }
    }

    private func draw(
        _ note: ShapedText, under y: Double, isFirst: Bool, in frame: Rect,
        on drawing: inout Drawing
    ) {
        let size = Size(
            note.size.width + Self.padding.horizontal, note.size.height + Self.padding.vertical)
        let left = frame.minX + margins.left + indent
        let x = side == .left ? left : frame.maxX - margins.right - indent - size.width
        let card = Rect(x, y + Self.gap, size.width, size.height)
        let tip = side == .left ? card.minX + 16 : card.maxX - 16
        var path = Path.rounded(card, Self.radius)
        if isFirst {
            var arrow = Path()
            arrow.move(tip - Self.arrow, card.minY + 1)
            arrow.line(tip, card.minY - Self.arrow)
            arrow.line(tip + Self.arrow, card.minY + 1)
            drawing.add(.shape(path, fill: .color(Self.paper), stroke: Stroke(Self.line, width: 1)))
            path = arrow
        }
        drawing.add(.shape(path, fill: .color(Self.paper), stroke: Stroke(Self.line, width: 1)))
        drawing.label(
            note, at: Point(card.minX + Self.padding.left, card.minY + Self.padding.top))
    }
}

extension Node {
    private func faint(_ picture: PlacedPicture, _ outline: Path, veil: Color) -> Node {
        .clipped(outline, [.picture(picture), .fill(outline, veil)])
    }

    /// The node with reduced opacity. Pictures are covered with the background color instead.
    fileprivate func faint(_ share: Double, on ground: Color) -> Node {
        switch self {
        case .picture(let picture):
            faint(
                picture, picture.clip ?? .rectangle(picture.frame),
                veil: ground.withAlpha(1 - share))
        case .figure(let alt, let nodes):
            .figure(alt: alt, nodes.map { $0.faint(share, on: ground) })
        case .part(let part, let nodes): .part(part, nodes.map { $0.faint(share, on: ground) })
        case .clipped(let path, let nodes):
            .clipped(path, nodes.map { $0.faint(share, on: ground) })
        case .layer(let layer, let nodes):
            .layer(layer, nodes.map { $0.faint(share, on: ground) })
        case .shape, .text, .lettering, .link, .jump, .anchor, .spoken:
            mapColors { $0.withAlpha(share) }
        }
    }
}

extension Layout {
    func emphasized(
        _ row: Row, _ message: Int, side: Side, with measurer: any TextMeasurer
    ) -> Row {
        let excerpt = options.excerpt
        let number = conversation.messages[message].number
        let all = excerpt.notes[number] ?? []
        let notes = all.filter { $0.form == .margin || !drawsComments }
        var row = row
        if drawsComments { row.comments = all.filter { $0.form == .comment }.map(\.text) }
        let isFaint = excerpt.dimmed.contains(number)
        let isMarked = excerpt.highlighted.contains(number)
        let mention =
            mentionsMe(conversation.messages[message], measurer) ? theme.canvas.mention : nil
        guard isMarked || isFaint || !notes.isEmpty || mention != nil else { return row }
        let indent = self.indent(on: side)
        var style = theme.text.status.style
        style.size = max(style.size, 12)
        style.lineHeight = max(style.lineHeight, 16)
        let shaped = notes.map { note in
            measurer.shape(
                StyledText(note.text, style: style, color: EmphasizedRow.ink),
                width: EmphasizedRow.room(width, theme.canvas.margins, indent: indent))
        }
        return row.wrapped(
            height: row.height + EmphasizedRow.height(of: shaped),
            text: ([row.text] + notes.map(\.text)).joined(separator: "\n")
        ) { content in
            EmphasizedRow(
                row: content, height: row.height, band: isMarked ? EmphasizedRow.marker : mention,
                bar: isMarked ? nil : theme.canvas.mentionBar,
                faint: isFaint ? theme.canvas.background.color : nil, notes: shaped, side: side,
                margins: theme.canvas.margins, indent: indent)
        }
    }

    private func mentionsMe(_ message: Message, _ measurer: any TextMeasurer) -> Bool {
        guard let ownNames, message.hasBody else { return false }
        let text = RichText(StyledTextBuilder.plain(message.body))
        return ownNames.marking(text) { measurer.mayContinue }.entities
            .contains { $0.kind == .mention }
    }

    /// Rows such as "… 14 messages left out …" in place of omitted messages.
    static func gaps(
        _ excerpt: Excerpt, isWanted: Bool, _ phrases: Phrases
    ) -> [PlannedGap] {
        guard isWanted else { return [] }
        return excerpt.omitted.map { numbers in
            PlannedGap(
                number: numbers.lowerBound,
                words: "… " + phrases.counted(.leftOut, numbers.count) + " …")
        }
    }
}
