import Basics
import Fonts
import Scene

extension StripePainter {
    func paint(
        _ text: ShapedText, at point: Point, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        let heights =
            isTurned
            ? point.y...point.y + max(0, text.size.height) : viewport.bounds.heights
        for line in text.lines(at: point, in: heights) {
            guard budget.mayContinue else { return }
            let origin = Point(point.x + line.left, point.y + line.baseline)
            let runs = text.runs(of: line)
            for run in runs { paintBackground(of: run, at: origin, on: canvas) }
            for run in runs { try paint(run, of: text, at: origin, on: canvas) }
        }
    }

    private func paint(
        _ run: ShapedText.Run, of text: ShapedText, at line: Point, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        // Color glyphs ignore the text color and would be visible in spoilers and under inline
        // pictures.
        guard run.color.alpha > 0, let file = fonts.fontFile(run.font) else { return }
        let glyphs = text.glyphs(of: run)
        let origin = Point(line.x + run.left, line.y)
        if run.kind == .missing {
            canvas.setSource(run.color)
            canvas.add(text.missingLetters(of: run, at: origin))
            canvas.fill()
        } else if file.hasColorBitmaps {
            try lay(glyphs, of: run, in: file, at: origin, on: canvas)
        } else {
            try draw(glyphs, of: run, in: file, at: origin, on: canvas)
        }
        guard run.isUnderlined || run.isStruck else { return }
        canvas.setSource(run.color)
        if run.isUnderlined { paintRule(below: TextRule.underline, run, at: line, on: canvas) }
        if run.isStruck { paintRule(below: TextRule.strike, run, at: line, on: canvas) }
    }

    private func draw(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, in file: FontFile,
        at origin: Point, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        let pixelsPerEm = run.size * deviceScale
        guard pixelsPerEm <= Self.maxMaskSize, !isTurned else {
            return try fill(glyphs, of: run, in: file, at: origin, on: canvas)
        }
        let masks = try PaintingFailure.reading { () throws(FontFailure) in
            try GlyphMaskRun(
                glyphs, of: fontCache.font(file, pixelsPerEm: pixelsPerEm), at: origin,
                scale: deviceScale, offset: firstRow)
        }
        guard isClipped else {
            return unsafe canvas.withTarget { words, width, height, stride in
                let target = unsafe PixelTarget(words, width: width, height: height, stride: stride)
                if masks.doTouch {
                    masks.together(width: width, height: height)?.lay(run.color, on: target)
                } else {
                    masks.lay(run.color, on: target)
                }
            }
        }
        let height = viewport.rows.count * viewport.oversampling
        let width = viewport.width * viewport.oversampling
        guard let coverage = masks.together(width: width, height: height) else { return }
        canvas.setSource(run.color)
        try PaintingFailure.drawing { () throws(CairoFailure) in
            try canvas.mask(coverage.bytes, columns: coverage.columns, rows: coverage.rows)
        }
    }

    /// Fills letters that are too large for the cache.
    private func fill(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, in file: FontFile,
        at origin: Point, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        canvas.setSource(run.color)
        for glyph in glyphs {
            let known = try PaintingFailure.reading { () throws(FontFailure) in
                try fontCache.outline(of: glyph.id, in: file)
            }
            guard let outline = known else { continue }
            let place = origin.offset(Double(glyph.x), Double(glyph.y))
            canvas.add(
                outline.path.map {
                    Point(place.x + $0.x * run.size / 1000, place.y + $0.y * run.size / 1000)
                })
        }
        canvas.fill()
    }

    private func lay(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, in file: FontFile,
        at origin: Point, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        for (place, glyph) in glyphs.enumerated() {
            // A line may contain any number of letters of zero width.
            if place % 256 == 255, !budget.mayContinue { return }
            let made = try PaintingFailure.reading { () throws(FontFailure) in
                try emoji.stamp(
                    glyph.id, of: run.font, in: file, pixelsPerEm: run.size * deviceScale,
                    isGray: pictures.isGray)
            }
            guard let stamp = made,
                let x = GlyphMaskRun.pixel((origin.x + Double(glyph.x)) * deviceScale),
                let y = GlyphMaskRun.pixel((origin.y + Double(glyph.y)) * deviceScale)
            else { continue }
            try lay(stamp.bitmap, x: x + stamp.x, y: y + stamp.y - firstRow, on: canvas)
        }
    }

    /// - Parameters:
    ///   - x: the left edge on the surface.
    ///   - y: the top edge on the surface.
    private func lay(
        _ bitmap: Bitmap, x: Int, y: Int, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        guard isClipped else {
            return unsafe canvas.withTarget { words, width, height, stride in
                let target = unsafe PixelTarget(words, width: width, height: height, stride: stride)
                let columns = (x..<x + bitmap.width).clamped(to: 0..<width)
                guard !columns.isEmpty else { return }
                for row in (y..<y + bitmap.height).clamped(to: 0..<height) {
                    target.lay(
                        bitmap.pixels, from: (row - y) * bitmap.width + columns.lowerBound - x,
                        count: columns.count, x: columns.lowerBound, y: row)
                }
            }
        }
        let frame = Rect(Double(x), Double(y), Double(bitmap.width), Double(bitmap.height))
        try canvas.saved { () throws(PaintingFailure) in
            canvas.useDevicePixels()
            try PaintingFailure.drawing { () throws(CairoFailure) in
                try canvas.withImage(
                    bitmap.pixels, width: bitmap.width, height: bitmap.height, isOpaque: false
                ) { image in
                    canvas.setSource(image, in: frame, sampling: .nearest)
                    canvas.add(frame)
                    canvas.fill()
                }
            }
        }
    }

    /// The surface's first row in the whole drawing.
    private var firstRow: Int { viewport.rows.lowerBound * viewport.oversampling }

    /// The maximum size of a cached mask, in pixels per em.
    private static let maxMaskSize = 400.0

    private func paintBackground(
        of run: ShapedText.Run, at line: Point, on canvas: borrowing Canvas
    ) {
        guard let color = run.background else { return }
        let frame = run.frame(at: line)
        let (left, top) = (pixel(frame.minX), pixel(frame.minY))
        canvas.setSource(color)
        canvas.add(Rect(left, top, pixel(frame.maxX) - left, pixel(frame.maxY) - top))
        canvas.fill()
    }

    /// Draws a line along the run. Its thickness is a whole number of pixels, so that it is equally
    /// dark everywhere.
    private func paintRule(
        below share: Double, _ run: ShapedText.Run, at line: Point, on canvas: borrowing Canvas
    ) {
        let thickness =
            max(1, (run.size * TextRule.thickness * deviceScale).rounded())
            / deviceScale
        let left = line.x + run.left
        let top = pixel(line.y + share * run.size - thickness / 2)
        canvas.add(Rect(left, top, run.width, thickness))
        canvas.fill()
    }

    /// Rounds a position in points to the nearest boundary between two pixels of the surface.
    private func pixel(_ place: Double) -> Double {
        (place * deviceScale).rounded() / deviceScale
    }
}
