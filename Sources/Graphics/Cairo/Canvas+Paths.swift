import CCairo
package import Scene

extension Canvas {
    func add(_ path: Path) {
        for element in path.elements {
            switch element {
            case .move(let point): unsafe cairo_move_to(context, point.x, point.y)
            case .line(let point): unsafe cairo_line_to(context, point.x, point.y)
            case .curve(let first, let second, let end):
                unsafe cairo_curve_to(
                    context, first.x, first.y, second.x, second.y, end.x, end.y)
            case .close: unsafe cairo_close_path(context)
            }
        }
    }

    package func add(_ rect: Rect) {
        unsafe cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    }

    /// Fills the current path with the source and clears the path.
    package func fill() { unsafe cairo_fill(context) }

    /// Draws along the current path in the stroke's color and clears the path.
    func stroke(_ stroke: Stroke) {
        setSource(stroke.color)
        unsafe cairo_set_line_width(context, stroke.width)
        let dashes = stroke.dashes
        unsafe cairo_set_dash(context, dashes, Int32(truncatingIfNeeded: dashes.count), 0)
        let cap = stroke.roundEnds ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT
        let join = stroke.roundEnds ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER
        unsafe cairo_set_line_cap(context, cap)
        unsafe cairo_set_line_join(context, join)
        unsafe cairo_stroke(context)
    }

    /// Restricts all further drawing to the inside of the current path, and clears the path.
    func clip() { unsafe cairo_clip(context) }

    /// Fills the clip with the source.
    package func paint() { unsafe cairo_paint(context) }

    /// Fills the clip with the source, with an opacity.
    func paint(opacity: Double) { unsafe cairo_paint_with_alpha(context, opacity) }
}
