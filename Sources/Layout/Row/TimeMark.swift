import Scene

/// The time, and the marks beside it, at the bottom right inside a bubble.
struct TimeMark: Sendable {
    let time: ShapedText?
    let ticks: TickMark?
    /// Over a picture it stands on a dark pill, in white.
    let isOnPicture: Bool

    static let tickGap = 3.0

    var size: Size {
        let text = time?.size ?? .zero
        let marks = ticks.map { $0.size.width + (time == nil ? 0 : TimeMark.tickGap) } ?? 0
        return Size(text.width + marks, max(text.height, ticks?.size.height ?? 0))
    }

    /// With its pill, and as much room on the left as on the right.
    var widthOnPicture: Double { size.width + 28 }

    func draw(in bubble: Rect, padding: Insets, on drawing: inout Drawing) {
        let size = self.size
        var right = bubble.maxX - padding.right
        var bottom = bubble.maxY - padding.bottom
        if isOnPicture {
            right = bubble.maxX - 14
            bottom = bubble.maxY - 9
            let pill = Rect(
                right - size.width - 7, bottom - size.height - 1, size.width + 14, size.height + 3)
            drawing.fill(.rounded(pill, pill.height / 2), Color(0, 0, 0, alpha: 115))
        }
        let top = bottom - size.height
        if let ticks {
            ticks.draw(
                at: Point(right - ticks.size.width, top + (size.height - ticks.size.height) / 2),
                on: &drawing)
        }
        if let time { drawing.label(time, at: Point(right - size.width, top)) }
    }
}
