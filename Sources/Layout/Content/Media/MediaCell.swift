import Scene

/// A picture or video, alone or in an album, with the marks over it.
struct MediaCell: Sendable {
    enum Ground: Sendable {
        case picture(PictureID)
        /// A film of which no picture is here.
        case film
        case missing(fill: Color, ink: Color, Mark)
    }

    let ground: Ground
    /// A play mark in the middle.
    var plays = false
    /// A duration, or "GIF".
    var label: ShapedText?
    /// The name of a film without a poster picture.
    var name: ShapedText?
    /// Width by height, as a ratio.
    let aspect: Double
    let alt: String
    let text: String
    /// The exhibit in which the attachment appears whole.
    var exhibit: Exhibited?

    /// The outline is the frame's, with the bubble's corners where it has some.
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
            // The outline passes the frame where the picture fills the bubble's tail.
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

    /// The background of marks on pictures.
    static let shade = TimeMark.shade

    /// White words on a dark pill at the top left, where no time comes in the way.
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
