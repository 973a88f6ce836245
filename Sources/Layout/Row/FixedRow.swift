import Basics
import Model
import Scene
import Themes

/// A message in a theme that computes frames by fixed arithmetic from the measured content. The
/// sender is above and the status below the bubble, separate from the text.
struct FixedRow: RowContent {
    let pieces: [any Piece]
    /// The size of all pieces, which the theme's arithmetic treats as the text's size.
    let content: Size
    let name: ShapedText?
    let label: ShapedText?
    let labelFrame: Rect
    let textFrame: Rect
    let bubbleFrame: Rect
    let textOrigin: Point?
    /// The row's height by the theme's arithmetic, for elements below it.
    let height: Double
    let notes: [any Piece]
    let reactions: ReactionMarks?
    let style: Box<BubbleStyle>
    let side: Side

    private static let gap = 3.0

    static func measured(
        _ composer: MessageComposer, _ frames: FixedFrames, gap: Double
    ) -> Row {
        let (entry, layout) = (composer.entry, composer.layout)
        let pieces = BubbleContents(composer: composer).all().flatMap(\.pieces)
        let notes = RelationPieces(composer: composer).notes()
        let below = composer.lineBelow()
        let reactions = composer.reactions()
        let size = stacked(pieces)
        let side = entry.side == .left ? frames.received : frames.sent
        let row = FixedRow(
            pieces: pieces, content: size, name: entry.showsName ? composer.senderName() : nil,
            label: label(composer, frames),
            labelFrame: labelFrame(frames, side, width: layout.width),
            textFrame: side.text.resolved(size, in: layout.width),
            bubbleFrame: side.bubble.resolved(size, in: layout.width),
            textOrigin: frames.textOrigin,
            height: max(frames.rowMinHeight, size.height + frames.rowAddHeight),
            notes: notes + (below.map { [TextPiece($0)] } ?? []), reactions: reactions,
            style: composer.sharedStyle, side: entry.side)
        let words =
            [who(composer)] + pieces.map(\.text) + [reactions?.text] + row.notes.map(\.text)
        return Row(
            gap: gap, height: row.whole, breaks: row.breaks, message: entry.index, role: .message,
            text: words.compactMap { $0 }.asLines, language: composer.message.language,
            day: entry.isoDay, content: row)
    }

    private static func who(_ composer: MessageComposer) -> String? {
        guard composer.entry.run.isFirst else { return nil }
        return composer.message.from.map { composer.layout.shownName(of: $0) }
    }

    private static func label(_ composer: MessageComposer, _ frames: FixedFrames) -> ShapedText? {
        guard let frame = frames.label, let words = composer.entry.time else { return nil }
        let time = composer.theme.text.time
        return composer.measurer.shape(
            StyledText(words, style: time.style, color: time.color),
            width: max(composer.layout.width - frame.minX, 1))
    }

    /// Bubbles that are placed from the right edge have their label there as well.
    private static func labelFrame(
        _ frames: FixedFrames, _ side: FixedFrames.Side, width: Double
    ) -> Rect {
        guard var frame = frames.label else { return .zero }
        if case .right = side.bubble.x { frame.origin.x = width - frame.maxX }
        return frame
    }

    private static func stacked(_ pieces: [any Piece]) -> Size {
        let gaps = pieces.dropLast().reduce(0) { $0 + $1.gapBelow }
        return Size(
            pieces.map(\.size.width).max() ?? 0,
            pieces.reduce(gaps) { $0 + $1.size.height })
    }

    private var nameHeight: Double { name.map { $0.size.height + FixedRow.gap } ?? 0 }

    /// The additional height of a label that needs more lines than the theme's frame has.
    private var labelExcess: Double { max((label?.size.height ?? 0) - labelFrame.height, 0) }

    /// The distance from the row's top to the origin of the theme's arithmetic.
    private var bodyTop: Double { nameHeight + labelExcess }

    /// The distance from the top of the text's frame to the first piece.
    private var piecesTop: Double { textOrigin?.y ?? (textFrame.height - content.height) / 2 }

    private var breaks: [Double] {
        var y = bodyTop + textFrame.minY + piecesTop
        var breaks: [Double] = []
        for piece in pieces {
            breaks += piece.breaks.map { y + $0 }
            y += piece.size.height + piece.gapBelow
        }
        return breaks
    }

    private var foot: Double { max(height, bubbleFrame.maxY) + FixedRow.gap }

    private var whole: Double {
        guard !notes.isEmpty || reactions != nil else { return bodyTop + height }
        let marks = reactions.map { $0.size.height + FixedRow.gap } ?? 0
        let notes = notes.reduce(0) { $0 + $1.size.height + FixedRow.gap }
        return bodyTop + foot + marks + notes + FixedRow.gap
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let top = frame.minY + bodyTop
        let body = bubbleFrame.offset(frame.minX, top)
        let shape = BubbleShape(
            style: style.value, body: body, side: side, hasTail: style.value.tail.on != .never,
            run: RunPosition(isFirst: true, isLast: true))
        if let name {
            drawing.label(name, at: Point(aligned(name.size.width, to: body), frame.minY))
        }
        drawing.ink = drawing.ink.union(shape.ink)
        drawing.bubbles.append(body)
        drawing.add(shape.nodes(canvas: drawing.canvas, pictures: drawing.pictures))
        if let label {
            let spare = side == .right ? labelFrame.width - label.size.width : 0
            drawing.label(
                label,
                at: Point(
                    frame.minX + labelFrame.minX + spare, top - labelExcess + labelFrame.minY))
        }
        drawPieces(in: textFrame.offset(frame.minX, top), on: &drawing)
        drawBelow(from: top + foot, beside: body, on: &drawing)
    }

    private func drawPieces(in area: Rect, on drawing: inout Drawing) {
        var place = Point(
            textOrigin.map { area.minX + $0.x } ?? area.midX - content.width / 2,
            area.minY + piecesTop)
        let isText = pieces.count == 1 && pieces[0] is TextPiece
        for piece in pieces {
            let frame = Rect(place.x, place.y, content.width, piece.size.height)
            piece.draw(in: frame, clip: piece.bleeds ? .rounded(frame, 6) : nil, on: &drawing)
            place.y += piece.size.height + piece.gapBelow
        }
        // The layout output reports the theme's computed frame, not the drawn ink.
        if isText, !drawing.texts.isEmpty { drawing.texts[drawing.texts.count - 1] = area }
    }

    private func drawBelow(from top: Double, beside body: Rect, on drawing: inout Drawing) {
        var y = top
        if let reactions {
            let size = reactions.size
            let frame = Rect(aligned(size.width, to: body), y, size.width, size.height)
            reactions.drawRows(in: frame, isFlushRight: side == .right, on: &drawing)
            y += size.height + FixedRow.gap
        }
        for note in notes {
            let size = note.size
            let frame = Rect(aligned(size.width, to: body), y, size.width, size.height)
            drawing.ink = drawing.ink.union(frame)
            note.draw(in: frame, clip: nil, on: &drawing)
            y += size.height + FixedRow.gap
        }
    }

    private func aligned(_ width: Double, to body: Rect) -> Double {
        let inset = 12.0
        return side == .left ? body.minX + inset : body.maxX - inset - width
    }
}

extension FixedFrames.Frame {
    func resolved(_ measured: Size, in canvasWidth: Double) -> Rect {
        let width = self.width ?? measured.width + addWidth
        let left =
            switch x {
            case .left(let left): left
            case .right(let right): canvasWidth - (self.width ?? measured.width) - right
            }
        return Rect(left, y, width, max(minHeight, measured.height + addHeight))
    }
}
