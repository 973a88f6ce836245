import Scene

extension SceneDrawing {
    /// - Parameter isRead: whether the letters are text; otherwise documents draw them as outlines.
    func draw(
        _ text: ShapedText, at point: Point, isRead: Bool, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        let bytes = Array(text.text.utf8)
        for line in text.lines {
            let origin = Point(point.x + line.left, point.y + line.baseline)
            let runs = text.runs(of: line)
            for run in runs { drawBackground(of: run, at: origin, on: canvas) }
            for run in runs {
                try draw(run, of: text, bytes, at: origin, isRead: isRead, on: canvas)
                guard isRead, let link = run.link, text.links.indices.contains(Int(link)) else {
                    continue
                }
                self.link(run.frame(at: origin), to: text.links[Int(link)], on: canvas)
            }
        }
    }

    private func draw(
        _ run: ShapedText.Run, of text: ShapedText, _ bytes: [UInt8], at line: Point, isRead: Bool,
        on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        // Color glyphs ignore the text color and would be visible in spoilers and under inline
        // pictures.
        guard run.color.alpha > 0, let (font, file) = try font(run.font) else { return }
        let glyphs = text.glyphs(of: run)
        let origin = Point(line.x + run.left, line.y)
        canvas.setSource(run.color)
        canvas.setFont(font, size: run.size)
        if run.kind == .missing {
            canvas.add(text.missingLetters(of: run, at: origin))
            canvas.fill()
        } else if isRead || ground != .document || file.hasColorBitmaps {
            canvas.show(glyphs, of: run, saying: bytes, at: origin)
        } else {
            canvas.fillOutlines(glyphs, at: origin)
        }
        if run.isUnderlined { drawRule(below: TextRule.underline, run, at: line, on: canvas) }
        if run.isStruck { drawRule(below: TextRule.strike, run, at: line, on: canvas) }
    }

    private func drawBackground(
        of run: ShapedText.Run, at line: Point, on canvas: borrowing Canvas
    ) {
        guard let color = run.background, color.alpha > 0 else { return }
        let frame = run.frame(at: line)
        let (left, top) = (onGrid(frame.minX), onGrid(frame.minY))
        canvas.setSource(color)
        canvas.add(Rect(left, top, onGrid(frame.maxX) - left, onGrid(frame.maxY) - top))
        canvas.fill()
    }

    /// Draws a line. In pixels, its thickness is a whole number, so that it is equally dark
    /// everywhere.
    private func drawRule(
        below share: Double, _ run: ShapedText.Run, at line: Point, on canvas: borrowing Canvas
    ) {
        var thickness = run.size * TextRule.thickness
        if case .pixels(let scale) = ground {
            thickness = max(1, (thickness * scale).rounded()) / scale
        }
        let top = onGrid(line.y + share * run.size - thickness / 2)
        canvas.setSource(run.color)
        canvas.add(Rect(line.x + run.left, top, run.width, thickness))
        canvas.fill()
    }

    /// Rounds a position to the nearest boundary between two pixels, if there are pixels.
    private func onGrid(_ place: Double) -> Double {
        guard case .pixels(let scale) = ground else { return place }
        return (place * scale).rounded() / scale
    }
}
