import Scene

/// A picture or video, alone or in an album, with the marks over it.
struct MediaCell: Sendable {
    enum Ground: Sendable {
        case picture(PictureID)
        /// A video without a poster picture.
        case film
        case missing(fill: Color, ink: Color, Mark)
    }

    let ground: Ground
    /// Whether a play mark is drawn in the middle.
    var plays = false
    /// A duration, or "GIF".
    var label: ShapedText?
    /// The name of a video without a poster picture.
    var name: ShapedText?
    /// The ratio of width to height.
    let aspect: Double
    let alt: String
    let text: String
    /// The exhibit in which the attachment appears whole.
    var exhibit: Exhibited?

    /// The figure clipped to an outline, which follows the bubble's corners if needed.
    func figure(in frame: Rect, outline: Path) -> Node {
        .figure(alt: alt, nodes(in: frame, outline: outline))
    }

    private func nodes(in frame: Rect, outline: Path) -> [Node] {
        var nodes = groundNodes(frame, outline)
        let center = Point(frame.midX, frame.midY)
        if plays {
            let radius = min(23, min(frame.width, frame.height) * 0.24)
            nodes += Mark.play.disc(
                center: center, radius: radius, fill: MediaCell.shade, ink: .white)
            if let name {
                let y = min(center.y + radius + 6, frame.maxY - name.size.height - 3)
                nodes.append(.text(name, at: Point(center.x - name.size.width / 2, y)))
            }
        }
        if let label { nodes += MediaCell.pill(label, in: frame) }
        return nodes
    }

    private func groundNodes(_ frame: Rect, _ outline: Path) -> [Node] {
        switch ground {
        case .picture(let picture):
            // The outline extends beyond the frame if the picture fills the bubble's tail.
            let whole = frame.union(outline.bounds)
            return [.picture(PlacedPicture(picture, frame: whole, fit: .cover, clip: outline))]
        case .film:
            let gradient = LinearGradient(
                from: Point(frame.minX, frame.minY), to: Point(frame.minX, frame.maxY),
                stops: [
                    LinearGradient.Stop(0, Color(70, 73, 82)),
                    LinearGradient.Stop(1, Color(33, 35, 41)),
                ])
            return [.shape(outline, fill: .linear(gradient), stroke: nil)]
        case .missing(let fill, let ink, let mark):
            let side = min(28, min(frame.width, frame.height) * 0.4)
            let place = Rect(frame.midX - side / 2, frame.midY - side / 2, side, side)
            return [.fill(outline, fill)] + mark.nodes(in: place, ink)
        }
    }

    static let shade = TimeMark.shade

    /// A dark pill with white text at the top left, away from the time.
    static func pill(_ words: ShapedText, in frame: Rect) -> [Node] {
        let size = Size(words.size.width + 13, words.size.height + 4)
        let inset = 7.0
        guard size.width + 2 * inset <= frame.width, size.height + 2 * inset <= frame.height else {
            return []
        }
        let pill = Rect(frame.minX + inset, frame.minY + inset, size.width, size.height)
        return [
            .fill(.rounded(pill, pill.height / 2), shade),
            .text(words, at: Point(pill.minX + 6.5, pill.minY + 2)),
        ]
    }
}
