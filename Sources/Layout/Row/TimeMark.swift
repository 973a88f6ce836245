import Scene

/// The time and its marks at the bottom of a bubble: at the right, or at the left if the reader's
/// language runs from right to left, whatever the message's direction is.
struct TimeMark: Sendable {
    enum Ground: Sendable {
        case bubble
        /// Over a picture: a dark pill with white text.
        case picture
        /// The theme's chip, for a mark directly on the canvas.
        case chip(Color)
    }

    var time: ShapedText?
    let ticks: TickMark?
    let ground: Ground
    var isMirrored = false

    /// The background of marks on pictures. White text on it has a contrast of 6 to 1 even over
    /// white.
    static let shade = Color(0, 0, 0, alpha: 165)

    private static let tickGap = 3.0
    private static let pillPadding = Insets(top: 1, left: 7, bottom: 2, right: 7)

    private var inner: Size {
        let text = time?.size ?? .zero
        let marks = ticks.map { $0.size.width + (time == nil ? 0 : TimeMark.tickGap) } ?? 0
        return Size(text.width + marks, max(text.height, ticks?.size.height ?? 0))
    }

    /// The size, including the chip.
    var size: Size {
        switch ground {
        case .bubble, .picture: inner
        case .chip:
            Size(
                inner.width + TimeMark.pillPadding.horizontal,
                inner.height + TimeMark.pillPadding.vertical)
        }
    }

    /// The space above a mark on its own line.
    var gapAbove: Double {
        switch ground {
        case .bubble, .picture: 0
        case .chip: 4
        }
    }

    private static let widthBesidePill = 28.0

    /// The width including its pill, with equal space on both sides.
    var widthOnPicture: Double { inner.width + TimeMark.widthBesidePill }

    /// The width that the ticks and the background take of the time's.
    var widthBesideTime: Double {
        let marks = ticks.map { $0.size.width + TimeMark.tickGap } ?? 0
        return switch ground {
        case .bubble: marks
        case .picture: marks + TimeMark.widthBesidePill
        case .chip: marks + TimeMark.pillPadding.horizontal
        }
    }

    /// Whether the mark fits beside the last line of a text.
    var isOneLine: Bool { (time?.lines.count ?? 1) < 2 }

    /// The height of the last line, whose middle is the middle of the ticks.
    private var lastLineHeight: Double {
        inner.height - (time.map { max($0.size.height - $0.lineHeight, 0) } ?? 0)
    }

    func draw(in bubble: Rect, padding: Insets, on drawing: inout Drawing) {
        let pill = TimeMark.pillPadding
        switch ground {
        case .bubble:
            drawMarks(at: corner(of: bubble.inset(by: padding), inner), on: &drawing)
        case .picture:
            let area = bubble.inset(by: Insets(top: 0, left: 7, bottom: 7, right: 7))
            drawPill(in: area, TimeMark.shade, pill, on: &drawing)
        case .chip(let fill): drawPill(in: bubble, fill, pill, on: &drawing)
        }
    }

    private func drawPill(
        in area: Rect, _ fill: Color, _ padding: Insets, on drawing: inout Drawing
    ) {
        let size = Size(inner.width + padding.horizontal, inner.height + padding.vertical)
        let place = corner(of: area, size)
        let frame = Rect(place.x, place.y, size.width, size.height)
        let line = lastLineHeight + padding.vertical
        drawing.fill(.rounded(frame, line / 2), fill)
        drawMarks(at: frame.inset(by: padding).origin, on: &drawing)
    }

    private func corner(of area: Rect, _ size: Size) -> Point {
        Point(isMirrored ? area.minX : area.maxX - size.width, area.maxY - size.height)
    }

    /// Draws the ticks after the time, in reading direction.
    private func drawMarks(at origin: Point, on drawing: inout Drawing) {
        let size = inner
        if let ticks {
            let x = isMirrored ? origin.x : origin.x + size.width - ticks.size.width
            let y = origin.y + size.height - (lastLineHeight + ticks.size.height) / 2
            ticks.draw(at: Point(x, y), on: &drawing)
        }
        guard let time else { return }
        let x = isMirrored ? origin.x + size.width - time.size.width : origin.x
        drawing.label(time, at: Point(x, origin.y))
    }
}
