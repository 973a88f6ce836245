import Basics
import Documents
import Graphics
import Layout
import Model
import Scene

/// The pictures of a page, each included once. Repeated pictures, and those of people and emoji,
/// are named classes in the style sheet. A photo is embedded at its message.
struct PagePictures {
    private let lookup: any PictureLookup
    private let conversation: Conversation
    private(set) var names: [MediaIndex: String] = [:]
    private(set) var emoji: [String: String] = [:]

    init(_ conversation: Conversation, _ lookup: any PictureLookup) {
        self.conversation = conversation
        self.lookup = lookup
        var counts: [MediaIndex: Int] = [:]
        var used: Set<String> = []
        for message in conversation.messages {
            for media in message.attachments.compactMap(\.media) { counts[media, default: 0] += 1 }
            guard !conversation.emoji.isEmpty else { continue }
            for block in message.body { Self.collectEmoji(in: block, &used) }
        }
        for (media, count) in counts where count > 1 { name(media) }
        // Only what the page shows: a filter may have removed the others' messages.
        for person in Set(conversation.messages.lazy.compactMap(\.from)) {
            conversation.participants[person].avatar.map { name($0) }
        }
        for emoji in conversation.emoji where used.contains(emoji.name) {
            name(emoji.media)
            self.emoji[emoji.name] = names[emoji.media]
        }
    }

    private static func collectEmoji(in block: TextBlock, _ used: inout Set<String>) {
        _ = block.mapTexts(
            rich: { rich in
                for case .customEmoji(let name) in rich.entities.lazy.map(\.kind) {
                    used.insert(name)
                }
                return rich
            }, plain: { $0 })
    }

    private mutating func name(_ media: MediaIndex) { names[media] = "x\(media)" }

    var styleBytes: Int {
        names.keys.reduce(0) { sum, media in
            sum
                + (conversation.media.indices.contains(media)
                    ? 2 * conversation.media[media].bytes.count : 0)
        }
    }

    func write(to style: inout [UInt8]) {
        for (media, name) in names.sorted(by: { $0.key < $1.key }) {
            guard let picture = lookup.viewerPicture(PictureID(media)) else { continue }
            style += ".\(name){background-image:url(data:".utf8
            style += "\(picture.type);base64,".utf8
            style += Base64.encode(picture.bytes)
            style += ");aspect-ratio:\(picture.size.width)/\(picture.size.height)}\n".utf8
        }
    }

    func holds(_ media: MediaIndex?) -> Bool {
        media.map { lookup.encoded(PictureID($0)) != nil } ?? false
    }

    /// Writes nothing if the picture cannot be read.
    func write(_ media: MediaIndex, alt: String, to page: inout PageMarkup) {
        if let name = names[media] {
            page.raw("<span role=\"img\" class=\"pic ")
            page.own(name)
            page.raw("\"")
            page.attribute("aria-label", alt)
            page.raw("></span>")
            return
        }
        guard let picture = lookup.viewerPicture(PictureID(media)) else { return }
        page.raw("<img loading=\"lazy\" decoding=\"async\" width=\"")
        page.own(String(picture.size.width))
        page.raw("\" height=\"")
        page.own(String(picture.size.height))
        page.raw("\"")
        page.attribute("alt", alt)
        page.raw(" src=\"data:")
        page.raw(picture.type)
        page.raw(";base64,")
        page.own(Base64.encode(picture.bytes))
        page.raw("\">")
    }
}
