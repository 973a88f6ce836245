import Scene

extension StripePainter {
    /// The maximum height of a layer that is painted as a whole. Of a taller one, only the rows
    /// that the stripe shows are painted.
    private static let maxRows = 8_192

    /// Paints a layer's nodes on a separate surface, and the surface onto the canvas.
    ///
    /// Scaling uses a second surface, whose first pixel does not depend on the stripe. Otherwise,
    /// rounding would give each stripe different subpixel positions.
    func paint(
        _ layer: Layer, _ nodes: [Node], on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        let visible = viewport.bounds
        guard layer.opacity > 0, layer.scale > 0, layer.shown.intersects(visible) else { return }
        let bounds =
            layer.bounds.height * deviceScale > Double(Self.maxRows)
            ? layer.bounds.intersection(layer.source(of: visible)) : layer.bounds
        // Smooth scaling blends adjacent pixels, so two more rows are needed at each edge.
        let source = PixelRect(
            covering: bounds.inset(by: -2 / viewport.scale), scale: viewport.scale
        ).y
        guard !source.isEmpty else { return }
        let surface = try surface(source)
        try alone(source).paintAlone(nodes, on: surface)
        let shift = Point(layer.shift.x * deviceScale, layer.shift.y * deviceScale)
        let isWhole =
            layer.scale == 1 && shift.x == shift.x.rounded() && shift.y == shift.y.rounded()
        guard !isWhole else {
            let x = Int(shift.x)
            return lay(
                surface, at: x, source.lowerBound * factor + Int(shift.y), layer.opacity, on: canvas
            )
        }
        let shown = Layer(
            of: bounds, scale: layer.scale, around: layer.anchor, dx: layer.dx, dy: layer.dy
        ).shown
        let target = PixelRect(
            covering: shown.inset(by: -2 / viewport.scale), scale: viewport.scale
        ).y
        let scaled = try self.surface(target)
        try PaintingFailure.drawing { () throws(CairoFailure) in
            try scaled.draw { canvas in
                canvas.translate(shift.x, shift.y - Double(target.lowerBound * factor))
                canvas.scale(layer.scale, layer.scale)
                canvas.setSource(
                    surface,
                    in: Rect(
                        0, Double(source.lowerBound * factor), Double(surface.width),
                        Double(surface.height)), sampling: .smooth)
                canvas.paint()
            }
        }
        lay(scaled, at: 0, target.lowerBound * factor, layer.opacity, on: canvas)
    }

    private var factor: Int { viewport.oversampling }

    private func surface(_ rows: Range<Int>) throws(PaintingFailure) -> ImageSurface {
        do throws(CairoFailure) {
            return try ImageSurface(
                width: viewport.width * factor, height: rows.count * factor, format: .transparent)
        } catch {
            throw .surface(error)
        }
    }

    private func alone(_ rows: Range<Int>) -> StripePainter {
        var painter = self
        painter.viewport = Viewport(width: viewport.width, rows: rows, scale: viewport.scale)
        painter.isClipped = false
        return painter
    }

    private func paintAlone(
        _ nodes: [Node], on surface: borrowing ImageSurface
    ) throws(PaintingFailure) {
        try surface.paint { canvas throws(PaintingFailure) in
            enter(canvas)
            try paint(nodes, on: canvas)
        }
    }

    /// Paints a surface over the drawing without resampling.
    private func lay(
        _ surface: borrowing ImageSurface, at x: Int, _ y: Int, _ opacity: Double,
        on canvas: borrowing Canvas
    ) {
        let top = y - viewport.rows.lowerBound * factor
        let frame = Rect(
            Double(x), Double(top), Double(surface.width), Double(surface.height))
        canvas.saved {
            canvas.useDevicePixels()
            canvas.setSource(surface, in: frame, sampling: .nearest)
            canvas.paint(opacity: opacity)
            canvas.setSource(.clear)
        }
    }
}
