package import Scene
import Themes

/// The position of a canvas's rows: in the middle, with a title bar at the top.
struct CanvasPlace {
    /// The frame of the canvas, or of the card on it.
    let ground: Rect
    /// The top of the first row, including the line that says the row continues.
    let top: Double
    /// The bottom of the last row, including the line that says the row continues.
    let bottom: Double
    /// The outline of the card; nil if the canvas has none.
    let card: Path?
    /// The distance by which everything below the bar is moved down.
    let shift: Double

    /// - Parameters:
    ///   - bar: the height of the bar at the very top; 0 without one.
    ///   - rest: the height of everything else.
    ///   - endsAtBottom: whether the last row is at the bottom of the screen, even if the first one
    ///     is behind the bar.
    ///   - lane: a frame as wide as the conversation.
    init(
        _ look: CanvasLook, size: Size, lane: Rect, bar: Double, rest: Double, scale: Double,
        endsAtBottom: Bool = false
    ) {
        if let screen = look.screen {
            ground = screen
            shift = 0
            card = look.card.map { .rounded(screen, $0.radius) }
            let list = screen.inset(by: look.list)
            let lowest = list.maxY - bar - rest
            top = endsAtBottom ? lowest : look.start == .top ? list.minY : max(list.minY, lowest)
            bottom = top + bar + rest
            return
        }
        let above = bar > 0 ? 0 : look.margins.top
        let spare = max(0, look.room.height - above - bar - rest - look.margins.bottom)
        // Edges are on whole pixels.
        let half = (spare / 2 * scale).rounded(.down) / scale
        guard let card = look.card else {
            self.card = nil
            ground = Rect(0, 0, size.width, size.height)
            shift = bar > 0 ? half : 0
            top = look.room.minY + above + (bar > 0 ? 0 : half)
            bottom = top + bar + shift + rest
            return
        }
        let height = min(look.room.height, above + bar + rest + look.margins.bottom)
        ground = Rect(lane.minX, look.room.minY + half, lane.width, height)
        self.card = .rounded(ground, card.radius)
        shift = 0
        top = ground.minY + above
        bottom = top + bar + rest
    }

    /// The area behind a bar, which does not extend above the bar's own top.
    func barGround(below top: Double) -> Rect {
        Rect(ground.minX, top, ground.width, ground.maxY - top)
    }
}

package struct CanvasGround: Sendable {
    let transcript: Transcript
    let look: CanvasLook
    let place: CanvasPlace
    let size: Size
    /// Whether the title bar extends to the canvas's edge.
    let hasBar: Bool

    package func nodes(visible: Rect) -> [Node] {
        guard let card = look.card, let outline = place.card else {
            let ground = transcript.background(of: place.ground, visible: visible)
            let edge = Rect(0, 0, size.width, look.room.minY)
            guard hasBar, edge.height > 0, edge.intersects(visible) else { return ground }
            let fill = transcript.layout.theme.header.fill
            return ground + transcript.layout.pictures.painted([.fill(.rectangle(edge), fill)])
        }
        let pictures = transcript.layout.pictures
        var nodes: [Node] = card.around.map { [.fill(.rectangle(visible), $0)] } ?? []
        // A transparent card casts no shadow, because the shadow would be visible through the card.
        let body = look.phone?.frame ?? place.ground
        if let shadow = card.shadow, transcript.isOpaque,
            body.offset(0, shadow.dy).inset(by: -shadow.blur).intersects(visible)
        {
            let radius = look.phone?.radius ?? card.radius
            nodes += CanvasGround.nodes(of: shadow, under: body, radius: radius)
        }
        if let phone = look.phone { nodes += phone.nodes }
        nodes = pictures.painted(nodes)
        let seen = place.ground.intersection(visible)
        guard !seen.isEmpty else { return nodes }
        return nodes
            + [.clipped(outline, transcript.background(of: place.ground, visible: seen))]
    }

    /// The number of layers, enough to look like one shadow.
    private static let shadowLayers = 24

    /// A few wide strokes would be visible as bands in a shadow this wide. It consists of many
    /// faint cards instead, each larger than the previous one, densest near the edge.
    private static func nodes(
        of shadow: BubbleStyle.Shadow, under card: Rect, radius: Double
    ) -> [Node] {
        let faint = shadow.color.withAlpha(1 / Double(shadowLayers))
        return (0..<shadowLayers).map { layer in
            let place = (Double(layer) + 0.5) / Double(shadowLayers) * 2 - 1
            let distance = shadow.blur * (place + place * place * place) / 2
            let frame = card.offset(shadow.dx, shadow.dy).inset(by: -distance)
            return .fill(.rounded(frame, max(0, radius + distance)), faint)
        }
    }
}
