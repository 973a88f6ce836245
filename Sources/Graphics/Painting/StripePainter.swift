import Basics
import Fonts
import Scene

/// Draws nodes for the rows of one viewport. It knows nothing about bubbles.
struct StripePainter {
    var viewport: Viewport
    let fontCache: FontCache
    let fonts: any FontLookup
    let pictures: PictureCache
    let stamps: ShapeMaskCache
    let emoji: EmojiMasks
    let budget: WorkBudget
    /// Under a clip, only cairo knows which pixels may change.
    var isClipped = false
    /// Masks of letters are upright.
    var isTurned = false

    /// Pixels of the surface per point of the scene.
    var deviceScale: Double { viewport.scale * Double(viewport.oversampling) }

    /// Draws everything, with the scene's points as the canvas's units.
    func paint(
        _ background: [Node], _ blocks: [Block], on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        enter(canvas)
        let visible = viewport.bounds
        try paint(background, on: canvas)
        for block in blocks {
            if case .watermark(let angle) = block.role {
                var turned = self
                turned.isTurned = true
                try canvas.saved { () throws(PaintingFailure) in
                    canvas.turn(by: angle, around: block.frame.center)
                    try turned.paint(block.nodes, on: canvas)
                }
            } else if block.ink.intersects(visible) {
                try paint(block.nodes, on: canvas)
            }
        }
    }

    /// Makes the scene's points the canvas's units.
    func enter(_ canvas: borrowing Canvas) {
        // The offset is in whole pixels and comes first, so that every stripe sees the same
        // fractions.
        canvas.translate(0, -Double(viewport.rows.lowerBound * viewport.oversampling))
        canvas.scale(deviceScale, deviceScale)
    }

    func paint(_ nodes: [Node], on canvas: borrowing Canvas) throws(PaintingFailure) {
        for node in nodes {
            guard budget.mayContinue else { return }
            switch node {
            case .shape(let path, let fill, let stroke):
                try paint(path, fill: fill, stroke: stroke, on: canvas)
            case .text(let text, let point), .lettering(let text, let point):
                try paint(text, at: point, on: canvas)
            case .picture(let picture): try paint(picture, on: canvas)
            case .link, .jump, .anchor, .spoken: break
            case .figure(_, let nodes), .part(_, let nodes): try paint(nodes, on: canvas)
            case .layer(let layer, let nodes): try paint(layer, nodes, on: canvas)
            case .clipped(let path, let nodes):
                var inside = self
                inside.isClipped = true
                try canvas.saved { () throws(PaintingFailure) in
                    canvas.add(path)
                    canvas.clip()
                    try inside.paint(nodes, on: canvas)
                }
            }
        }
    }

    /// Draws in units of the surface's pixels, with `rect` converted to them.
    func inPixels(
        _ rect: PixelRect, on canvas: borrowing Canvas,
        _ body: (Rect) throws(PaintingFailure) -> Void
    ) throws(PaintingFailure) {
        let factor = Double(viewport.oversampling)
        let frame = Rect(
            Double(rect.x.lowerBound) * factor,
            Double(rect.y.lowerBound - viewport.rows.lowerBound) * factor,
            Double(rect.x.count) * factor, Double(rect.y.count) * factor)
        try canvas.saved { () throws(PaintingFailure) in
            canvas.useDevicePixels()
            try body(frame)
        }
    }
}
