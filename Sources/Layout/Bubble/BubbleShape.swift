import Scene
import Themes

/// The drawable shape of one bubble: fill, border, shadow, tail or picture.
struct BubbleShape {
    let style: BubbleStyle
    let body: Rect
    let side: Side
    let hasTail: Bool
    let run: RunPosition

    /// Corners next to another bubble of the run are rounder or sharper, on the sender's side only.
    var corners: Corners {
        var corners = side == .left ? style.corners : style.corners.mirrored
        guard let grouped = style.groupedRadius else { return corners }
        if !run.isFirst {
            if side == .left { corners.topLeft = grouped } else { corners.topRight = grouped }
        }
        if !run.isLast {
            if side == .left { corners.bottomLeft = grouped } else { corners.bottomRight = grouped }
        }
        return corners
    }

    private var pointing: Side {
        switch style.tail.side {
        case .sender: side
        case .left: .left
        case .right: .right
        }
    }

    var outline: Path {
        BubbleOutline(
            body: body, corners: corners, tail: hasTail ? style.tail.shape : .none,
            side: pointing, borderWidth: style.border?.width ?? 0
        ).path
    }

    /// The area that the shape may paint.
    var ink: Rect {
        let reach = hasTail ? BubbleOutline.reach(of: style.tail.shape) : 0
        let border = (style.border?.width ?? 0) / 2
        var ink = body.inset(
            by: Insets(
                top: -border, left: -border - (pointing == .left ? reach : 0),
                bottom: -border - 0.2,
                right: -border - (pointing == .right ? reach : 0)))
        if let shadow = style.shadow {
            ink = ink.union(ink.offset(shadow.dx, shadow.dy).inset(by: -shadow.blur))
        }
        return ink
    }

    func nodes(canvas: Rect, pictures: PictureTable) -> [Node] {
        if let image = style.image {
            return BubblePicture(image: image, body: body, mirrored: pointing == .left)
                .nodes(pictures: pictures)
        }
        let outline = self.outline
        var nodes: [Node] = []
        if let shadow = style.shadow { nodes += ShadowInk.nodes(of: outline, shadow) }
        let stroke = style.border.map { Stroke($0.color, width: $0.width) }
        let paint = paint(canvas: canvas)
        if paint != nil || stroke != nil {
            nodes.append(.shape(outline, fill: paint, stroke: stroke))
        }
        return nodes
    }

    private func paint(canvas: Rect) -> Paint? {
        switch style.fill {
        case .none: nil
        case .color(let color): .color(color)
        case .gradient(let stops):
            .linear(
                LinearGradient(
                    from: Point(body.midX, body.minY), to: Point(body.midX, body.maxY),
                    stops: stops))
        case .canvasGradient(let stops):
            .linear(
                LinearGradient(
                    from: Point(canvas.midX, canvas.minY), to: Point(canvas.midX, canvas.maxY),
                    stops: stops))
        }
    }
}

/// The side of the canvas that a bubble is on.
package enum Side: String, Sendable, Hashable { case left, right }
