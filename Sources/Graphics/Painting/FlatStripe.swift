package import Scene

/// A stripe of a single color. Stripes of the same color and size have the same bytes and are
/// compressed only once, because a theme may request rows ten screens high.
package struct FlatStripe: Equatable {
    private let width: Int
    private let rows: Int
    private let color: Color

    /// Returns nil for a stripe on which anything else may be visible.
    package init?(
        _ viewport: Viewport, backdrop: Color, background: [Node], blocks: [Block]
    ) {
        switch background.count {
        case 0: color = backdrop
        case 1:
            guard let color = background[0].colorCovering(viewport) else { return nil }
            self.color = color
        default: return nil
        }
        let visible = viewport.bounds
        let isBare = blocks.allSatisfy { block in
            !block.ink.intersects(visible)
                || !block.nodes.contains { $0.mayShow(on: viewport) }
        }
        guard isBare else { return nil }
        width = viewport.width
        rows = viewport.rows.count
    }
}

extension Node {
    /// The color of a node that covers a viewport completely; nil for other nodes.
    func colorCovering(_ viewport: Viewport) -> Color? {
        guard case .shape(let path, .color(let color)?, nil) = self, color.alpha == 255,
            path.rectangle?.contains(viewport.bounds) ?? false
        else { return nil }
        return color
    }

    /// Whether the node may be visible in a viewport; false only if it certainly is not.
    func mayShow(on viewport: Viewport) -> Bool {
        switch self {
        case .shape(let path, _, let stroke):
            // Miter joins extend up to ten times half the line width (cairo's miter limit).
            viewport.mayShow(path.bounds, around: 5 * (stroke?.width ?? 0))
        case .text(let text, let point), .lettering(let text, let point):
            !text.lines(at: point, in: viewport.bounds.heights).isEmpty
        case .picture(let picture):
            viewport.mayShow(picture.clip?.bounds ?? picture.frame)
        case .link, .jump, .anchor, .spoken: false
        case .figure(_, let nodes), .part(_, let nodes): nodes.contains { $0.mayShow(on: viewport) }
        case .layer(let layer, _): viewport.mayShow(layer.shown)
        case .clipped(let path, let nodes):
            viewport.mayShow(path.bounds) && nodes.contains { $0.mayShow(on: viewport) }
        }
    }
}

extension Viewport {
    /// Decides by height only, with a margin for edges on whole pixels. Comparisons with NaN fail,
    /// so such a frame counts as visible.
    fileprivate func mayShow(_ frame: Rect, around reach: Double = 0) -> Bool {
        let air = reach + 2 / scale
        return !(frame.maxY + air < bounds.minY || frame.minY - air > bounds.maxY)
    }
}
