import Basics
import Scene
import Themes

/// A bubble with its pieces stacked and its final size, not yet placed.
struct MeasuredBubble: Sendable {
    struct StackedPiece: Sendable {
        let piece: any Piece
        let top: Double
    }

    let sharedStyle: Box<BubbleStyle>
    let pieces: [StackedPiece]
    let size: Size
    let side: Side
    let run: RunPosition
    let hasTail: Bool
    /// Whether the content has no background: stickers, jumbo emoji, an assistant's prose.
    let isBare: Bool
    let mediaInset: Double
    /// The color of the frame around pictures, half a point wide.
    let edge: Color
    /// The time and marks at the bottom right, beside the end of the last line.
    let footer: Box<TimeMark>?

    private var style: BubbleStyle { sharedStyle.value }

    private static let timeGap = 8.0
    /// Black or white at 10 %, by the theme's brightness.
    private static let darkEdge = Color(0, 0, 0, alpha: 26)
    private static let lightEdge = Color(255, 255, 255, alpha: 26)

    init(
        _ content: BubbleContent, of composer: MessageComposer, isAsReceived: Bool,
        run: RunPosition, hasTail: Bool, footer: TimeMark?
    ) {
        sharedStyle = isAsReceived ? composer.layout.received : composer.sharedStyle
        let (style, theme, maxWidth) = (sharedStyle.value, composer.theme, composer.maxWidth)
        side = composer.entry.side
        self.run = run
        self.hasTail = hasTail
        isBare = content.isBare
        mediaInset = theme.media.inset
        edge = theme.isDark ? MeasuredBubble.lightEdge : MeasuredBubble.darkEdge
        self.footer = footer.map { Box($0) }
        // Bubbles drawn from images keep their edges and tails visible.
        func bleeds(_ piece: any Piece) -> Bool { piece.bleeds && style.letsPicturesBleed }
        func insets(of piece: any Piece) -> Insets {
            guard !content.isBare else { return .zero }
            guard piece.bleeds else { return style.padding }
            return style.letsPicturesBleed ? Insets(all: theme.media.inset) : style.pictureInsets
        }
        let padding = isBare ? .zero : style.padding
        // If pictures are shown whole, the time must not cover them either.
        let endsInPicture =
            (content.pieces.last.map(bleeds) ?? false) && (footer == nil || !theme.media.isWhole)
        var width = content.pieces.reduce(0) { widest, piece in
            max(widest, piece.size.width + insets(of: piece).horizontal)
        }
        var footerHeight = 0.0
        if let footer, !endsInPicture {
            (width, footerHeight) = MeasuredBubble.fitted(
                width, to: footer, after: content.pieces.last, padding: padding.horizontal,
                maxWidth: maxWidth)
        } else if let footer {
            // Widen the bubble of a narrow picture, so that the time's pill fits on the picture.
            width = min(max(width, footer.widthOnPicture + (isBare ? 0 : 2 * mediaInset)), maxWidth)
        }
        if !isBare {
            let least =
                switch style.width {
                case .shrink: style.minSize.width
                case .column: content.isText ? maxWidth : style.minSize.width
                case .fixed(let fixed): fixed
                }
            // Content that cannot be as narrow as the bubble should be must not leave it.
            // Edges at fractions of a pixel would be blurred; most screens have two pixels per
            // point.
            width = max(width, min(least, maxWidth)).halfPointsUp
        }
        var pieces: [StackedPiece] = []
        pieces.reserveCapacity(content.pieces.count)
        var y = 0.0
        for (index, piece) in content.pieces.enumerated() {
            if index == 0 {
                y += insets(of: piece).top
            } else {
                let gap = content.pieces[index - 1].gapBelow
                y += bleeds(piece) ? max(gap, StackPiece.gap) : gap
            }
            let fitted =
                piece.wordsWidth == nil
                ? piece : piece.fitted(to: width - insets(of: piece).horizontal)
            pieces.append(StackedPiece(piece: fitted, top: y))
            y += fitted.size.height
        }
        self.pieces = pieces
        let foot = content.pieces.last.map { insets(of: $0).bottom } ?? padding.bottom
        y += footerHeight + (footer == nil || endsInPicture ? foot : padding.bottom)
        let height = endsInPicture ? y : y.halfPointsUp
        size = Size(width, isBare ? height : max(height, style.minSize.height))
    }

    /// Places the time at the free end of the last line, or on its own line if there is no space.
    private static func fitted(
        _ width: Double, to footer: TimeMark, after piece: (any Piece)?, padding: Double,
        maxWidth: Double
    ) -> (width: Double, addedHeight: Double) {
        let mark = footer.size
        // A last line in the other direction ends where the time would be.
        if footer.isOneLine, let last = piece?.lastLine, last.isRightToLeft == footer.isMirrored {
            let wanted = last.width + timeGap + mark.width + padding
            if wanted <= maxWidth { return (max(width, wanted), 0) }
        }
        return (max(width, mark.width + padding), mark.height + footer.gapAbove)
    }

    var breaks: [Double] {
        pieces.flatMap { stacked in stacked.piece.breaks.map { $0 + stacked.top } }
    }

    var text: String { pieces.map(\.piece.text).asLines }

    private var padding: Insets { side == .left ? style.padding : style.padding.mirrored }

    private func insets(of piece: any Piece) -> Insets {
        guard !isBare else { return .zero }
        guard piece.bleeds else { return padding }
        return side == .left ? style.pictureInsets : style.pictureInsets.mirrored
    }

    /// The radius of an inset picture, concentric with the bubble's corners.
    private var pictureRadius: Double {
        isBare ? 4 : max(4, style.corners.topLeft - style.pictureInsets.top)
    }

    /// Draws a hairline within a picture's edge, because a white picture would have no visible edge
    /// on white, and a black one none on black.
    private func drawEdge(of outline: Path, on drawing: inout Drawing) {
        drawing.add(.clipped(outline, [.stroke(outline, Stroke(edge, width: 1))]))
    }

    func draw(at origin: Point, on drawing: inout Drawing) {
        let frame = Rect(origin.x, origin.y, size.width, size.height)
        drawing.bubbles.append(frame)
        let shape = BubbleShape(
            style: style, body: frame, side: side, hasTail: hasTail, run: run)
        if isPicture {
            drawPicture(in: frame, shape, on: &drawing)
            return
        }
        if !isBare {
            drawing.add(shape.nodes(canvas: drawing.canvas, pictures: drawing.pictures))
            drawing.ink = drawing.ink.union(shape.ink)
        }
        for index in pieces.shown(in: drawing.visible, top: { frame.minY + $0.top }) {
            let stacked = pieces[index]
            let piece = stacked.piece
            if piece.bleeds, style.letsPicturesBleed {
                drawBleeding(stacked, index, in: frame, shape: shape, on: &drawing)
            } else {
                let inner = frame.inset(by: insets(of: piece))
                let area = Rect(
                    inner.minX, frame.minY + stacked.top, inner.width, piece.size.height)
                let clip = Path.rounded(area, pictureRadius)
                piece.draw(in: area, clip: piece.bleeds ? clip : nil, on: &drawing)
                if piece.bleeds { drawEdge(of: clip, on: &drawing) }
            }
        }
        footer?.value.draw(in: frame, padding: isBare ? .zero : padding, on: &drawing)
    }

    /// Whether a single picture covers the bubble, so that nothing but the tail would be visible.
    private var isPicture: Bool {
        !isBare && mediaInset == 0 && style.letsPicturesBleed && style.border == nil
            && pieces.count == 1 && pieces[0].piece.bleeds && pieces[0].piece.isOpaque
    }

    private func drawPicture(in frame: Rect, _ shape: BubbleShape, on drawing: inout Drawing) {
        let outline = shape.outline
        drawing.ink = drawing.ink.union(shape.ink)
        if let shadow = style.shadow { drawing.add(shadow, of: outline) }
        pieces[0].piece.draw(in: frame, clip: outline, on: &drawing)
        drawEdge(of: outline, on: &drawing)
        footer?.value.draw(in: frame, padding: padding, on: &drawing)
    }

    /// Draws a picture at the bubble's edge. It follows the bubble's corners; next to other pieces
    /// its corners are square.
    private func drawBleeding(
        _ stacked: StackedPiece, _ index: Int, in frame: Rect, shape: BubbleShape,
        on drawing: inout Drawing
    ) {
        let piece = stacked.piece
        let inset = isBare ? 0 : mediaInset
        let area = Rect(
            frame.minX + inset, frame.minY + stacked.top, frame.width - 2 * inset,
            piece.size.height)
        var corners = shape.corners
        // Without a visible bubble the picture is independent, so all its corners are rounded.
        let isFilled = style.fill != .none || style.image != nil
        if isFilled, index > 0 { (corners.topLeft, corners.topRight) = (0, 0) }
        if isFilled, index < pieces.count - 1 {
            (corners.bottomLeft, corners.bottomRight) = (0, 0)
        }
        let inner = Corners(
            topLeft: max(0, corners.topLeft - inset), topRight: max(0, corners.topRight - inset),
            bottomRight: max(0, corners.bottomRight - inset),
            bottomLeft: max(0, corners.bottomLeft - inset))
        guard hasTail, !isBare, inset == 0, index == pieces.count - 1, !style.tail.isAtHead else {
            let clip = Path.rounded(area, inner)
            piece.draw(in: area, clip: clip, on: &drawing)
            drawEdge(of: clip, on: &drawing)
            return
        }
        // The last picture also fills the tail; otherwise a piece of the bubble would be visible
        // there.
        let reach = Rect(shape.ink.minX, area.minY, shape.ink.width, shape.ink.maxY - area.minY)
        var nodes: [Node] = []
        swap(&nodes, &drawing.nodes)
        piece.draw(in: area, clip: .rectangle(reach), on: &drawing)
        swap(&nodes, &drawing.nodes)
        drawing.add(.clipped(shape.outline, nodes))
    }
}

extension Double {
    /// Whole pixels at two pixels per point.
    fileprivate var halfPointsUp: Double { (self * 2).rounded(.up) / 2 }
}
