import Cairo
import Scene

extension StripePainter {
    func paint(
        _ text: ShapedText, at point: Point, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        let visible = viewport.bounds
        // Lines stand in order, so that of a text over many stripes each line is visited about once.
        let first = text.lines.partition { line in
            point.y + line.baseline + 2 * text.lineHeight >= visible.minY
        }
        for line in text.lines[first...] {
            let baseline = point.y + line.baseline
            if baseline - 2 * text.lineHeight > visible.maxY { break }
            let origin = Point(point.x + line.left, baseline)
            let runs = text.runs(of: line)
            for run in runs { paintBackground(of: run, at: origin, on: canvas) }
            for run in runs { try paint(run, of: text, at: origin, on: canvas) }
        }
    }

    private func paint(
        _ run: ShapedText.Run, of text: ShapedText, at line: Point, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        // Colour glyphs would show whatever the colour: spoilers and what keeps a picture's place.
        guard run.color.alpha > 0, let file = fonts.fontFile(run.font) else { return }
        let font = try fontCache.font(file, size: run.size, scale: deviceScale)
        canvas.setSource(run.color)
        canvas.show(text.glyphs(of: run), at: Point(line.x + run.left, line.y), font: font)
        // Shares of the font's size that suit sans-serif faces: just under the baseline, and through
        // the middle of small letters.
        if run.isUnderlined { paintRule(below: 0.115, run, at: line, on: canvas) }
        if run.isStruck { paintRule(below: -0.27, run, at: line, on: canvas) }
    }

    private func paintBackground(
        of run: ShapedText.Run, at line: Point, on canvas: borrowing Canvas
    ) {
        guard let color = run.background else { return }
        let left = pixel(line.x + run.left)
        let top = pixel(line.y - 0.96 * run.size)
        canvas.setSource(color)
        canvas.add(
            Rect(
                left, top, pixel(line.x + run.left + run.width) - left,
                pixel(line.y + 0.26 * run.size) - top))
        canvas.fill()
    }

    /// A line along the run, a whole number of pixels thick so that it is as dark everywhere.
    private func paintRule(
        below share: Double, _ run: ShapedText.Run, at line: Point, on canvas: borrowing Canvas
    ) {
        let thickness = max(1, (run.size / 15 * deviceScale).rounded()) / deviceScale
        let left = line.x + run.left
        let top = pixel(line.y + share * run.size - thickness / 2)
        canvas.add(Rect(left, top, run.width, thickness))
        canvas.fill()
    }

    /// The nearest place in points that lies between two pixels of the surface.
    private func pixel(_ place: Double) -> Double {
        (place * deviceScale).rounded() / deviceScale
    }
}

extension ShapedText {
    fileprivate func runs(of line: Line) -> ArraySlice<Run> {
        runs[Range(line.runs).clamped(to: runs.indices)]
    }

    fileprivate func glyphs(of run: Run) -> ArraySlice<Glyph> {
        glyphs[Range(run.glyphs).clamped(to: glyphs.indices)]
    }
}

extension Range<Int> {
    fileprivate init(_ range: Range<Int32>) {
        self = Int(range.lowerBound)..<Int(range.upperBound)
    }
}

extension Array {
    /// The first index from which on the condition holds, when it holds from some element to the end.
    fileprivate func partition(_ condition: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
