import Conversation
import Markup
import Scene
import Theme

/// A message in a look whose frames follow from the measured text by fixed arithmetic.
struct FixedRow: RowContent {
    let text: ShapedText
    let label: ShapedText?
    let labelFrame: Rect
    let textFrame: Rect
    let bubbleFrame: Rect
    let textOrigin: Point?
    let style: Shared<BubbleStyle>
    let side: Side

    static func measured(
        _ entry: MessageEntry, _ layout: Layout, _ frames: FixedFrames,
        gap: Double, _ measurer: any TextMeasurer
    ) -> Row {
        let message = layout.conversation.messages[entry.index]
        let style = layout.bubbleStyle(of: message)
        let body = BodyText(
            style: style.value, look: layout.theme.text, direction: .automatic,
            language: message.language)
        let words = readable(entry, layout, measurer)
        let text = measurer.shape(body.styled(words), width: frames.measureWidth)
        let side = entry.side == .left ? frames.received : frames.sent
        let time = layout.theme.text.time
        let label =
            frames.label == nil
            ? nil
            : entry.time.map {
                measurer.shape(
                    StyledText($0, style: time.style, color: time.color, lineLimit: 1),
                    width: frames.label?.width ?? layout.width)
            }
        let content = FixedRow(
            text: text, label: label, labelFrame: frames.label ?? .zero,
            textFrame: side.text.resolved(text.size, in: layout.width),
            bubbleFrame: side.bubble.resolved(text.size, in: layout.width),
            textOrigin: frames.textOrigin, style: style, side: entry.side)
        return Row(
            gap: gap, height: max(frames.rowMinHeight, text.size.height + frames.rowAddHeight),
            message: entry.index, role: .message, text: heard(words, entry, layout),
            language: message.language, day: entry.isoDay, content: content)
    }

    /// With whoever begins to speak.
    private static func heard(
        _ words: RichText, _ entry: MessageEntry, _ layout: Layout
    ) -> String {
        guard entry.run.isFirst, let from = layout.conversation.messages[entry.index].from else {
            return words.text
        }
        return layout.conversation.participants[from].name + "\n" + words.text
    }

    /// These looks know text alone; anything else is told in words, as a reader hears it.
    private static func readable(
        _ entry: MessageEntry, _ layout: Layout, _ measurer: any TextMeasurer
    ) -> RichText {
        let message = layout.conversation.messages[entry.index]
        let composer = MessageComposer(layout: layout, entry: entry, measurer: measurer)
        guard
            !message.attachments.isEmpty || message.body.count != 1 || message.hasDetails
                || message.kind != .message
        else { return plain(message) }
        let pieces = BubbleContents(composer: composer).all().flatMap(\.pieces).map(\.text)
        let reactions = ReactionMeasure(composer: composer).marks()?.text ?? ""
        let words = (pieces + [reactions]).asLines
        // Links in it can still be followed.
        let body = plain(message)
        return words == body.text ? body : RichText(words)
    }

    private static func plain(_ message: Message) -> RichText {
        if message.body.count == 1, case .paragraph(let rich) = message.body[0] { return rich }
        return RichText(BodyText.plain(message.body))
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let body = bubbleFrame.offset(frame.minX, frame.minY)
        let shape = BubbleShape(
            style: style.value, body: body, side: side, hasTail: style.value.tail.on != .never,
            run: RunPosition(isFirst: true, isLast: true))
        drawing.ink = drawing.ink.union(shape.ink)
        drawing.bubbles.append(body)
        drawing.add(shape.nodes(canvas: drawing.canvas, pictures: drawing.pictures))
        if let label {
            drawing.label(
                label, at: Point(frame.minX + labelFrame.minX, frame.minY + labelFrame.minY))
        }
        let area = textFrame.offset(frame.minX, frame.minY)
        let origin =
            textOrigin.map { Point(area.minX + $0.x, area.minY + $0.y) }
            ?? Point(area.midX - text.size.width / 2, area.midY - text.size.height / 2)
        drawing.text(text, at: origin)
        // The look's own frame is what its arithmetic promises, not the ink in it.
        if !drawing.texts.isEmpty { drawing.texts[drawing.texts.count - 1] = area }
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
