package import Scene

/// A stripe that shows one colour and nothing else. All of its kind are the same bytes, which one
/// of them pays for: a look may ask for rows ten screens high.
package struct FlatStripe: Equatable {
    private let width: Int
    private let rows: Int
    private let color: Color

    /// Nil for a stripe on which anything may show.
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
    /// The colour of a node that hides all that lay on a viewport before.
    func colorCovering(_ viewport: Viewport) -> Color? {
        guard case .shape(let path, .color(let color)?, nil) = self, color.alpha == 255,
            path.rectangle?.contains(viewport.bounds) ?? false
        else { return nil }
        return color
    }

    /// False only for what leaves no mark on a viewport's rows.
    func mayShow(on viewport: Viewport) -> Bool {
        switch self {
        case .shape(let path, _, let stroke):
            // Joins without rounding reach out up to ten times half the line (cairo's mitre limit).
            viewport.mayShow(path.bounds, around: 5 * (stroke?.width ?? 0))
        case .text(let text, let point), .lettering(let text, let point):
            !text.lines(at: point, near: viewport.bounds).isEmpty
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
    /// Decides by height alone, with room for edges on whole pixels. Comparisons fail for NaN,
    /// which may be visible.
    fileprivate func mayShow(_ frame: Rect, around reach: Double = 0) -> Bool {
        let air = reach + 2 / scale
        return !(frame.maxY + air < bounds.minY || frame.minY - air > bounds.maxY)
    }
}

extension ShapedText {
    /// The lines of which something may show, when the text stands at a point.
    func lines(at point: Point, near visible: Rect) -> ArraySlice<Line> {
        // Lines stand in order, so that of a text over many stripes each line is visited about
        // once.
        let first = lines.partitionPoint { line in
            point.y + line.baseline + 2 * lineHeight >= visible.minY
        }
        let end = lines.partitionPoint { line in
            point.y + line.baseline - 2 * lineHeight > visible.maxY
        }
        return lines[min(first, end)..<end]
    }
}
