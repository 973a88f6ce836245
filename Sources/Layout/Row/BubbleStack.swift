import Scene
import Themes

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
