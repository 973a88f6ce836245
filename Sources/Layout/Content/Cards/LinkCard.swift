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
