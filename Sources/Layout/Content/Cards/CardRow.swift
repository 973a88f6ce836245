import Scene
import Themes

/// A mark with a few lines beside it: a file, a song, a contact, a call, a payment, missing
/// content.
struct CardRow: Piece {
    let lead: LeadMark?
    let lines: [ShapedText]
    let ground: CardGround?
    /// The text for screen readers.
    let text: String
    /// The kind of content, if only the mark shows it.
    let kind: String?
    /// Whether lines begin at the right, as in right-to-left languages.
    let isMirrored: Bool
    /// Whether the mark is after the lines.
    let isLeadAtEnd: Bool
    /// The minimum width, so that cards of the same kind have aligned edges.
    let minWidth: Double

    private static let gap = 10.0
    /// The minimum width for text; the mark is omitted if less would remain.
    private static let minRoom = 60.0

    /// - Parameter lines: sets the lines in the width that is left for them.
    static func measured(
        _ look: CardLook, _ lead: LeadMark, ground: CardGround?, text: String,
        kind: String? = nil, at place: CardIconStyle.Place = .start, minWidth: Double = 0,
        _ lines: (_ width: Double) -> [ShapedText]
    ) -> CardRow {
        let whole = look.width - (ground?.padding.horizontal ?? 0)
        let beside = whole - lead.size.width - gap
        let hasRoom = beside >= minRoom
        return CardRow(
            lead: hasRoom ? lead : nil, lines: lines(max(hasRoom ? beside : whole, 1)),
            ground: ground, text: text, kind: kind, isMirrored: look.phrases.isRightToLeft,
            isLeadAtEnd: place == .end, minWidth: min(look.width, minWidth))
    }

    private var isLeadAtRight: Bool { isMirrored != isLeadAtEnd }

    private var padding: Insets { ground?.padding ?? .zero }

    private var linesHeight: Double { lines.reduce(0) { $0 + $1.size.height } }

    private var indent: Double { lead.map { $0.size.width + CardRow.gap } ?? 0 }

    var size: Size {
        let widest = lines.reduce(0) { max($0, $1.size.width) }
        return Size(
            max(indent + widest + padding.horizontal, minWidth),
            max(linesHeight, lead?.size.height ?? 0) + padding.vertical)
    }

    /// Whether the mark is next to the first lines instead of in the middle.
    private var isLeadAtTop: Bool { linesHeight > (lead?.size.height ?? 0) * 1.8 }

    /// The offsets between lines of long texts, such as a transcript, below the mark.
    var breaks: [Double] {
        guard isLeadAtTop else { return [] }
        let stack = VerticalStack(lines.lazy.map(\.size.height))
        let breaks = zip(stack.tops, lines).flatMap { top, line -> [Double] in
            line.breaks.map { padding.top + top + $0 }
        }
        let end = padding.top + (lead?.size.height ?? 0)
        return breaks.filter { $0 > end }
    }

    /// The time fits beside the last line if the lines reach the foot.
    var lastLine: LastLine? {
        guard ground == nil, !isLeadAtEnd, let last = lines.last else { return nil }
        let spare = size.height - linesHeight
        guard spare < last.lineHeight * 1.5 else { return nil }
        return LastLine(
            width: indent + last.size.width, isRightToLeft: isMirrored)
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        if let kind { drawing.add(.spoken(kind, at: Point(frame.midX, frame.midY))) }
        if let ground { drawing.add(ground.nodes(in: frame)) }
        let inner = frame.inset(by: isMirrored ? padding.mirrored : padding)
        if let lead {
            let x = isLeadAtRight ? inner.maxX - lead.size.width : inner.minX
            let most = isLeadAtTop ? 0 : inner.height - lead.size.height
            drawing.add(lead.nodes(at: Point(x, inner.minY + most / 2)))
        }
        var y = inner.minY + (inner.height - linesHeight) / 2
        let left = inner.minX + (isLeadAtRight ? 0 : indent)
        for line in lines {
            TextPiece(line, alignment: isMirrored ? .right : .start).draw(
                in: Rect(left, y, inner.width - indent, line.size.height), clip: nil, on: &drawing)
            y += line.size.height
        }
    }
}
