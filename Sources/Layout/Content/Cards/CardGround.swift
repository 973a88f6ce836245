import Scene

/// The background of a card within the bubble: a shade, or a hairline if the theme has none.
struct CardGround: Sendable {
    var fill: Color
    var line: Color
    var radius: Double
    /// Whether the outline is dashed, for missing content.
    var isDashed = false
    var isOutlined = false
    /// The color of a bar at the start.
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
