import Model
import Scene
import Themes

/// The card of a linked page: picture, site, title, description, host.
struct LinkCard {
    let look: CardLook
    let pictures: PictureTable

    func piece(_ link: LinkPreview) -> any Piece {
        // A preview in a bubble of its own fills that bubble.
        let bleeds =
            !look.theme.media.joinsText && look.theme.time.place != .inside
            && look.style.fill != .none && look.style.letsPicturesBleed
        let found = link.picture.flatMap { pictures.media($0) }
        let isLarge = found.map { LinkCard.isLarge($0.size) } ?? false
        let full = bleeds ? look.bubbleWidth : look.width
        let card = max(isLarge || bleeds ? min(full, look.theme.media.maxSize.width) : full, 1)
        let padding =
            bleeds
            ? look.style.padding : Insets(top: 7, left: 10, bottom: 8, right: 10)
        let picture = found.map {
            LinkPiece.Picture(id: $0.id, size: $0.size, isWhole: look.theme.media.isWhole)
        }
        let thumbnail = isLarge ? nil : picture
        let room = card - padding.horizontal - (thumbnail == nil ? 0 : LinkPiece.thumbnail + 10)
        let host = LinkCard.host(of: link.url)
        return LinkPiece(
            banner: isLarge ? picture : nil,
            bannerHeight: isLarge ? bannerHeight(found?.size ?? .zero, width: card) : 0,
            thumbnail: thumbnail, lines: lines(link, host: host, width: max(room, 24)),
            url: LinkCard.safe(link.url), ground: look.linkGround, padding: padding, minWidth: card,
            bleeds: bleeds, isMirrored: look.phrases.isRightToLeft,
            text: [look.phrases[.link] + ":", link.site, link.title, link.summary, link.url]
                .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " "))
    }

    private func lines(_ link: LinkPreview, host: String, width: Double) -> [ShapedText] {
        var lines: [ShapedText] = []
        if let site = link.site, !site.isEmpty, site.lowercased() != host.lowercased() {
            lines.append(look.small(site, color: look.accent, weight: 600, width: width))
        }
        if let title = link.title, !title.isEmpty {
            lines.append(look.title(title, lines: 2, width: width))
        }
        if let summary = link.summary, !summary.isEmpty {
            lines.append(look.small(summary, lines: 3, width: width))
        }
        lines.append(look.small(host, width: width))
        return lines
    }

    /// Wide pictures are placed above the text, small and tall ones beside it.
    static func isLarge(_ pixels: Size) -> Bool {
        pixels.width >= 300 && pixels.width >= pixels.height * 1.2
    }

    private func bannerHeight(_ pixels: Size, width: Double) -> Double {
        let natural = width * pixels.height / max(pixels.width, 1)
        return look.theme.media.isWhole ? natural : min(max(natural, width * 0.4), width * 0.7)
    }

    /// Returns the host of a URL: "example.com" of "https://www.example.com/a?b".
    static func host(of url: String) -> String {
        let url = url.shortened(toLines: 1)
        guard let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.split(separator: "@").last ?? authority
        return String(host.hasPrefix("www.") ? host.dropFirst(4) : host)
    }

    /// Returns the address only if it opens a page or a mail. A script behind a picture is an
    /// attack.
    static func safe(_ url: String) -> String? {
        guard url.utf8.count <= 8_192 else { return nil }
        let start = url.prefix(8).lowercased()
        return ["https://", "http://", "mailto:"].contains { start.hasPrefix($0) } ? url : nil
    }
}

/// The card of an app or a bot: its name, a title, text, a picture, and buttons below.
struct AppCard {
    let look: CardLook
    let pictures: PictureTable

    private var maxButtons: Int { look.isComplete ? .max : 20 }

    func pieces(_ attachment: Attachment) -> [any Piece] {
        let card = attachment.card ?? Card()
        let face = face(attachment, card)
        let buttons = card.buttons.filter { !$0.text.isEmpty }.prefix(maxButtons)
        guard !buttons.isEmpty else { return [face] }
        let width = min(face.size.width, look.width)
        return [
            face,
            ButtonsPiece(
                buttons: buttons.map { button in
                    ButtonsPiece.Button(
                        label: look.small(
                            button.text, color: look.accent, weight: 600,
                            width: max(width - ButtonsPiece.padding, 8)),
                        url: button.url.flatMap(LinkCard.safe))
                },
                width: width, line: look.faint, radius: look.radius),
        ]
    }

    private func face(_ attachment: Attachment, _ card: Card) -> LinkPiece {
        let found = attachment.media.flatMap { pictures.media($0) }
        let isLarge = found.map { LinkCard.isLarge($0.size) } ?? false
        let width = max(min(look.width, max(look.theme.media.maxSize.width, 200)), 1)
        let padding = Insets(top: 8, left: 10, bottom: 9, right: 10)
        let picture = found.map {
            LinkPiece.Picture(id: $0.id, size: $0.size, isWhole: look.theme.media.isWhole)
        }
        let thumbnail = isLarge ? nil : picture
        let room = width - padding.horizontal - (thumbnail == nil ? 0 : LinkPiece.thumbnail + 10)
        let size = found?.size ?? Size(2, 1)
        return LinkPiece(
            banner: isLarge ? picture : nil,
            bannerHeight: isLarge ? bannerHeight(size, width: width) : 0,
            thumbnail: thumbnail, lines: lines(attachment, card, width: max(room, 24)),
            url: card.url.flatMap(LinkCard.safe), ground: look.linkGround, padding: padding,
            minWidth: width, bleeds: false, isMirrored: look.phrases.isRightToLeft,
            text: words(attachment, card))
    }

    private func bannerHeight(_ pixels: Size, width: Double) -> Double {
        let natural = width * pixels.height / pixels.width
        return look.theme.media.isWhole ? natural : min(max(natural, width * 0.3), width * 0.7)
    }

    private func lines(_ attachment: Attachment, _ card: Card, width: Double) -> [ShapedText] {
        var lines: [ShapedText] = []
        if let app = attachment.name, !app.isEmpty {
            lines.append(look.small(app, color: look.accent, weight: 600, width: width))
        }
        if let title = attachment.title, !title.isEmpty {
            lines.append(look.title(title, lines: nil, width: width))
        }
        if let text = card.text, !text.isEmpty {
            lines.append(
                look.small(text, color: look.style.textColor, lines: nil, width: width))
        }
        if lines.isEmpty { lines.append(look.title(look.phrases[.app], width: width)) }
        return lines
    }

    private func words(_ attachment: Attachment, _ card: Card) -> String {
        let head = [attachment.name, attachment.title].compactMap { $0 }.filter { !$0.isEmpty }
        let buttons = card.buttons.prefix(maxButtons).map { "[" + $0.text + "]" }
        return
            ([look.phrases[.app] + (head.isEmpty ? "" : ": " + head.joined(separator: " · "))]
            + [card.text, attachment.alt].compactMap { $0 } + buttons)
            .asLines
    }
}

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
