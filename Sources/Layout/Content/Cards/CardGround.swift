import Scene

/// The background of a card within the bubble: a shade, or a hairline if the theme has none.
struct CardGround: Sendable {
    var fill: Color
    var line: Color
    var radius: Double
    /// Whether the outline is dashed, for missing content.
    var isDashed = false
    var padding = Insets(top: 8, left: 9, bottom: 8, right: 11)

    func nodes(in frame: Rect) -> [Node] {
        if isDashed {
            let outline = Path.rounded(frame.inset(by: 0.5), radius)
            return [.stroke(outline, Stroke(line, width: 1, dashes: [4, 3]))]
        }
        if fill.alpha == 0 {
            return [.stroke(.rounded(frame.inset(by: 0.25), radius), Stroke(line, width: 0.5))]
        }
        return [.fill(.rounded(frame, radius), fill)]
    }
}
