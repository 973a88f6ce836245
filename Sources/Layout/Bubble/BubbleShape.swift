import Basics
package import Model
package import Scene
package import Themes

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
        if let shadow = style.shadow { nodes += shadow.nodes(under: outline) }
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

/// The outline and colors of a message's bubble without its contents, for outputs that lay out the
/// contents themselves.
package struct BubbleFace: Sendable {
    package let style: BubbleStyle
    package let side: Side
    let hasTail: Bool
    /// Faces that look alike share a name.
    package let name: String
    private let run: RunPosition

    init(_ layout: Layout, _ entry: MessageEntry) {
        let message = layout.conversation.messages[entry.index]
        style = layout.bubbleStyle(of: message).value
        side = entry.side
        run = entry.run
        hasTail = style.tail.on.includes(
            run, hasAvatar: entry.showsAvatar && message.from != nil)
        let isMine = message.from != nil && message.from == layout.conversation.me
        let service = message.hasDetails ? message.details.service : nil
        let kind = isMine ? "s" + (service.map { "-" + $0.rawValue } ?? "") : "r"
        name =
            kind + (side == .left ? "-l" : "-r") + (hasTail ? "-t" : "")
            + (run.isFirst ? "-f" : "") + (run.isLast ? "-e" : "")
    }

    package func outline(of body: Rect) -> Path { shape(body).outline }

    package var reach: Insets {
        let body = Rect(0, 0, 200, 200)
        let ink = shape(body).outline.bounds
        return Insets(
            top: max(0, -ink.minY), left: max(0, -ink.minX), bottom: max(0, ink.maxY - 200),
            right: max(0, ink.maxX - 200))
    }

    private func shape(_ body: Rect) -> BubbleShape {
        BubbleShape(style: style, body: body, side: side, hasTail: hasTail, run: run)
    }
}

extension Tail.Placement {
    func includes(_ run: RunPosition, hasAvatar: Bool) -> Bool {
        switch self {
        case .first: run.isFirst
        case .last: run.isLast
        case .every: true
        case .never: false
        case .avatar: hasAvatar
        }
    }
}

extension Layout {
    package func face(of entry: MessageEntry) -> BubbleFace { BubbleFace(self, entry) }

    package func nameColor(of participant: ParticipantIndex) -> Color {
        if participant == conversation.me, let mine = theme.sender.mineColor { return mine }
        let colors = theme.sender.colors
        guard let own = conversation.participants[participant].color else {
            return colors.isEmpty ? theme.sender.color : colors[participant % colors.count]
        }
        let canvas = theme.canvas.background.color.over(.white)
        let isInBubble = theme.sender.place == .inside
        return legible(own, on: isInBubble ? theme.received.fill.color(on: canvas) : canvas)
    }

    func avatarColor(of person: Participant, _ number: Int) -> Color {
        let style = theme.avatar
        guard let own = person.color else {
            return style.colors.isEmpty
                ? Color(142, 142, 147) : style.colors[number % style.colors.count]
        }
        return legible(own, on: style.initialsColor)
    }

    /// Returns a participant's color, or a shade of it that stands out: it was chosen for another
    /// background.
    private func legible(_ rgb: UInt32, on ground: Color) -> Color {
        let color = Color(rgb: rgb)
        return options.contrast == .app ? color : color.shade(standingOutFrom: ground, atLeast: 4.5)
    }

    package func initials(
        of participant: ParticipantIndex
    ) -> (letters: String?, ground: Color) {
        let person = conversation.participants[participant]
        let name = person.name.shortened(toLines: 1)
        return (Avatar.initials(of: name), avatarColor(of: person, participant))
    }
}

/// A bubble drawn from images: one picture sliced at its caps, nine fragments, or one stretched
/// picture.
private struct BubblePicture {
    let image: BubbleImage
    let body: Rect
    /// Images are drawn pointing right; a bubble that points left uses the mirror image.
    let mirrored: Bool

    func nodes(pictures: PictureTable) -> [Node] {
        switch image.source {
        case .slices(let variants, let caps):
            guard let variant = nearest(variants, pictures.scale) else { return [] }
            return placed(
                variant.picture, in: body,
                fit: .slices(caps: caps, pixelsPerPoint: variant.scale), from: pictures)
        case .whole(let variants):
            guard let variant = nearest(variants, pictures.scale) else { return [] }
            return placed(variant.picture, in: body, fit: .stretch, from: pictures)
        case .fragments(let fragments, let size):
            return self.fragments(fragments, size, from: pictures)
        }
    }

    private func nearest(
        _ variants: [BubbleImage.Variant], _ scale: Double
    ) -> BubbleImage.Variant? {
        variants.min { abs($0.scale - scale) < abs($1.scale - scale) }
    }

    private func placed(
        _ picture: ThemePictureIndex, in frame: Rect, fit: PlacedPicture.Fit,
        from pictures: PictureTable
    ) -> [Node] {
        [
            .picture(
                PlacedPicture(
                    pictures.theme(picture), frame: frame, fit: fit, tint: image.tint,
                    isMirrored: mirrored != image.isMirrored))
        ]
    }

    /// Draws nine fragments: corners keep their size, and the middle row and column fill the rest.
    private func fragments(
        _ fragments: [ThemePictureIndex], _ size: Size, from pictures: PictureTable
    ) -> [Node] {
        guard fragments.count == 9 else { return [] }
        let columns = [size.width, body.width - 2 * size.width, size.width]
        let rows = [size.height, body.height - 2 * size.height, size.height]
        var nodes: [Node] = []
        var y = body.minY
        for (row, height) in rows.enumerated() where height > 0 {
            var x = body.minX
            for column in 0..<3 where columns[column] > 0 {
                let source = mirrored != image.isMirrored ? 2 - column : column
                nodes += placed(
                    fragments[row * 3 + source], in: Rect(x, y, columns[column], height),
                    fit: .stretch,
                    from: pictures)
                x += columns[column]
            }
            y += height
        }
        return nodes
    }
}

extension BubbleStyle {
    /// Whether pictures extend to the bubble's edge. In an outline that differs from the body's
    /// rectangle they would stick out, so they keep the padding there.
    var letsPicturesBleed: Bool { image == nil && tail.shape != .bezier }

    /// The width that the tail takes within the bubble's frame, added to the text's padding.
    var tailRoom: Double { letsPicturesBleed ? 0 : max(0, padding.left - padding.right) }

    /// The insets of a picture that does not reach the edge, for a bubble on the left. They are
    /// equal on all four sides of the body, excluding the tail.
    var pictureInsets: Insets {
        let air = min(padding.top, padding.bottom, padding.right)
        return Insets(top: air, left: air + tailRoom, bottom: air, right: air)
    }
}

extension BubbleStyle.Shadow {
    /// Approximates a small blur with a few faint strokes of increasing width. PDF has no blur.
    func nodes(under outline: Path) -> [Node] {
        let shifted = outline.offset(dx, dy)
        guard blur > 0 else { return [.fill(shifted, color)] }
        let layers = 2
        let faint = color.withAlpha(1 / Double(layers + 1))
        let strokes = (1...layers).map { layer in
            Node.stroke(shifted, Stroke(faint, width: 2 * blur * Double(layer) / Double(layers)))
        }
        return [.fill(shifted, color)] + strokes
    }
}
