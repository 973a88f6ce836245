import Scene

/// A link's preview. The whole card is clickable.
struct LinkPiece: Piece {
    struct Picture {
        let id: PictureID
        let size: Size
        /// Whether the picture must not be cropped.
        let isWhole: Bool

        func placed(in box: Rect, clip: Path? = nil) -> PlacedPicture {
            guard isWhole else { return PlacedPicture(id, frame: box, fit: .cover, clip: clip) }
            let scale = min(box.width / size.width, box.height / size.height)
            let shown = Size(size.width * scale, size.height * scale)
            let place = Rect(
                box.midX - shown.width / 2, box.midY - shown.height / 2, shown.width, shown.height)
            return PlacedPicture(id, frame: place, fit: .cover)
        }
    }

    /// The picture across the top.
    let banner: Picture?
    let bannerHeight: Double
    /// The picture beside the text.
    let thumbnail: Picture?
    let lines: [ShapedText]
    let url: String?
    let ground: CardGround
    let padding: Insets
    let minWidth: Double
    let bleeds: Bool
    let isMirrored: Bool
    let text: String

    static let thumbnail = 54.0

    private var linesHeight: Double { lines.reduce(0) { $0 + $1.size.height } }

    var size: Size {
        let words = max(linesHeight, thumbnail == nil ? 0 : LinkPiece.thumbnail)
        return Size(minWidth, bannerHeight + words + padding.vertical)
    }

    /// The offsets between lines of long texts, below the thumbnail.
    var breaks: [Double] {
        let top = bannerHeight + padding.top
        let stack = VerticalStack(lines.lazy.map(\.size.height))
        return zip(stack.tops, lines).flatMap { start, line in
            line.breaks.map { top + start + $0 }
        }.filter { thumbnail == nil || $0 > top + LinkPiece.thumbnail }
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let outline = clip ?? .rounded(frame, ground.radius)
        if clip == nil {
            drawing.add(ground.nodes(in: frame, isMirrored: isMirrored))
        } else {
            drawing.fill(outline, ground.fill)
        }
        if let banner {
            let place = Rect(frame.minX, frame.minY, frame.width, bannerHeight)
            let picture = Node.picture(banner.placed(in: place))
            drawing.add(banner.isWhole ? picture : .clipped(outline, [picture]))
        }
        var words = frame.inset(by: isMirrored ? padding.mirrored : padding)
        words = Rect(
            words.minX, words.minY + bannerHeight, words.width, words.height - bannerHeight)
        if let thumbnail {
            let side = LinkPiece.thumbnail
            let place = Rect(isMirrored ? words.minX : words.maxX - side, words.minY, side, side)
            drawing.add(.picture(thumbnail.placed(in: place, clip: .rounded(place, 6))))
            words = words.inset(
                by: Insets(
                    left: isMirrored ? side + 10 : 0, right: isMirrored ? 0 : side + 10))
        }
        var y = words.minY
        for line in lines {
            TextPiece(line, alignment: isMirrored ? .right : .start).draw(
                in: Rect(words.minX, y, words.width, line.size.height), clip: nil, on: &drawing)
            y += line.size.height
        }
        if let url { drawing.add(.link(frame, url: url)) }
    }
}
