import Scene

extension StripePainter {
    func paint(
        _ path: Path, fill: Paint?, stroke: Stroke?, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        switch fill {
        case .color(let color)?: try paint(path, color, on: canvas)
        case .linear(let gradient)?: try paint(path, gradient, on: canvas)
        case nil: break
        }
        guard let stroke else { return }
        if !isClipped, let place = ShapeMaskPlace(path, stroke: stroke, scale: deviceScale) {
            try lay(place, stroke.color, on: canvas)
        } else {
            outline(path, on: canvas)
            canvas.stroke(stroke)
        }
    }

    private func paint(
        _ path: Path, _ color: Color, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        if !isClipped {
            if let rect = path.rectangle {
                if let pixels = PixelRect(exactly: rect, scale: deviceScale) {
                    return fill(pixels, color, on: canvas)
                }
            } else if let place = ShapeMaskPlace(path, stroke: nil, scale: deviceScale) {
                return try lay(place, color, on: canvas)
            }
        }
        canvas.setSource(color)
        outline(path, on: canvas)
        canvas.fill()
    }

    /// Fills whole pixels without a drawing library.
    private func fill(_ rect: PixelRect, _ color: Color, on canvas: borrowing Canvas) {
        let offset = viewport.rows.lowerBound * viewport.oversampling
        let word = PremultipliedWord.of(color)
        unsafe canvas.withTarget { words, width, height, stride in
            let target = unsafe PixelTarget(words, width: width, height: height, stride: stride)
            let columns = rect.x.clamped(to: 0..<width)
            for row in rect.y.clamped(to: offset..<offset + height) {
                target.fill(word, x: columns.lowerBound, y: row - offset, count: columns.count)
            }
        }
    }

    private func lay(
        _ place: ShapeMaskPlace, _ color: Color, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        let y = place.y - viewport.rows.lowerBound * viewport.oversampling
        guard y < viewport.rows.count * viewport.oversampling, y + place.height > 0 else {
            return
        }
        let stamp = try PaintingFailure.drawing { () throws(CairoFailure) in
            try stamps.stamp(place.key)
        }
        unsafe canvas.withTarget { words, width, height, stride in
            unsafe ShapeMaskBrush(color).lay(
                stamp, place, top: y,
                on: PixelTarget(words, width: width, height: height, stride: stride))
        }
    }

    /// Cairo fills a path that it knows to be a rectangle several times faster.
    private func outline(_ path: Path, on canvas: borrowing Canvas) {
        if let rect = path.rectangle { canvas.add(rect) } else { canvas.add(path) }
    }

    private func paint(
        _ path: Path, _ gradient: LinearGradient, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
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
        try inPixels(PixelRect(x: 0..<1, y: rows), on: canvas) { frame throws(PaintingFailure) in
            let count = rows.count * viewport.oversampling
            try PaintingFailure.drawing { () throws(CairoFailure) in
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
}
