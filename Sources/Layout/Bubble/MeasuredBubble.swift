import Basics
import Scene
import Themes

/// A bubble with its pieces stacked and its final size, not yet placed.
struct MeasuredBubble: Sendable {
    struct StackedPiece: Sendable {
        let piece: any Piece
        /// The distance from the bubble's top.
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
                drawBleeding(stacked, index, in: frame, shape, on: &drawing)
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
        _ stacked: StackedPiece, _ index: Int, in frame: Rect, _ shape: BubbleShape,
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

/// Stacks a bubble's pieces, computes its size, and puts the time beside the last line if it fits.
struct BubbleStack {
    let composer: MessageComposer
    let maxWidth: Double

    private let shared: Box<BubbleStyle>

    private var style: BubbleStyle { shared.value }
    private var theme: Theme { composer.theme }

    static let pieceGap = 5.0
    static let timeGap = 8.0
    /// Black or white at 10 %, by the theme's brightness.
    private static let darkEdge = Color(0, 0, 0, alpha: 26)
    private static let lightEdge = Color(255, 255, 255, alpha: 26)

    init(composer: MessageComposer, maxWidth: Double, isAsReceived: Bool = false) {
        self.composer = composer
        self.maxWidth = maxWidth
        shared = isAsReceived ? composer.layout.received : composer.sharedStyle
    }

    func measured(
        _ content: BubbleContent, run: RunPosition, hasTail: Bool, footer: TimeMark?
    ) -> MeasuredBubble {
        let padding = content.isBare ? .zero : style.padding
        let inset = content.isBare ? 0 : theme.media.inset
        // If pictures are shown whole, the time must not cover them either.
        let endsInPicture =
            (content.pieces.last.map(bleeds) ?? false) && (footer == nil || !theme.media.isWhole)
        var width = content.pieces.reduce(0) { widest, piece in
            max(widest, piece.size.width + insets(of: piece, in: content).horizontal)
        }
        var footerHeight = 0.0
        if let footer, !endsInPicture {
            let place = place(footer, after: content.pieces.last, padding: padding, width: width)
            (width, footerHeight) = (place.width, place.addedHeight)
        } else if let footer {
            // Widen the bubble of a narrow picture, so that the time's pill fits on the picture.
            width = min(max(width, footer.widthOnPicture + 2 * inset), maxWidth)
        }
        let wide = bubbleWidth(width, content)
        var pieces: [MeasuredBubble.StackedPiece] = []
        pieces.reserveCapacity(content.pieces.count)
        var y = 0.0
        for (index, piece) in content.pieces.enumerated() {
            let isFirst = index == 0
            if isFirst {
                y += insets(of: piece, in: content).top
            } else {
                let gap = content.pieces[index - 1].gapBelow
                y += bleeds(piece) ? max(gap, BubbleStack.pieceGap) : gap
            }
            let fitted =
                piece.wordsWidth == nil
                ? piece
                : piece.fitted(to: wide - insets(of: piece, in: content).horizontal)
            pieces.append(MeasuredBubble.StackedPiece(piece: fitted, top: y))
            y += fitted.size.height
        }
        let foot = content.pieces.last.map { insets(of: $0, in: content).bottom } ?? padding.bottom
        y += footerHeight + (footer == nil || endsInPicture ? foot : padding.bottom)
        return MeasuredBubble(
            sharedStyle: shared, pieces: pieces,
            size: size(wide, endsInPicture ? y : y.halfPointsUp, content),
            side: composer.entry.side, run: run, hasTail: hasTail, isBare: content.isBare,
            mediaInset: theme.media.inset,
            edge: theme.isDark ? BubbleStack.lightEdge : BubbleStack.darkEdge,
            footer: footer.map { Box($0) })
    }

    /// Whether a piece extends to the bubble's edges. Bubbles drawn from images keep their edges
    /// and tails visible.
    private func bleeds(_ piece: any Piece) -> Bool { piece.bleeds && style.letsPicturesBleed }

    private func insets(of piece: any Piece, in content: BubbleContent) -> Insets {
        guard !content.isBare else { return .zero }
        guard piece.bleeds else { return style.padding }
        return style.letsPicturesBleed ? Insets(all: theme.media.inset) : style.pictureInsets
    }

    private func bubbleWidth(_ width: Double, _ content: BubbleContent) -> Double {
        guard !content.isBare else { return width }
        let least =
            switch style.width {
            case .shrink: style.minSize.width
            case .column: content.isText ? maxWidth : style.minSize.width
            case .fixed(let fixed): fixed
            }
        // Content that cannot be as narrow as the bubble should be must not leave it.
        // Edges at fractions of a pixel would be blurred; most screens have two pixels per point.
        return max(width, min(least, maxWidth)).halfPointsUp
    }

    private func size(_ width: Double, _ height: Double, _ content: BubbleContent) -> Size {
        Size(width, content.isBare ? height : max(height, style.minSize.height))
    }

    /// Places the time at the free end of the last line, or on its own line if there is no space.
    private func place(
        _ footer: TimeMark, after piece: (any Piece)?, padding: Insets, width: Double
    ) -> (width: Double, addedHeight: Double) {
        let mark = footer.size
        // A last line in the other direction ends where the time would be.
        if footer.isOneLine, let last = piece?.lastLine,
            last.isRightToLeft == footer.isMirrored
        {
            let wanted = last.width + BubbleStack.timeGap + mark.width + padding.horizontal
            if wanted <= maxWidth { return (max(width, wanted), 0) }
        }
        return (max(width, mark.width + padding.horizontal), mark.height + footer.gapAbove)
    }
}

extension Double {
    /// Rounds up to half points: whole pixels at two pixels per point.
    fileprivate var halfPointsUp: Double { (self * 2).rounded(.up) / 2 }
}
