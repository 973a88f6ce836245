import Model
import Scene
import Themes

/// Pieces within the canvas's margins: a table of facts, or a note with code.
struct StackRow: RowContent {
    private let pieces: StackPiece
    private let margins: Insets
    private let maxWidth: Double

    init(_ pieces: StackPiece, _ layout: Layout, maxWidth: Double = .infinity) {
        self.pieces = pieces
        self.maxWidth = maxWidth
        margins = layout.theme.canvas.margins
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let place = Rect(
            frame.minX + margins.left, frame.minY,
            min(maxWidth, frame.width - margins.horizontal), pieces.size.height)
        pieces.draw(in: place, clip: nil, on: &drawing)
    }

    /// As wide as the conversation.
    static func measured(
        _ table: FactTable, _ layout: Layout, gap: Double, with measurer: any TextMeasurer
    ) -> Row {
        let theme = layout.theme
        let margins = theme.canvas.margins
        var style = theme.received
        style.alignment = .start
        let blocks = BlockPieces(
            body: StyledTextBuilder(
                style: style, texts: theme.text, direction: .automatic, language: nil),
            theme: theme, style: style, measurer: measurer)
        let pieces = StackPiece(
            pieces: blocks.titled(table, width: max(layout.width - margins.horizontal, 16)),
            gap: StackPiece.gap)
        // At least two rows stay below the heading and the header row, and two on the next page.
        let together = (table.head.isEmpty ? 0 : 1) + 2
        let breaks = pieces.breaks.dropFirst(together).dropLast()
        func row(_ height: Double, _ content: StackPiece) -> Row {
            Row(
                gap: gap, height: height, breaks: Array(breaks), role: .facts, text: content.text,
                content: StackRow(content, layout))
        }
        var measured = row(pieces.size.height, pieces)
        measured.repeated = [(pieces.pieces.last as? TablePiece)?.headRow].compactMap { $0 }
            .map { row($0.size.height, StackPiece(pieces: [$0], gap: 0)) }
        return measured
    }
}

/// A whole picture below the facts about it and a list of links to the messages that show it.
struct ExhibitRow: RowContent {
    private let pieces: [any Piece]
    private let uses: [ExhibitEntry.Use]
    private let picture: PictureID
    private let pictureSize: Size
    private let alt: String
    private let margins: Insets

    private static let pictureGap = 12.0
    private static let minRoom = 60.0

    static func measured(
        _ entry: ExhibitEntry, _ layout: Layout, gap: Double, with measurer: any TextMeasurer
    ) -> Row {
        let theme = layout.theme
        let margins = theme.canvas.margins
        let width = max(layout.width - margins.horizontal, 16)
        var style = theme.received
        style.alignment = .start
        let body = StyledTextBuilder(
            style: style, texts: theme.text, direction: .automatic, language: nil)
        let table = BlockPieces(body: body, theme: theme, style: style, measurer: measurer)
            .titled(entry.facts, width: width)
        style.textColor = style.linkColor
        let leads = StyledTextBuilder(
            style: style, texts: theme.text, direction: .automatic, language: nil)
        var pieces = table
        for use in entry.uses {
            pieces.append(leads.piece(RichText(use.words), width: width, measurer))
        }
        if entry.others > 0 {
            let rest = "+ " + layout.phrases.number(entry.others)
            pieces.append(body.piece(RichText(rest), width: width, measurer))
        }
        let above = pieces.reduce(0) { $0 + $1.size.height + StackPiece.gap }
        let (picture, pixels) =
            layout.pictures.media(entry.media) ?? (PictureID(entry.media), Size(1, 1))
        let room = max((layout.sheet?.pageHeight ?? 0) - above - pictureGap, minRoom)
        // A picture is at most one pixel per point; enlarging it would show no more detail.
        let scale = min(width / pixels.width, room / pixels.height, 1)
        let content = ExhibitRow(
            pieces: pieces, uses: entry.uses, picture: picture,
            pictureSize: Size(pixels.width * scale, pixels.height * scale), alt: entry.alt,
            margins: margins)
        var row = Row(
            gap: gap, height: above + pictureGap + content.pictureSize.height, breaks: [above],
            role: .appendix, text: (pieces.map(\.text) + [entry.alt]).joined(separator: "\n"),
            content: content)
        row.beginsPage = true
        row.anchor = Anchor.exhibit(entry.place)
        return row
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let width = frame.width - margins.horizontal
        let x = frame.minX + margins.left
        var y = frame.minY
        for (index, piece) in pieces.enumerated() {
            let place = Rect(x, y, width, piece.size.height)
            piece.draw(in: place, clip: nil, on: &drawing)
            let use = index - ExhibitRow.tablePieces
            if uses.indices.contains(use) {
                drawing.add(
                    .jump(
                        place, to: Anchor.message(uses[use].message), words: uses[use].words))
            }
            y += piece.size.height + StackPiece.gap
        }
        let place = Rect(
            x + (width - pictureSize.width) / 2, y + ExhibitRow.pictureGap, pictureSize.width,
            pictureSize.height)
        drawing.add(
            .figure(alt: alt, [.picture(PlacedPicture(picture, frame: place, fit: .stretch))]))
    }

    private static let tablePieces = 2
}
