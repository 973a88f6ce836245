import Scene

/// The mark before a card's lines.
struct LeadMark: Sendable {
    enum Kind: Sendable {
        case disc(Mark), square(Mark), glyph(Mark)
        case initials(ShapedText)
        /// A sheet of paper with the file's extension on it.
        case page(ShapedText?)
        case picture(PictureID)
    }

    let kind: Kind
    let fill: Color
    let ink: Color
    var side = 38.0

    var size: Size {
        switch kind {
        case .disc, .square, .glyph, .initials, .picture: Size(side, side)
        case .page: Size(side * 0.84, side)
        }
    }

    func nodes(at origin: Point) -> [Node] {
        let frame = Rect(origin.x, origin.y, size.width, size.height)
        let center = Point(frame.midX, frame.midY)
        switch kind {
        case .disc(let mark):
            return mark.disc(center: center, radius: side / 2, fill: fill, ink: ink)
        case .square(let mark):
            return [.fill(.rounded(frame, side * 0.18), fill)]
                + mark.nodes(in: frame.inset(by: side * 0.22), ink)
        case .glyph(let mark):
            return mark.nodes(in: frame, fill)
        case .initials(let text):
            let circle = Node.fill(.circle(center: center, radius: side / 2), fill)
            return [circle, centered(text, center)]
        case .picture(let picture):
            let clip = Path.rounded(frame, 6)
            return [.picture(PlacedPicture(picture, frame: frame, fit: .cover, clip: clip))]
        case .page(let words):
            return page(frame, words)
        }
    }

    private func centered(_ text: ShapedText, _ center: Point) -> Node {
        .lettering(text, at: Point(center.x - text.size.width / 2, center.y - text.size.height / 2))
    }

    private func page(_ frame: Rect, _ words: ShapedText?) -> [Node] {
        let fold = frame.width * 0.32
        let round = 3.0
        var sheet = Path()
        sheet.move(frame.minX + round, frame.minY)
        sheet.line(frame.maxX - fold, frame.minY)
        sheet.line(frame.maxX, frame.minY + fold)
        sheet.line(frame.maxX, frame.maxY - round)
        sheet.corner(frame.maxX, frame.maxY, dx: -round, dy: 0)
        sheet.line(frame.minX + round, frame.maxY)
        sheet.corner(frame.minX, frame.maxY, dx: 0, dy: -round)
        sheet.line(frame.minX, frame.minY + round)
        sheet.corner(frame.minX, frame.minY, dx: round, dy: 0)
        sheet.close()
        var corner = Path()
        corner.move(frame.maxX - fold, frame.minY)
        corner.line(frame.maxX, frame.minY + fold)
        corner.line(frame.maxX - fold + round, frame.minY + fold)
        corner.corner(frame.maxX - fold, frame.minY + fold, dx: 0, dy: -round)
        corner.close()
        let ground = Node.fill(sheet, fill)
        let shade = Node.fill(corner, ink.withAlpha(0.45))
        guard let words else {
            return [ground, shade] + lines(in: frame)
        }
        return [
            ground, shade, centered(words, Point(frame.midX, frame.minY + frame.height * 0.63)),
        ]
    }

    /// Lines of text, for a file of unknown type.
    private func lines(in frame: Rect) -> [Node] {
        [0.5, 0.64, 0.78].map { height in
            var path = Path()
            path.move(frame.minX + frame.width * 0.24, frame.minY + frame.height * height)
            path.line(frame.maxX - frame.width * 0.24, frame.minY + frame.height * height)
            return .stroke(path, Stroke(ink, width: 1.5, roundEnds: true))
        }
    }
}
