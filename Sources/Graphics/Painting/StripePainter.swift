import Basics
import Fonts
import Scene

/// Draws nodes for the rows of one viewport. It knows nothing about bubbles.
struct StripePainter {
    var viewport: Viewport
    let fontCache: FontCache
    let fonts: any FontLookup
    let pictures: PictureCache
    let stamps: ShapeMaskCache
    let emoji: EmojiMasks
    let budget: WorkBudget
    /// Under a clip, only cairo knows which pixels may change.
    var isClipped = false
    /// Masks of letters are upright.
    var isTurned = false

    /// Pixels of the surface per point of the scene.
    private var deviceScale: Double { viewport.scale * Double(viewport.oversampling) }

    /// Draws everything, with the scene's points as the canvas's units.
    func paint(
        _ background: [Node], _ blocks: [Block], on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        enter(canvas)
        let visible = viewport.bounds
        try paint(background, on: canvas)
        for block in blocks {
            if case .watermark(let angle) = block.role {
                var turned = self
                turned.isTurned = true
                try canvas.saved { () throws(PaintingFailure) in
                    canvas.turn(by: angle, around: block.frame.center)
                    try turned.paint(block.nodes, on: canvas)
                }
            } else if block.mayShow(in: visible) {
                try paint(block.nodes, on: canvas)
            }
        }
    }

    /// Makes the scene's points the canvas's units.
    func enter(_ canvas: borrowing Canvas) {
        // The offset is in whole pixels and comes first, so that every stripe sees the same
        // fractions.
        canvas.translate(0, -Double(viewport.rows.lowerBound * viewport.oversampling))
        canvas.scale(deviceScale, deviceScale)
    }

    func paint(_ nodes: [Node], on canvas: borrowing Canvas) throws(PaintingFailure) {
        for node in nodes {
            guard budget.mayContinue else { return }
            switch node {
            case .shape(let path, let fill, let stroke):
                try paint(path, fill: fill, stroke: stroke, on: canvas)
            case .text(let text, let point), .lettering(let text, let point):
                try paint(text, at: point, on: canvas)
            case .picture(let picture): try paint(picture, on: canvas)
            case .link, .jump, .anchor, .spoken: break
            case .figure(_, let nodes), .part(_, let nodes): try paint(nodes, on: canvas)
            case .layer(let layer, let nodes): try paint(layer, nodes, on: canvas)
            case .clipped(let path, let nodes):
                var inside = self
                inside.isClipped = true
                try canvas.saved { () throws(PaintingFailure) in
                    canvas.add(path)
                    canvas.clip()
                    try inside.paint(nodes, on: canvas)
                }
            }
        }
    }

    /// Draws in units of the surface's pixels, with `rect` converted to them.
    private func inPixels(
        _ rect: PixelRect, on canvas: borrowing Canvas,
        _ body: (Rect) throws(PaintingFailure) -> Void
    ) throws(PaintingFailure) {
        let factor = Double(viewport.oversampling)
        let frame = Rect(
            Double(rect.x.lowerBound) * factor,
            Double(rect.y.lowerBound - viewport.rows.lowerBound) * factor,
            Double(rect.x.count) * factor, Double(rect.y.count) * factor)
        try canvas.saved { () throws(PaintingFailure) in
            canvas.useDevicePixels()
            try body(frame)
        }
    }

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
            try lay(place, ShapeMaskBrush(stroke.color), on: canvas)
        } else {
            outline(path, on: canvas)
            canvas.stroke(stroke)
        }
    }

    private func paint(
        _ path: Path, _ color: Color, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        guard try !fill(path, ShapeMaskBrush(color), on: canvas) else { return }
        canvas.setSource(color)
        outline(path, on: canvas)
        canvas.fill()
    }

    /// Fills whole pixels or a small outline without a drawing library; returns false for any other
    /// path.
    private func fill(
        _ path: Path, _ brush: ShapeMaskBrush, on canvas: borrowing Canvas
    ) throws(PaintingFailure) -> Bool {
        guard !isClipped else { return false }
        guard let rect = path.rectangle else {
            guard let place = ShapeMaskPlace(path, stroke: nil, scale: deviceScale) else {
                return false
            }
            try lay(place, brush, on: canvas)
            return true
        }
        guard let pixels = PixelRect(exactly: rect, scale: deviceScale) else { return false }
        let offset = firstRow
        unsafe canvas.withTarget { words, width, height, stride in
            let target = unsafe PixelTarget(words, width: width, height: height, stride: stride)
            let rows = pixels.y.clamped(to: offset..<offset + height)
            brush.fill(
                pixels.x.clamped(to: 0..<width),
                rows.lowerBound - offset..<rows.upperBound - offset,
                on: target)
        }
        return true
    }

    private func lay(
        _ place: ShapeMaskPlace, _ brush: ShapeMaskBrush, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        let y = place.y - viewport.rows.lowerBound * viewport.oversampling
        guard y < viewport.rows.count * viewport.oversampling, y + place.height > 0 else {
            return
        }
        let stamp = try PaintingFailure.drawing { () throws(CairoFailure) in
            try stamps.stamp(place.key)
        }
        unsafe canvas.withTarget { words, width, height, stride in
            unsafe brush.lay(
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
        let top = (rows.lowerBound - viewport.rows.lowerBound) * viewport.oversampling
        guard try !fill(path, ShapeMaskBrush(ramp, from: top), on: canvas) else { return }
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

    func paint(_ picture: PlacedPicture, on canvas: borrowing Canvas) throws(PaintingFailure) {
        guard !picture.frame.isEmpty else { return }
        if case .tile(let density) = picture.fit {
            return try paintTiles(picture, density: density, on: canvas)
        }
        let plan = PicturePlan(picture, scale: viewport.scale)
        let visible = plan.target.clamped(to: viewport.pixels)
        guard !visible.isEmpty else { return }
        let made = pictures.drawn(plan, visible: visible, scale: viewport.scale)
        guard let (bitmap, place) = made else { return }
        try canvas.saved { () throws(PaintingFailure) in
            if let clip = picture.clip {
                canvas.add(clip)
                canvas.clip()
            }
            try lay(bitmap, over: place, visible: visible, extent: .edge, on: canvas)
        }
    }

    private func paintTiles(
        _ picture: PlacedPicture, density: Double, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        let frame = PixelRect(nearest: picture.frame, scale: viewport.scale)
        let visible = frame.clamped(to: viewport.pixels)
        let share = viewport.scale / density
        guard !visible.isEmpty, share.isFinite,
            let tile = pictures.tile(picture, share: share)
        else { return }
        // Pixman's coordinates end at 32,767, so begin with the tile at the first visible row.
        let x = frame.x.lowerBound
        let above = (visible.y.lowerBound - frame.y.lowerBound) / tile.height * tile.height
        let y = frame.y.lowerBound + above
        let place = PixelRect(x: x..<x + tile.width, y: y..<y + tile.height)
        try canvas.saved { () throws(PaintingFailure) in
            if let clip = picture.clip {
                canvas.add(clip)
                canvas.clip()
            }
            try lay(tile, over: place, visible: visible, extent: .tiles, on: canvas)
        }
    }

    /// Draws the visible part of a bitmap at the drawing's resolution over `place`, pixel by pixel.
    private func lay(
        _ bitmap: Bitmap, over place: PixelRect, visible: PixelRect, extent: Canvas.Extent,
        on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        try inPixels(visible, on: canvas) { area throws(PaintingFailure) in
            try inPixels(place, on: canvas) { frame throws(PaintingFailure) in
                try PaintingFailure.drawing { () throws(CairoFailure) in
                    try canvas.withImage(bitmap) { image in
                        canvas.setSource(image, in: frame, sampling: .nearest, extent: extent)
                        canvas.add(area)
                        canvas.fill()
                    }
                }
            }
        }
    }

    func paint(
        _ text: ShapedText, at point: Point, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        let heights =
            isTurned
            ? point.y...point.y + max(0, text.size.height) : viewport.bounds.heights
        for line in text.lines(at: point, in: heights) {
            guard budget.mayContinue else { return }
            let origin = Point(point.x + line.left, point.y + line.baseline)
            try paint(text.runs(of: line), of: text, at: origin, on: canvas)
        }
    }

    /// Draws the runs of a line.
    func paint(
        _ runs: ArraySlice<ShapedText.Run>, of text: ShapedText, at origin: Point,
        on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        for run in runs {
            guard let color = run.background else { continue }
            try fill(background(of: run, at: origin), color, on: canvas)
        }
        for run in runs { try paint(run, of: text, at: origin, on: canvas) }
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
        for rule in rules(of: run, at: line) { try fill(rule, run.color, on: canvas) }
    }

    /// The pixels of a run's letters on the surface; nil for letters that are too large for masks.
    func frame(
        of run: ShapedText.Run, of text: ShapedText, in file: FontFile, at line: Point
    ) throws(PaintingFailure) -> PixelRect? {
        let pixelsPerEm = run.size * deviceScale
        guard pixelsPerEm <= Self.maxMaskSize else { return nil }
        return try PaintingFailure.reading { () throws(FontFailure) in
            try GlyphMaskRun(
                text.glyphs(of: run), of: fontCache.font(file, pixelsPerEm: pixelsPerEm),
                at: Point(line.x + run.left, line.y), scale: deviceScale, offset: firstRow
            ).frame
        }
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
        try forEachEmoji(glyphs, of: run, in: file, at: origin) {
            bitmap, x, y throws(PaintingFailure) in
            try lay(bitmap, x: x, y: y, on: canvas)
        }
    }

    /// - Parameter body: receives a picture and its place on the surface.
    func forEachEmoji(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, in file: FontFile,
        at origin: Point, _ body: (Bitmap, Int, Int) throws(PaintingFailure) -> Void
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
            try body(stamp.bitmap, x + stamp.x, y + stamp.y - firstRow)
        }
    }

    /// `x` and `y` are on the surface.
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
    static let maxMaskSize = 400.0

    private func fill(
        _ rect: Rect, _ color: Color, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        guard isTurned else { return try paint(.rectangle(rect), color, on: canvas) }
        canvas.setSource(color)
        canvas.add(rect)
        canvas.fill()
    }

    /// In whole pixels, as rules are.
    func background(of run: ShapedText.Run, at line: Point) -> Rect {
        let frame = run.frame(at: line)
        let (left, top) = (pixel(frame.minX), pixel(frame.minY))
        return Rect(left, top, pixel(frame.maxX) - left, pixel(frame.maxY) - top)
    }

    /// The lines below and through a run. They are whole numbers of pixels thick, so that they are
    /// equally dark everywhere.
    func rules(of run: ShapedText.Run, at line: Point) -> [Rect] {
        var shares: [Double] = []
        if run.isUnderlined { shares.append(TextRule.underline) }
        if run.isStruck { shares.append(TextRule.strike) }
        let thickness =
            max(1, (run.size * TextRule.thickness * deviceScale).rounded()) / deviceScale
        let left = pixel(line.x + run.left)
        let width = pixel(line.x + run.left + run.width) - left
        return shares.map { share in
            Rect(left, pixel(line.y + share * run.size - thickness / 2), width, thickness)
        }
    }

    /// Rounds a position in points to the nearest boundary between two pixels of the surface.
    private func pixel(_ place: Double) -> Double {
        (place * deviceScale).rounded() / deviceScale
    }

    /// Of a taller layer, only the rows that the stripe shows are painted.
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
                surface, x: x, y: source.lowerBound * factor + Int(shift.y), opacity: layer.opacity,
                on: canvas
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
        lay(scaled, x: 0, y: target.lowerBound * factor, opacity: layer.opacity, on: canvas)
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
        _ surface: borrowing ImageSurface, x: Int, y: Int, opacity: Double,
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
