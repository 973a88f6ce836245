import Cairo
import Scene

/// Draws shaped text so that it can be searched and copied out of a document.
final class TextPainter {
    private let fontCache: FontCache
    private let fonts: any FontLookup
    private let emoji: EmojiPainter
    /// Where text of the present part opens which address.
    private var linked: [(url: String, frame: Rect)] = []

    init(fontCache: FontCache, fonts: any FontLookup, emoji: EmojiPainter) {
        self.fontCache = fontCache
        self.fonts = fonts
        self.emoji = emoji
    }

    func beginPart() { linked.removeAll(keepingCapacity: true) }

    func paint(
        _ text: ShapedText, at point: Point, isRead: Bool, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        let bytes = Array(text.text.utf8)
        for line in text.lines {
            let origin = Point(point.x + line.left, point.y + line.baseline)
            // In the order in which they are read, not in which they stand: so do readers find them.
            let runs = text.runs(of: line).sorted { $0.text.lowerBound < $1.text.lowerBound }
            for run in runs {
                if let link = run.link, isRead {
                    try paint(run, linkedBy: Int(link), of: text, bytes, at: origin, on: canvas)
                } else {
                    try paint(run, of: text, bytes, at: origin, on: canvas)
                }
            }
        }
    }

    /// Draws letters as mere outlines, which no search finds and no copy takes along.
    func draw(
        _ text: ShapedText, at point: Point, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        for line in text.lines {
            for run in text.runs(of: line) {
                guard let file = fonts.fontFile(run.font) else { continue }
                let glyphs = text.glyphs(of: run)
                let origin = Point(point.x + line.left + run.left, point.y + line.baseline)
                guard !file.hasColorBitmaps else {
                    try emoji.draw(glyphs, of: run, at: origin, on: canvas)
                    continue
                }
                let font = try fontCache.font(file, size: run.size, scale: 1)
                canvas.setSource(run.color)
                canvas.fillOutlines(of: glyphs, at: origin, font: font)
            }
        }
    }

    /// An area that opens an address, unless its text does already.
    func paintLink(
        to url: String, over rect: Rect, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        guard let address = LinkAddress.escaped(url),
            !linked.contains(where: { $0.url == address && $0.frame.intersects(rect) })
        else { return }
        canvas.link(address, over: rect) {}
    }

    private func paint(
        _ run: ShapedText.Run, linkedBy link: Int, of text: ShapedText, _ bytes: [UInt8],
        at line: Point, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        guard text.links.indices.contains(link),
            let address = LinkAddress.escaped(text.links[link])
        else { return try paint(run, of: text, bytes, at: line, on: canvas) }
        let frame = Rect(
            line.x + run.left, line.y - 0.96 * run.size, run.width, 1.22 * run.size)
        linked.append((address, frame))
        try canvas.link(address, over: frame) { () throws(CairoFailure) in
            try paint(run, of: text, bytes, at: line, on: canvas)
        }
    }

    private func paint(
        _ run: ShapedText.Run, of text: ShapedText, _ bytes: [UInt8], at line: Point,
        on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        guard let file = fonts.fontFile(run.font) else { return }
        if let color = run.background {
            canvas.setSource(color)
            canvas.add(
                Rect(line.x + run.left, line.y - 0.96 * run.size, run.width, 1.22 * run.size))
            canvas.fill()
        }
        let glyphs = text.glyphs(of: run)
        let origin = Point(line.x + run.left, line.y)
        let clusters = GlyphClusters(glyphs, run: run, of: bytes.span)
        if file.hasColorBitmaps {
            try emoji.paint(glyphs, of: run, clusters, at: origin, on: canvas)
        } else {
            let font = try fontCache.font(file, size: run.size, scale: 1)
            canvas.setSource(TextPainter.ink(of: run))
            canvas.show(
                glyphs, at: origin, font: font, text: clusters.text[...],
                clusters: clusters.clusters, isBackward: false)
        }
        if run.isUnderlined { paintRule(below: 0.115, run, at: origin, on: canvas) }
        if run.isStruck { paintRule(below: -0.27, run, at: origin, on: canvas) }
    }

    /// Cairo leaves out what has no colour at all, words and all; hidden ones must still be found, so
    /// they are drawn as faintly as can be on their own ground.
    private static func ink(of run: ShapedText.Run) -> Color {
        guard run.color.alpha == 0 else { return run.color }
        var faint = run.background ?? run.color
        faint.alpha = 1
        return faint
    }

    private func paintRule(
        below share: Double, _ run: ShapedText.Run, at origin: Point, on canvas: borrowing Canvas
    ) {
        let thickness = run.size / 15
        canvas.setSource(run.color)
        canvas.add(
            Rect(origin.x, origin.y + share * run.size - thickness / 2, run.width, thickness))
        canvas.fill()
    }
}
