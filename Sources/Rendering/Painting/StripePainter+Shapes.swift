import Cairo
import Scene

extension StripePainter {
    func paint(
        _ path: Path, fill: Paint?, stroke: Stroke?, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        switch fill {
        case .color(let color)?: try paint(path, color, on: canvas)
        case .linear(let gradient)?: try paint(path, gradient, on: canvas)
        case nil: break
        }
        guard let stroke else { return }
        if let place = StampPlace(path, stroke: stroke, scale: deviceScale) {
            try lay(place, stroke.color, on: canvas)
        } else {
            outline(path, on: canvas)
            canvas.stroke(stroke)
        }
    }

    private func paint(
        _ path: Path, _ color: Color, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        if path.rectangle == nil, let place = StampPlace(path, stroke: nil, scale: deviceScale) {
            return try lay(place, color, on: canvas)
        }
        canvas.setSource(color)
        outline(path, on: canvas)
        canvas.fill()
    }

    private func lay(
        _ place: StampPlace, _ color: Color, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        let y = place.y - viewport.rows.lowerBound * viewport.oversampling
        guard y < viewport.rows.count * viewport.oversampling, y + place.key.height > 0 else {
            return
        }
        let stamp = try stamps.stamp(place.key)
        canvas.setSource(color)
        canvas.stamp(stamp.mask, x: place.x, y: y)
    }

    /// Cairo fills a rectangle that it knows to be one several times faster.
    private func outline(_ path: Path, on canvas: borrowing Canvas) {
        if let rect = path.rectangle { canvas.add(rect) } else { canvas.add(path) }
    }

    private func paint(
        _ path: Path, _ gradient: LinearGradient, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        let bounds = PixelRect(covering: path.bounds, scale: viewport.scale)
        let rows = bounds.y.clamped(to: viewport.rows)
        guard !rows.isEmpty else { return }
        guard gradient.start.x == gradient.end.x else {
            canvas.setSource(gradient)
            outline(path, on: canvas)
            return canvas.fill()
        }
        let ramp = GradientRamp(gradient, rows: rows, viewport: viewport)
        outline(path, on: canvas)
        try inPixels(PixelRect(x: 0..<1, y: rows), on: canvas) { frame throws(CairoFailure) in
            let count = rows.count * viewport.oversampling
            try canvas.withImage(
                ramp.colors, width: 1, height: count, isOpaque: ramp.isOpaque
            ) { image in
                canvas.setSource(
                    image, in: Rect(frame.minX, frame.minY, 1, Double(count)),
                    sampling: .nearest, extent: .edge)
                canvas.fill()
            }
        }
    }
}
