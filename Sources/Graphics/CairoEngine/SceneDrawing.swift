import Scene

/// Draws a scene only with cairo: every shape, letter and picture goes through its context, on any
/// surface.
///
/// It takes no shortcuts on purpose. The stripe painter and the document writers are fast because
/// of theirs; this drawing is the reference that they are compared with.
final class SceneDrawing {
    enum Ground: Equatable {
        /// Pixels, with this many per point.
        case pixels(Double)
        case document
    }

    let ground: Ground
    let pictures: any PictureLookup
    private let files: any FontLookup
    private var fonts: [FontID: TextFont] = [:]

    init(on ground: Ground, fonts: any FontLookup, pictures: any PictureLookup) {
        self.ground = ground
        files = fonts
        self.pictures = pictures
    }

    func draw(_ nodes: [Node], on canvas: borrowing Canvas) throws(CairoFailure) {
        for node in nodes {
            switch node {
            case .shape(let path, let fill, let stroke):
                draw(path, fill: fill, stroke: stroke, on: canvas)
            case .text(let text, let point): try draw(text, at: point, isRead: true, on: canvas)
            case .lettering(let text, let point):
                try draw(text, at: point, isRead: false, on: canvas)
            case .picture(let picture): try draw(picture, on: canvas)
            case .link(let area, let url): link(area, to: url, on: canvas)
            case .jump, .anchor, .spoken: break
            case .figure(_, let nodes), .part(_, let nodes): try draw(nodes, on: canvas)
            case .layer(let layer, let nodes):
                try canvas.saved { () throws(CairoFailure) in
                    canvas.translate(layer.shift.x, layer.shift.y)
                    canvas.scale(layer.scale, layer.scale)
                    try canvas.group(opacity: layer.opacity) { () throws(CairoFailure) in
                        try draw(nodes, on: canvas)
                    }
                }
            case .clipped(let path, let nodes):
                try canvas.saved { () throws(CairoFailure) in
                    canvas.add(path)
                    canvas.clip()
                    try draw(nodes, on: canvas)
                }
            }
        }
    }

    private func draw(
        _ path: Path, fill: Paint?, stroke: Stroke?, on canvas: borrowing Canvas
    ) {
        switch fill {
        case .color(let color)?: canvas.setSource(color)
        case .linear(let gradient)?: canvas.setSource(gradient)
        case nil: break
        }
        if fill != nil {
            canvas.add(path)
            canvas.fill()
        }
        guard let stroke else { return }
        canvas.add(path)
        canvas.stroke(stroke)
    }

    func link(_ area: Rect, to url: String, on canvas: borrowing Canvas) {
        guard ground == .document, let address = LinkAddress.escaped(url) else { return }
        canvas.link(area, to: address)
    }

    func font(_ id: FontID) throws(CairoFailure) -> (font: TextFont, file: FontFile)? {
        guard let file = files.fontFile(id) else { return nil }
        if let known = fonts[id] { return (known, file) }
        let made = try TextFont(file)
        fonts[id] = made
        return (made, file)
    }

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

    /// In pixels, the thickness is a whole number, so that it is equally dark everywhere.
    private func drawRule(
        below share: Double, _ run: ShapedText.Run, at line: Point, on canvas: borrowing Canvas
    ) {
        var thickness = run.size * TextRule.thickness
        if case .pixels(let scale) = ground {
            thickness = max(1, (thickness * scale).rounded()) / scale
        }
        let top = onGrid(line.y + share * run.size - thickness / 2)
        let left = onGrid(line.x + run.left)
        canvas.setSource(run.color)
        canvas.add(
            Rect(left, top, onGrid(line.x + run.left + run.width) - left, thickness))
        canvas.fill()
    }

    /// Rounds a position to the nearest boundary between two pixels, if there are pixels.
    private func onGrid(_ place: Double) -> Double {
        guard case .pixels(let scale) = ground else { return place }
        return (place * scale).rounded() / scale
    }

    func draw(_ picture: PlacedPicture, on canvas: borrowing Canvas) throws(CairoFailure) {
        guard !picture.frame.isEmpty, let bitmap = pictures.bitmap(picture.id, covering: nil)
        else { return }
        let tint = picture.tint
        let jpeg = ground == .document && tint == nil ? jpeg(picture.id) : nil
        let frame = onPixels(picture)
        let size = Size(Double(bitmap.width), Double(bitmap.height))
        try canvas.saved { () throws(CairoFailure) in
            if let clip = picture.clip {
                canvas.add(clip)
                canvas.clip()
            }
            canvas.add(frame)
            canvas.clip()
            if picture.isMirrored {
                canvas.translate(2 * frame.midX, 0)
                canvas.scale(-1, 1)
            }
            switch picture.fit {
            case .stretch: try lay(bitmap, jpeg: jpeg, tint: tint, over: frame, on: canvas)
            case .cover:
                let scale = max(frame.width / size.width, frame.height / size.height)
                let room = Size(size.width * scale, size.height * scale)
                let whole = Rect(
                    frame.midX - room.width / 2, frame.midY - room.height / 2, room.width,
                    room.height)
                try lay(bitmap, jpeg: jpeg, tint: tint, over: whole, on: canvas)
            case .tile(let density):
                let tile = Rect(
                    frame.minX, frame.minY, size.width / density, size.height / density)
                try lay(bitmap, jpeg: jpeg, tint: tint, over: tile, extent: .tiles, on: canvas)
            case .slices(let caps, let density):
                let slices = NineSlices(of: size, caps: caps, pixelsPerPoint: density, in: frame)
                for slice in slices.all { try lay(slice, of: bitmap, tint, on: canvas) }
            }
        }
    }

    /// Draws a slice as a picture of its own. Viewers of documents would enlarge a clipped picture
    /// as a whole, to thousands of rows if one row is stretched.
    private func lay(
        _ slice: NineSlices.Slice, of bitmap: Bitmap, _ tint: Color?, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        try canvas.saved { () throws(CairoFailure) in
            canvas.add(slice.target)
            canvas.clip()
            try lay(
                bitmap.part(slice.source), jpeg: nil, tint: tint, over: slice.target, on: canvas)
        }
    }

    private func lay(
        _ bitmap: Bitmap, jpeg: [UInt8]?, tint: Color?, over frame: Rect,
        extent: Canvas.Extent = .edge, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        let isMaskOfDocument = ground == .document && tint != nil
        try canvas.withImage(isMaskOfDocument ? bitmap.withPartialCoverage : bitmap) { image in
            if let jpeg { image.attach(jpeg: jpeg) }
            guard let tint else {
                canvas.setSource(image, in: frame, extent: extent)
                return canvas.paint()
            }
            canvas.setSource(tint)
            canvas.mask(image, in: frame, extent: extent)
        }
    }

    /// Under a clip, every pixel that the clip's antialiased edge touches is covered.
    private func onPixels(_ picture: PlacedPicture) -> Rect {
        guard case .pixels(let scale) = ground else { return picture.frame }
        let frame = picture.frame
        func low(_ place: Double) -> Double {
            let place = place * scale
            return (picture.clip == nil ? place.rounded() : place.rounded(.down)) / scale
        }
        func high(_ place: Double) -> Double {
            let place = place * scale
            return (picture.clip == nil ? place.rounded() : place.rounded(.up)) / scale
        }
        let (left, top) = (low(frame.minX), low(frame.minY))
        return Rect(left, top, high(frame.maxX) - left, high(frame.maxY) - top)
    }

    private func jpeg(_ id: PictureID) -> [UInt8]? {
        guard !pictures.isGray, let file = pictures.encoded(id), file.facts.format == .jpeg,
            file.facts.orientation == .up, !file.facts.isCMYK
        else { return nil }
        return file.withoutDisclosure
    }
}

/// Corners of fixed size, edges that stretch along one axis, a middle that stretches along both.
private struct NineSlices {
    struct Slice {
        /// The area in the picture's pixels.
        let source: Rect
        /// The area in the drawing.
        let target: Rect
    }

    let all: [Slice]

    init(of size: Size, caps: Insets, pixelsPerPoint: Double, in frame: Rect) {
        let columns = Self.cuts(
            caps.left, caps.right, length: size.width, pixelsPerPoint: pixelsPerPoint,
            from: frame.minX,
            room: frame.width)
        let rows = Self.cuts(
            caps.top, caps.bottom, length: size.height, pixelsPerPoint: pixelsPerPoint,
            from: frame.minY,
            room: frame.height)
        var all: [Slice] = []
        for row in rows {
            for column in columns {
                all.append(
                    Slice(
                        source: Rect(
                            column.source.lowerBound, row.source.lowerBound,
                            column.source.upperBound - column.source.lowerBound,
                            row.source.upperBound - row.source.lowerBound),
                        target: Rect(
                            column.target.lowerBound, row.target.lowerBound,
                            column.target.upperBound - column.target.lowerBound,
                            row.target.upperBound - row.target.lowerBound)))
            }
        }
        self.all = all.filter { !$0.target.isEmpty && !$0.source.isEmpty }
    }

    /// Caps that do not fit are scaled down together; a middle without pixels repeats the pixel
    /// beside the seam.
    private static func cuts(
        _ low: Double, _ high: Double, length: Double, pixelsPerPoint: Double,
        from start: Double, room: Double
    ) -> [(source: Range<Double>, target: Range<Double>)] {
        let first = min((low * pixelsPerPoint).rounded(), length)
        let last = min((high * pixelsPerPoint).rounded(), length - first)
        let shrink = min(1, room / max(low + high, 1e-9))
        let (near, far) = (low * shrink, high * shrink)
        let seam = min(first, length - 1)
        return [
            (0..<first, start..<start + near),
            (seam..<max(length - last, seam + 1), start + near..<start + room - far),
            (length - last..<length, start + room - far..<start + room),
        ]
    }
}
