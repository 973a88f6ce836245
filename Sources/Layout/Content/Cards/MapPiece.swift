import Scene

/// A pin in the middle of a grid that extends to the bubble's edges.
struct MapPiece: Piece {
    let map: MapGrid
    let size: Size
    /// "Live location", if the location is live.
    let live: ShapedText?
    let accent: Color
    let alt: String
    let text: String

    var bleeds: Bool { true }
    var isOpaque: Bool { true }
    var wordsWidth: Double? { size.width }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        var nodes = map.nodes(in: frame.union(clip?.bounds ?? frame))
        let tip = Point(frame.midX, frame.midY + 12)
        if live != nil {
            nodes.append(.fill(.circle(center: tip, radius: 26), accent.withAlpha(0.18)))
            nodes.append(.fill(.circle(center: tip, radius: 14), accent.withAlpha(0.22)))
        }
        nodes += pin(at: tip)
        if let live { nodes += MediaCell.pill(live, in: frame) }
        drawing.add(.figure(alt: alt, [.clipped(clip ?? .rectangle(frame), nodes)]))
    }

    private func pin(at tip: Point) -> [Node] {
        let head = Point(tip.x, tip.y - 24)
        let radius = 12.0
        var drop = Path()
        drop.move(tip.x, tip.y)
        drop.curve(tip.x - 3, tip.y - 8, head.x - radius, head.y + 10, head.x - radius, head.y)
        let pull = radius * Path.arc
        drop.curve(
            head.x - radius, head.y - pull, head.x - pull, head.y - radius, head.x,
            head.y - radius)
        drop.curve(
            head.x + pull, head.y - radius, head.x + radius, head.y - pull, head.x + radius, head.y)
        drop.curve(head.x + radius, head.y + 10, tip.x + 3, tip.y - 8, tip.x, tip.y)
        drop.close()
        let shadow = Path.rounded(Rect(tip.x - 6, tip.y - 2, 12, 4), 2)
        return [
            .fill(shadow, Color(0, 0, 0, alpha: 64)), .fill(drop, accent),
            .fill(.circle(center: head, radius: 4.6), .white),
        ]
    }
}
