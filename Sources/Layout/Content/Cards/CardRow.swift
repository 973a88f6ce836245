import Scene
import Themes

/// A mark with a few lines beside it: a file, a song, a contact, a call, a payment, missing
/// content.
struct CardRow: Piece {
    private let lead: LeadMark?
    private let lines: [ShapedText]
    private let ground: CardGround?
    let text: String
    private let kind: String?
    private let isMirrored: Bool
    private let isLeadAtEnd: Bool
    /// The minimum width, so that cards of the same kind have aligned edges.
    private let minWidth: Double

    private static let gap = 10.0
    /// The minimum width for text; the mark is omitted if less would remain.
    private static let minRoom = 60.0

    /// - Parameter lines: sets the lines in the width that is left for them.
    init(
        _ look: CardLook, _ lead: LeadMark, ground: CardGround?, text: String,
        kind: String? = nil, at place: CardIconStyle.Place = .start, minWidth: Double = 0,
        lines: (_ width: Double) -> [ShapedText]
    ) {
        let whole = look.width - (ground?.padding.horizontal ?? 0)
        let beside = whole - lead.size.width - CardRow.gap
        let hasRoom = beside >= CardRow.minRoom
        self.lead = hasRoom ? lead : nil
        self.lines = lines(max(hasRoom ? beside : whole, 1))
        self.ground = ground
        self.text = text
        self.kind = kind
        isMirrored = look.phrases.isRightToLeft
        isLeadAtEnd = place == .end
        self.minWidth = min(look.width, minWidth)
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

struct LeadMark: Sendable {
    enum Kind: Sendable {
        case disc(Mark), square(Mark), glyph(Mark)
        case initials(ShapedText)
        case page(ShapedText?)
        case picture(PictureID)
    }

    let kind: Kind
    let fill: Color
    let ink: Color
    var side = 38.0

    var size: Size {
        switch kind {
        case .disc, .square, .glyph, .initials, .picture: Size(side, side)
        case .page: Size(side * 0.84, side)
        }
    }

    func nodes(at origin: Point) -> [Node] {
        let frame = Rect(origin.x, origin.y, size.width, size.height)
        let center = Point(frame.midX, frame.midY)
        switch kind {
        case .disc(let mark):
            return mark.disc(center: center, radius: side / 2, fill: fill, ink: ink)
        case .square(let mark):
            return [.fill(.rounded(frame, side * 0.18), fill)]
                + mark.nodes(in: frame.inset(by: side * 0.22), ink)
        case .glyph(let mark):
            return mark.nodes(in: frame, fill)
        case .initials(let text):
            let circle = Node.fill(.circle(center: center, radius: side / 2), fill)
            return [circle, centered(text, center)]
        case .picture(let picture):
            let clip = Path.rounded(frame, 6)
            return [.picture(PlacedPicture(picture, frame: frame, fit: .cover, clip: clip))]
        case .page(let words):
            return page(frame, words)
        }
    }

    private func centered(_ text: ShapedText, _ center: Point) -> Node {
        .lettering(text, at: Point(center.x - text.size.width / 2, center.y - text.size.height / 2))
    }

    private func page(_ frame: Rect, _ words: ShapedText?) -> [Node] {
        let fold = frame.width * 0.32
        let round = 3.0
        var sheet = Path()
        sheet.move(frame.minX + round, frame.minY)
        sheet.line(frame.maxX - fold, frame.minY)
        sheet.line(frame.maxX, frame.minY + fold)
        sheet.line(frame.maxX, frame.maxY - round)
        sheet.corner(frame.maxX, frame.maxY, dx: -round, dy: 0)
        sheet.line(frame.minX + round, frame.maxY)
        sheet.corner(frame.minX, frame.maxY, dx: 0, dy: -round)
        sheet.line(frame.minX, frame.minY + round)
        sheet.corner(frame.minX, frame.minY, dx: round, dy: 0)
        sheet.close()
        var corner = Path()
        corner.move(frame.maxX - fold, frame.minY)
        corner.line(frame.maxX, frame.minY + fold)
        corner.line(frame.maxX - fold + round, frame.minY + fold)
        corner.corner(frame.maxX - fold, frame.minY + fold, dx: 0, dy: -round)
        corner.close()
        let ground = Node.fill(sheet, fill)
        let shade = Node.fill(corner, ink.withAlpha(0.45))
        guard let words else {
            return [ground, shade] + lines(in: frame)
        }
        return [
            ground, shade, centered(words, Point(frame.midX, frame.minY + frame.height * 0.63)),
        ]
    }

    private func lines(in frame: Rect) -> [Node] {
        [0.5, 0.64, 0.78].map { height in
            var path = Path()
            path.move(frame.minX + frame.width * 0.24, frame.minY + frame.height * height)
            path.line(frame.maxX - frame.width * 0.24, frame.minY + frame.height * height)
            return .stroke(path, Stroke(ink, width: 1.5, roundEnds: true))
        }
    }
}

/// The background of a card within the bubble: a shade, or a hairline if the theme has none.
struct CardGround: Sendable {
    var fill: Color
    var line: Color
    var radius: Double
    var isDashed = false
    var isOutlined = false
    var bar: Color?
    var padding = Insets(top: 8, left: 9, bottom: 8, right: 11)

    private static let barWidth = 3.5

    func nodes(in frame: Rect, isMirrored: Bool = false) -> [Node] {
        guard let bar else { return shade(in: frame) }
        let x = isMirrored ? frame.maxX - Self.barWidth : frame.minX
        let stripe = Rect(x, frame.minY, Self.barWidth, frame.height)
        return shade(in: frame) + [
            .clipped(.rounded(frame, radius), [.fill(.rectangle(stripe), bar)])
        ]
    }

    private func shade(in frame: Rect) -> [Node] {
        if isDashed {
            let outline = Path.rounded(frame.inset(by: 0.5), radius)
            return [.stroke(outline, Stroke(line, width: 1, dashes: [4, 3]))]
        }
        if isOutlined {
            let outline = Path.rounded(frame.inset(by: 0.5), radius)
            return [.shape(outline, fill: .color(fill), stroke: Stroke(line, width: 1))]
        }
        if fill.alpha == 0 {
            guard bar == nil else { return [] }
            return [.stroke(.rounded(frame.inset(by: 0.25), radius), Stroke(line, width: 0.5))]
        }
        return [.fill(.rounded(frame, radius), fill)]
    }
}
