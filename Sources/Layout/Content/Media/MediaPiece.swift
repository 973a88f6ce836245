import Model
import Scene
import Themes

/// A photo, a video or a GIF at the maximum size of the theme. Its corners follow the bubble's.
struct MediaPiece: Piece {
    let cell: MediaCell
    let size: Size
    /// The width up to which the picture grows with its bubble. In a wider bubble it is centered,
    /// with a margin on both sides.
    let widest: Double
    let beside: Color
    /// Whether the picture must not be cropped, not even by rounded corners.
    let isWhole: Bool

    /// The minimum width for text; narrower columns would be hard to read.
    private static let minTextWidth = 200.0

    var bleeds: Bool { true }
    var isOpaque: Bool { true }
    var text: String { cell.text }

    var wordsWidth: Double? {
        max(size.width, min(isWhole ? .infinity : widest, MediaPiece.minTextWidth))
    }

    func fitted(to width: Double) -> any Piece {
        let grown = min(width, widest)
        guard grown > size.width else { return self }
        return scaled(by: grown / size.width)
    }

    private func scaled(by factor: Double) -> MediaPiece {
        MediaPiece(
            cell: cell, size: Size(size.width * factor, size.height * factor), widest: widest,
            beside: beside, isWhole: isWhole)
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let outline = clip ?? .rectangle(frame)
        let spare = frame.width - size.width
        if isWhole {
            let place = Rect(frame.minX, frame.minY, size.width, size.height)
            drawing.add(cell.figure(in: place, outline: .rectangle(place)))
        } else if spare > 0.5 {
            let place = Rect(frame.minX + spare / 2, frame.minY, size.width, size.height)
            drawing.fill(outline, beside)
            let figure = cell.figure(in: place, outline: .rectangle(place))
            drawing.add(.clipped(outline, [figure]))
        } else {
            drawing.add(cell.figure(in: frame, outline: outline))
        }
        if let exhibit = cell.exhibit { drawing.add(exhibit.lead(over: frame)) }
    }
}

/// A picture or video, alone or in an album, with the marks over it.
struct MediaCell: Sendable {
    enum Ground: Sendable {
        case picture(PictureID)
        case film
        case missing(fill: Color, ink: Color, Mark)
    }

    let ground: Ground
    var plays = false
    var label: ShapedText?
    var name: ShapedText?
    let aspect: Double
    let alt: String
    let text: String
    /// The exhibit in which the attachment appears whole.
    var exhibit: Exhibited?

    func figure(in frame: Rect, outline: Path) -> Node {
        .figure(alt: alt, nodes(in: frame, outline: outline))
    }

    private func nodes(in frame: Rect, outline: Path) -> [Node] {
        var nodes = groundNodes(frame, outline)
        let center = Point(frame.midX, frame.midY)
        if plays {
            let radius = min(23, min(frame.width, frame.height) * 0.24)
            nodes += Mark.play.disc(
                center: center, radius: radius, fill: MediaCell.shade, ink: .white)
            if let name {
                let y = min(center.y + radius + 6, frame.maxY - name.size.height - 3)
                nodes.append(.text(name, at: Point(center.x - name.size.width / 2, y)))
            }
        }
        if let label { nodes += MediaCell.pill(label, in: frame) }
        return nodes
    }

    private func groundNodes(_ frame: Rect, _ outline: Path) -> [Node] {
        switch ground {
        case .picture(let picture):
            // The outline extends beyond the frame if the picture fills the bubble's tail.
            let whole = frame.union(outline.bounds)
            return [.picture(PlacedPicture(picture, frame: whole, fit: .cover, clip: outline))]
        case .film:
            let gradient = LinearGradient(
                from: Point(frame.minX, frame.minY), to: Point(frame.minX, frame.maxY),
                stops: [
                    LinearGradient.Stop(0, Color(70, 73, 82)),
                    LinearGradient.Stop(1, Color(33, 35, 41)),
                ])
            return [.shape(outline, fill: .linear(gradient), stroke: nil)]
        case .missing(let fill, let ink, let mark):
            let side = min(28, min(frame.width, frame.height) * 0.4)
            let place = Rect(frame.midX - side / 2, frame.midY - side / 2, side, side)
            return [.fill(outline, fill)] + mark.nodes(in: place, ink)
        }
    }

    static let shade = TimeMark.shade

    /// A dark pill with white text at the top left, away from the time.
    static func pill(_ words: ShapedText, in frame: Rect) -> [Node] {
        let size = Size(words.size.width + 13, words.size.height + 4)
        let inset = 7.0
        guard size.width + 2 * inset <= frame.width, size.height + 2 * inset <= frame.height else {
            return []
        }
        let pill = Rect(frame.minX + inset, frame.minY + inset, size.width, size.height)
        return [
            .fill(.rounded(pill, pill.height / 2), shade),
            .text(words, at: Point(pill.minX + 6.5, pill.minY + 2)),
        ]
    }
}

/// Turns photos, videos and GIFs into cells, with or without the picture's bytes.
struct MediaCells {
    let composer: MessageComposer
    let look: CardLook

    private var phrases: Phrases { composer.layout.phrases }

    func picture(_ attachment: Attachment) -> (id: PictureID, size: Size)? {
        attachment.media.flatMap { composer.layout.pictures.media($0) }
    }

    func cell(_ attachment: Attachment) -> MediaCell? {
        guard let (id, pixels) = picture(attachment) else { return nil }
        let words = AttachmentWords(phrases)
        return MediaCell(
            ground: .picture(id), label: attachment.kind == .gif ? pill("GIF") : nil,
            aspect: pixels.width / pixels.height, alt: words.alt(attachment),
            text: words.reading(attachment),
            exhibit: attachment.media.flatMap { composer.layout.exhibits[$0] })
    }

    func piece(_ cell: MediaCell, _ attachment: Attachment) -> MediaPiece {
        piece(named(cell, attachment, width: size(attachment).width), size(attachment))
    }

    /// For the caller's own map or another picture that is not an attachment.
    func piece(_ cell: MediaCell, _ size: Size) -> MediaPiece {
        MediaPiece(
            cell: cell, size: size, widest: sizes.widest(size), beside: look.faint,
            isWhole: sizes.style.isWhole)
    }

    /// Adds the name to a video without a poster picture, because nothing else identifies it.
    func named(_ cell: MediaCell, _ attachment: Attachment, width: Double) -> MediaCell {
        guard case .film = cell.ground, let name = attachment.name ?? attachment.title,
            !name.isEmpty
        else { return cell }
        var cell = cell
        let cut = MiddleCut(maxLines: 1, width: max(width - 20, 1)) { name, _ in
            look.mark(name, color: .white, size: 12, width: 100_000)
        }
        cell.name = cut.shaped(name)
        return cell
    }

    var sizes: MediaSize { MediaSize(style: composer.media, maxWidth: composer.mediaWidth) }

    func film(_ attachment: Attachment) -> MediaCell {
        let found = picture(attachment)
        let words = AttachmentWords(phrases)
        let size = size(attachment)
        return MediaCell(
            ground: found.map { .picture($0.id) } ?? .film, plays: true,
            label: attachment.duration.flatMap { pill(phrases.clock($0)) },
            aspect: size.width / size.height, alt: words.alt(attachment),
            text: words.reading(attachment))
    }

    /// Also a cell for missing media, which keep their place in an album.
    func cellOrMissing(_ attachment: Attachment) -> MediaCell {
        let isGone = attachment.missing != nil && attachment.media == nil
        if attachment.kind == .video, !isGone { return film(attachment) }
        if let cell = cell(attachment) { return cell }
        let words = AttachmentWords(phrases)
        return MediaCell(
            ground: .missing(
                fill: look.faint, ink: look.style.secondaryColor,
                attachment.kind == .video ? .film : .photo),
            aspect: 1, alt: words.missing(attachment), text: words.missing(attachment))
    }

    func size(_ attachment: Attachment) -> Size {
        guard let (_, pixels) = picture(attachment) else {
            return sizes.size(ofFilm: attachment.width, attachment.height)
        }
        return sizes.size(ofPixels: pixels)
    }

    func pill(_ words: String) -> ShapedText {
        look.mark(words, color: .white, size: 11, width: 90)
    }
}

struct MediaSize {
    let style: MediaStyle
    let maxWidth: Double

    private var most: Size {
        Size(max(min(style.maxSize.width, maxWidth), 1), style.maxSize.height)
    }

    func size(ofPixels pixels: Size) -> Size {
        let (most, least) = (self.most, style.minSize)
        let natural = Size(max(pixels.width, 1) / 2, max(pixels.height, 1) / 2)
        let shrink = min(1, most.width / natural.width, most.height / natural.height)
        let grow = max(
            1, least.width / (natural.width * shrink), least.height / (natural.height * shrink))
        if style.isWhole {
            let factor = min(
                shrink * grow, most.width / natural.width, most.height / natural.height)
            return Size(natural.width * factor, natural.height * factor)
        }
        let fitted = Size(natural.width * shrink * grow, natural.height * shrink * grow)
        return Size(
            min(max(fitted.width, least.width), most.width),
            min(max(fitted.height, least.height), most.height))
    }

    /// The size of a video without a poster, by its stated dimensions; 16:9 if there are none.
    func size(ofFilm width: Double?, _ height: Double?) -> Size {
        guard let width, let height, width >= 1, height >= 1, width < 1e6, height < 1e6 else {
            return Size(most.width, min(most.width * 9 / 16, most.height))
        }
        return size(ofPixels: Size(width, height))
    }

    /// The maximum width of a picture whose bubble is widened by text. The picture may then be up
    /// to a quarter taller than the theme's maximum.
    func widest(_ size: Size) -> Double {
        guard !style.isWhole else { return size.width }
        return max(
            size.width, min(maxWidth, size.width * style.maxSize.height * 1.25 / size.height))
    }

    /// The width of a map, an album or a link's picture.
    var wide: Double { most.width }
}

/// An uncropped picture directly on the canvas.
struct StickerPiece: Piece {
    let picture: PictureID
    let size: Size
    let side: Side
    let alt: String
    let text: String
    let exhibit: Exhibited?

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let x = side == .left ? frame.minX : frame.maxX - size.width
        let place = Rect(x, frame.minY, size.width, size.height)
        drawing.add(
            .figure(alt: alt, [.picture(PlacedPicture(picture, frame: place, fit: .cover))]))
        if let exhibit { drawing.add(exhibit.lead(over: place)) }
    }

    /// In the picture's proportions. Each side is at least one point.
    static func size(ofPixels pixels: Size, side: Double) -> Size {
        let scale = side / max(pixels.width, pixels.height, 1)
        return Size(max(pixels.width * scale, 1), max(pixels.height * scale, 1))
    }
}

/// A short video in a circle, directly on the canvas.
struct VideoNotePiece: Piece {
    let cell: MediaCell
    let diameter: Double
    let side: Side
    let duration: ShapedText?

    var size: Size { Size(diameter, diameter) }
    var text: String { cell.text }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let x = side == .left ? frame.minX : frame.maxX - diameter
        let place = Rect(x, frame.minY, diameter, diameter)
        let circle = Path.circle(center: Point(place.midX, place.midY), radius: diameter / 2)
        drawing.add(cell.figure(in: place, outline: circle))
        guard let duration else { return }
        let size = Size(duration.size.width + 13, duration.size.height + 4)
        let pill = Rect(
            place.midX - size.width / 2, place.minY + diameter * 0.8 - size.height / 2,
            size.width, size.height)
        drawing.fill(.rounded(pill, pill.height / 2), MediaCell.shade)
        drawing.label(duration, at: Point(pill.minX + 6.5, pill.minY + 2))
    }
}
