import Cairo
import Scene

extension StripePainter {
    func paint(
        _ path: Path, fill: Paint?, stroke: Stroke?, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        if let fill {
            switch fill {
            case .color(let color):
                canvas.setSource(color)
                outline(path, on: canvas)
                canvas.fill()
            case .linear(let gradient):
                try paint(path, with: gradient, on: canvas)
            }
        }
        if let stroke {
            outline(path, on: canvas)
            canvas.stroke(stroke)
        }
    }

    /// Cairo fills a rectangle that it knows to be one several times faster.
    private func outline(_ path: Path, on canvas: borrowing Canvas) {
        if let rect = path.rectangle { canvas.add(rect) } else { canvas.add(path) }
    }

    private func paint(
        _ path: Path, with gradient: LinearGradient, on canvas: borrowing Canvas
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
