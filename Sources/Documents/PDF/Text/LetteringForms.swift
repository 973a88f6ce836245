import Scene

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
    /// - Parameter isFace: whether the drawing is an annotation's appearance, which readers scale
    ///   to the annotation's rectangle (12.5.5).
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
