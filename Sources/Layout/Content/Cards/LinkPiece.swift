import Model
import Scene
import Themes

/// The preview of a link, or the card of an app or a bot. The whole card is clickable.
struct LinkPiece: Piece {
    typealias Picture = (id: PictureID, size: Size)

    private let banner: Picture?
    let bannerHeight: Double
    let thumbnail: Picture?
    private let lines: [ShapedText]
    private let url: String?
    private let ground: CardGround
    private let padding: Insets
    private let minWidth: Double
    let bleeds: Bool
    private let isMirrored: Bool
    /// Whether pictures must not be cropped.
    private let isWhole: Bool
    let text: String

    private static let side = 54.0
    private static let gap = 10.0

    init(_ link: LinkPreview, _ look: CardLook) {
        // A preview in a bubble of its own fills that bubble.
        bleeds =
            !look.theme.media.joinsText && look.theme.time.place != .inside
            && look.style.fill != .none && look.style.letsPicturesBleed
        let found = link.picture.flatMap { look.pictures.media($0) }
        let isLarge = found.map { LinkPiece.isLarge($0.size) } ?? false
        let full = bleeds ? look.bubbleWidth : look.width
        minWidth = max(isLarge || bleeds ? min(full, look.theme.media.maxSize.width) : full, 1)
        padding = bleeds ? look.style.padding : Insets(top: 7, left: 10, bottom: 8, right: 10)
        banner = isLarge ? found : nil
        bannerHeight = look.bannerHeight(banner, width: minWidth, least: 0.4)
        thumbnail = isLarge ? nil : found
        lines = look.lines(of: link, width: LinkPiece.room(minWidth, padding, beside: thumbnail))
        url = LinkPiece.safe(link.url)
        ground = look.linkGround
        isMirrored = look.phrases.isRightToLeft
        isWhole = look.theme.media.isWhole
        text = [look.phrases[.link] + ":", link.site, link.title, link.summary, link.url]
            .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private init(_ attachment: Attachment, _ card: Card, look: CardLook, text: String) {
        let found = attachment.media.flatMap { look.pictures.media($0) }
        let isLarge = found.map { LinkPiece.isLarge($0.size) } ?? false
        bleeds = false
        minWidth = max(min(look.width, max(look.theme.media.maxSize.width, 200)), 1)
        padding = Insets(top: 8, left: 10, bottom: 9, right: 10)
        banner = isLarge ? found : nil
        bannerHeight = look.bannerHeight(banner, width: minWidth, least: 0.3)
        thumbnail = isLarge ? nil : found
        lines = look.lines(
            of: attachment, card, width: LinkPiece.room(minWidth, padding, beside: thumbnail))
        url = card.url.flatMap(LinkPiece.safe)
        ground = look.linkGround
        isMirrored = look.phrases.isRightToLeft
        isWhole = look.theme.media.isWhole
        self.text = text
    }

    static func pieces(ofApp attachment: Attachment, _ look: CardLook) -> [any Piece] {
        let card = attachment.card ?? Card()
        let maxButtons = look.isComplete ? Int.max : 20
        let head = [attachment.name, attachment.title].compactMap { $0 }.filter { !$0.isEmpty }
        let words =
            [look.phrases[.app] + (head.isEmpty ? "" : ": " + head.joined(separator: " · "))]
            + [card.text, attachment.alt].compactMap { $0 }
            + card.buttons.prefix(maxButtons).map { "[" + $0.text + "]" }
        let face = LinkPiece(attachment, card, look: look, text: words.asLines)
        let buttons = card.buttons.filter { !$0.text.isEmpty }.prefix(maxButtons)
        guard !buttons.isEmpty else { return [face] }
        let width = min(face.size.width, look.width)
        return [
            face,
            ButtonsPiece(
                buttons: buttons.map { button in
                    (
                        look.small(
                            button.text, color: look.accent, weight: 600,
                            width: max(width - ButtonsPiece.padding, 8)),
                        button.url.flatMap(safe)
                    )
                },
                width: width, line: look.faint, radius: look.radius),
        ]
    }

    private static func room(_ width: Double, _ padding: Insets, beside thumbnail: Picture?)
        -> Double
    {
        max(width - padding.horizontal - (thumbnail == nil ? 0 : side + gap), 24)
    }

    /// Wide pictures are placed above the text, small and tall ones beside it.
    private static func isLarge(_ pixels: Size) -> Bool {
        pixels.width >= 300 && pixels.width >= pixels.height * 1.2
    }

    /// "example.com" of "https://www.example.com/a?b".
    static func host(of url: String) -> String {
        let url = url.shortened(toLines: 1)
        guard let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.split(separator: "@").last ?? authority
        return String(host.hasPrefix("www.") ? host.dropFirst(4) : host)
    }

    /// Only an address that opens a page or a mail: a script behind a picture is an attack.
    static func safe(_ url: String) -> String? {
        guard url.utf8.count <= 8_192 else { return nil }
        let start = url.prefix(8).lowercased()
        return ["https://", "http://", "mailto:"].contains { start.hasPrefix($0) } ? url : nil
    }

    private var linesHeight: Double { lines.reduce(0) { $0 + $1.size.height } }

    var size: Size {
        let words = max(linesHeight, thumbnail == nil ? 0 : LinkPiece.side)
        return Size(minWidth, bannerHeight + words + padding.vertical)
    }

    /// The offsets between lines of long texts, below the thumbnail.
    var breaks: [Double] {
        let top = bannerHeight + padding.top
        let stack = VerticalStack(lines.lazy.map(\.size.height))
        return zip(stack.tops, lines).flatMap { start, line in
            line.breaks.map { top + start + $0 }
        }.filter { thumbnail == nil || $0 > top + LinkPiece.side }
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
            let picture = Node.picture(placed(banner, in: place))
            drawing.add(isWhole ? picture : .clipped(outline, [picture]))
        }
        var words = frame.inset(by: isMirrored ? padding.mirrored : padding)
        words = Rect(
            words.minX, words.minY + bannerHeight, words.width, words.height - bannerHeight)
        if let thumbnail {
            let side = LinkPiece.side
            let place = Rect(isMirrored ? words.minX : words.maxX - side, words.minY, side, side)
            drawing.add(
                .picture(placed(thumbnail, in: place, clip: .rounded(place, 6))))
            words = words.inset(
                by: Insets(
                    left: isMirrored ? side + LinkPiece.gap : 0,
                    right: isMirrored ? 0 : side + LinkPiece.gap))
        }
        var y = words.minY
        for line in lines {
            TextPiece(line, alignment: isMirrored ? .right : .start).draw(
                in: Rect(words.minX, y, words.width, line.size.height), clip: nil, on: &drawing)
            y += line.size.height
        }
        if let url { drawing.add(.link(frame, url: url)) }
    }

    private func placed(_ picture: Picture, in box: Rect, clip: Path? = nil) -> PlacedPicture {
        guard isWhole else { return PlacedPicture(picture.id, frame: box, fit: .cover, clip: clip) }
        let scale = min(box.width / picture.size.width, box.height / picture.size.height)
        let shown = Size(picture.size.width * scale, picture.size.height * scale)
        let place = Rect(
            box.midX - shown.width / 2, box.midY - shown.height / 2, shown.width, shown.height)
        return PlacedPicture(picture.id, frame: place, fit: .cover)
    }
}

extension CardLook {
    /// - Parameter least: the minimum height, as a fraction of the width.
    fileprivate func bannerHeight(
        _ banner: LinkPiece.Picture?, width: Double, least: Double
    ) -> Double {
        guard let pixels = banner?.size else { return 0 }
        let natural = width * pixels.height / max(pixels.width, 1)
        return theme.media.isWhole ? natural : min(max(natural, width * least), width * 0.7)
    }

    fileprivate func lines(of link: LinkPreview, width: Double) -> [ShapedText] {
        var lines: [ShapedText] = []
        let host = LinkPiece.host(of: link.url)
        if let site = link.site, !site.isEmpty, site.lowercased() != host.lowercased() {
            lines.append(small(site, color: accent, weight: 600, width: width))
        }
        if let title = link.title, !title.isEmpty {
            lines.append(self.title(title, lines: 2, width: width))
        }
        if let summary = link.summary, !summary.isEmpty {
            lines.append(small(summary, lines: 3, width: width))
        }
        return lines + [small(host, width: width)]
    }

    fileprivate func lines(
        of attachment: Attachment, _ card: Card, width: Double
    ) -> [ShapedText] {
        var lines: [ShapedText] = []
        if let app = attachment.name, !app.isEmpty {
            lines.append(small(app, color: accent, weight: 600, width: width))
        }
        if let title = attachment.title, !title.isEmpty {
            lines.append(self.title(title, lines: nil, width: width))
        }
        if let text = card.text, !text.isEmpty {
            lines.append(small(text, color: style.textColor, lines: nil, width: width))
        }
        return lines.isEmpty ? [title(phrases[.app], width: width)] : lines
    }
}
