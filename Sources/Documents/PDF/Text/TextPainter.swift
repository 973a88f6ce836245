import Basics
import Fonts
import Graphics
import Scene

/// Draws shaped text so that it can be searched and copied.
final class TextPainter {
    private let fonts: DocumentFonts
    private let emoji: EmojiPainter
    /// Whether exact text must not contain private-use characters (ISO 19005-4, 6.2.10.8).
    private let hidesPrivateLetters: Bool

    init(fonts: DocumentFonts, hidesPrivateLetters: Bool = false, emoji: EmojiPainter) {
        self.hidesPrivateLetters = hidesPrivateLetters
        self.fonts = fonts
        self.emoji = emoji
    }

    /// Draws one run of a line that begins at a point on the baseline.
    func paint(
        _ run: ShapedText.Run, of text: ShapedText, _ bytes: [UInt8], at line: Point,
        language: String? = nil, in content: inout PageContent
    ) throws(PDFFault) {
        guard let file = fonts.fontFile(run.font) else { return }
        if let color = run.background, color.alpha > 0 {
            content.fill(.rectangle(run.frame(at: line)), color)
        }
        let glyphs = text.glyphs(of: run)
        let origin = Point(line.x + run.left, line.y)
        paintMissing(run, of: text, at: origin, in: &content)
        do throws(FontFailure) {
            if file.hasColorBitmaps {
                try emoji.paint(glyphs, of: run, in: file, at: origin, in: &content)
            }
            let font = try fonts.font(run.font, of: file, letters: glyphs.count)
            var shown = try GlyphRun(glyphs, of: run, saying: bytes, in: font, at: origin)
            shown.findTracking(text.tracking, size: run.size)
            if hidesPrivateLetters { shown.hidePrivateLetters() }
            // The text of a picture must be invisible.
            let color = file.hasColorBitmaps ? .clear : run.color
            content.show(shown, of: font, size: run.size, color: color, language: language)
        } catch {
            throw .font(error)
        }
        if run.isUnderlined { paintRule(below: TextRule.underline, run, at: origin, in: &content) }
        if run.isStruck { paintRule(below: TextRule.strike, run, at: origin, in: &content) }
    }

    /// Draws letters as outlines only, which cannot be searched or copied.
    func draw(
        _ text: ShapedText, at point: Point, in content: inout PageContent
    ) throws(PDFFault) {
        for line in text.lines {
            for run in text.runs(of: line) {
                guard let file = fonts.fontFile(run.font) else { continue }
                let glyphs = text.glyphs(of: run)
                let origin = Point(point.x + line.left + run.left, point.y + line.baseline)
                do throws(FontFailure) {
                    if file.hasColorBitmaps {
                        try emoji.paint(glyphs, of: run, in: file, at: origin, in: &content)
                    } else if run.color.alpha > 0 {
                        paintMissing(run, of: text, at: origin, in: &content)
                        content.fill(try outline(of: glyphs, file, run.size, at: origin), run.color)
                    }
                } catch {
                    throw .font(error)
                }
            }
        }
    }

    private func outline(
        of glyphs: ArraySlice<ShapedText.Glyph>, _ file: FontFile, _ size: Double, at origin: Point
    ) throws(FontFailure) -> Path {
        let face = try fonts.face(file)
        var whole = Path()
        for glyph in glyphs {
            let place = origin.offset(Double(glyph.x), Double(glyph.y))
            let path = try face.path(glyph.id).map {
                Point(place.x + $0.x * size / 1000, place.y + $0.y * size / 1000)
            }
            whole.elements += path.elements
        }
        return whole
    }

    /// Fills the boxes of missing glyphs. Their text is written as glyphs that draw nothing.
    private func paintMissing(
        _ run: ShapedText.Run, of text: ShapedText, at origin: Point,
        in content: inout PageContent
    ) {
        guard run.kind == .missing, run.color.alpha > 0 else { return }
        content.fill(text.missingLetters(of: run, at: origin), run.color)
    }

    private func paintRule(
        below share: Double, _ run: ShapedText.Run, at origin: Point,
        in content: inout PageContent
    ) {
        guard run.color.alpha > 0 else { return }
        let thickness = run.size * TextRule.thickness
        let rule = Rect(
            origin.x, origin.y + share * run.size - thickness / 2, run.width, thickness)
        content.fill(.rectangle(rule), run.color)
    }
}

/// The font's own pictures, each embedded once per document, with invisible letters as text.
final class EmojiPainter {
    private struct Key: Hashable {
        let font: FontID
        let glyph: UInt32
    }

    private struct Drawn {
        let picture: PDFReference
        let frame: Rect
    }

    private let emoji: EmojiPictures
    private let pictures: DocumentPictures
    private var drawn: [Key: Drawn] = [:]

    private let isGray: Bool

    init(_ emoji: EmojiPictures, pictures: DocumentPictures, isGray: Bool = false) {
        self.isGray = isGray
        self.emoji = emoji
        self.pictures = pictures
    }

    func paint(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, in file: FontFile,
        at origin: Point, in content: inout PageContent
    ) throws(FontFailure) {
        guard run.color.alpha > 0 else { return }
        for glyph in glyphs {
            guard let drawn = try picture(glyph.id, of: run.font, in: file) else { continue }
            let frame = Rect(
                origin.x + Double(glyph.x) + drawn.frame.minX * run.size,
                origin.y + Double(glyph.y) + drawn.frame.minY * run.size,
                drawn.frame.width * run.size, drawn.frame.height * run.size)
            if !frame.isEmpty { content.draw(drawn.picture, over: frame) }
        }
    }

    private func picture(
        _ glyph: UInt32, of font: FontID, in file: FontFile
    ) throws(FontFailure) -> Drawn? {
        let key = Key(font: font, glyph: glyph)
        if let known = drawn[key] { return known }
        guard let found = try emoji.emoji(glyph, of: font, in: file, isGray: isGray) else {
            return nil
        }
        let made = Drawn(picture: pictures.add(found.picture), frame: found.frame)
        drawn[key] = made
        return made
    }
}

/// Emoji in the form that documents embed, compressed once for all documents of a worker.
final class EmojiPictures {
    struct Emoji {
        let picture: DocumentPicture
        /// At a size of one point, relative to the origin on the baseline, with y pointing down.
        let frame: Rect
    }

    private struct Key: Hashable {
        let font: FontID
        let glyph: UInt32
        let isGray: Bool
    }

    /// The maximum number of pictures, about 5 KB each.
    private static let maxPictures = 512

    private let source = ColorGlyphs()
    private let zlib: Zlib
    private var known: [Key: Emoji] = [:]

    init?() {
        guard let zlib = Zlib(level: 9) else { return nil }
        self.zlib = zlib
    }

    /// Returns nil for a glyph without a picture.
    func emoji(
        _ glyph: UInt32, of font: FontID, in file: FontFile, isGray: Bool = false
    ) throws(FontFailure) -> Emoji? {
        let key = Key(font: font, glyph: glyph, isGray: isGray)
        if let emoji = known[key] { return emoji }
        guard let found = try source.glyph(glyph, of: file), let bitmap = Bitmap(emoji: found.png)
        else {
            return nil
        }
        let shown = isGray ? bitmap.inGray : bitmap
        let emoji = Emoji(picture: DocumentPicture(shown, with: zlib), frame: found.frame)
        if known.count >= Self.maxPictures { known.removeAll(keepingCapacity: true) }
        known[key] = emoji
        return emoji
    }
}

/// Letters that are part of a drawing, together with the shape right below them, such as initials
/// in a circle. They are written once per document and reused.
///
/// Their outlines are a kilobyte, and occur beside every group of messages.
final class LetteringForms {
    private struct Key: Hashable {
        let ground: Path?
        let color: Color?
        let place: Point
        let lines: [ShapedText.Line]
        let runs: [ShapedText.Run]
        let glyphs: [ShapedText.Glyph]
    }

    private let text: TextPainter
    private let file: PDFFile
    /// The forms by content; nil for content without ink.
    private var known: [Key: PDFReference?] = [:]

    init(_ text: TextPainter, in file: PDFFile) {
        self.text = text
        self.file = file
    }

    func draw(
        _ letters: ShapedText, at point: Point, on ground: (path: Path, color: Color)?,
        in content: inout PageContent
    ) throws(PDFFault) {
        let origin = ground?.path.bounds.origin ?? point
        // Positions are written in hundredths anyway; a finer remainder depends on the position on
        // the page.
        let path = ground?.path.map { Self.rounded($0, from: origin) }
        let place = Self.rounded(point, from: origin)
        let key = Key(
            ground: path, color: ground?.color, place: place, lines: letters.lines,
            runs: letters.runs, glyphs: letters.glyphs)
        let form: PDFReference?
        if let made = known[key] {
            form = made
        } else {
            form = try make(letters, at: place, on: path, ground?.color, in: content)
            known[key] = .some(form)
        }
        if let form { content.draw(form: form, at: origin) }
    }

    private func make(
        _ letters: ShapedText, at place: Point, on path: Path?, _ color: Color?,
        in content: PageContent
    ) throws(PDFFault) -> PDFReference? {
        var form = content.beginForm()
        if let path, let color { form.fill(path, color) }
        try text.draw(letters, at: place, in: &form)
        form.finishForm()
        guard let ink = form.ink else { return nil }
        return file.add(form, over: ink.inset(by: -1))
    }

    private static func rounded(_ point: Point, from origin: Point) -> Point {
        Point(
            ((point.x - origin.x) * 100).rounded() / 100,
            ((point.y - origin.y) * 100).rounded() / 100)
    }
}

extension PDFFile {
    /// Adds a drawing shared by several places (ISO 32000-1, 8.10).
    ///
    /// - Parameter isFace: an annotation's appearance; readers scale it to the rectangle (12.5.5).
    func add(_ form: PageContent, over box: Rect, isFace: Bool = false) -> PDFReference {
        addStream(form.markup.bytes, .recurring) { entries in
            entries.raw("/Type/XObject/Subtype/Form/BBox[")
            entries.point(box.minX, box.minY)
            entries.point(box.maxX, box.maxY)
            entries.raw("]")
            if isFace { entries.raw("/Matrix[1 0 0 -1 0 0]") }
            entries.raw("/Resources")
            form.resources.write(to: &entries)
        }
    }
}

extension [Node] {
    /// The shape in a plain color right below letters that are part of a drawing, if no side is
    /// longer than four times the letters' height.
    func ground(before index: Int) -> (path: Path, color: Color)? {
        guard indices.contains(index), index > startIndex,
            case .lettering(let letters, _) = self[index],
            case .shape(let path, .color(let color), nil) = self[index - 1], color.alpha > 0
        else { return nil }
        let bounds = path.bounds
        let most = 4 * letters.size.height
        return bounds.width <= most && bounds.height <= most ? (path, color) : nil
    }
}
