import Basics
import Model

/// Element's HTML pages of a room, `messages.html` and its continuations, oldest message first.
struct MatrixPage {
    private let file: String
    /// The text of the last date separator.
    private var day = ""
    /// The sender of the last message. Messages that continue a run have no name.
    private var sender: Record.Person?

    private static let names = [
        "mx_DisambiguatedProfile_displayName", "mx_SenderProfile_displayName",
    ]
    private static let maxTitle = 1000

    static func number(of path: String) -> Int? { Path.pageNumber(path, after: "messages") }

    /// Claims the numbered pages in the folder of each page, or the page itself.
    static func claim(_ probe: Probe) -> Claim? {
        guard let claim = probe.claims({ $0.has("matrix page") }) else { return nil }
        guard probe.isArchive else { return claim }
        let folders = Set(claim.files.map(Path.folder))
        let pages = probe.names.filter {
            number(of: $0) != nil && folders.contains(Path.folder($0))
        }
        return Claim(.certain, pages + claim.files.filter { number(of: $0) == nil })
    }

    /// The numbered pages of a folder are one room.
    static func read(_ files: [String], _ builder: inout ConversationBuilder) throws(ImportError) {
        let rooms = Dictionary(grouping: files) { number(of: $0) == nil ? $0 : Path.folder($0) }
            .sorted { $0.key < $1.key }
        let names = rooms.map { place, files in
            let head = builder.sources.head(of: files.min() ?? "", count: Probe.wholeLength)
            return ChatName(id: place, name: title(of: head) ?? Path.stem(place))
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            let room = rooms[index].value
            for file in room.sorted(by: { number(of: $0) ?? 0 < number(of: $1) ?? 0 }) {
                let bytes = try builder.sources.decoded(file)
                if builder.conversation.title == nil {
                    builder.conversation.title = title(of: bytes)
                }
                var page = MatrixPage(file: file)
                try builder.forEachElement(of: bytes, through: ["div", "ol"]) {
                    element, builder throws(ImportError) in
                    try page.look(at: element, &builder)
                }
            }
            builder.warn(untimed: "message")
        }
    }

    /// Returns the room's name from an attribute in the header.
    private static func title(of bytes: [UInt8]) -> String? {
        guard let place = bytes.span.offset(of: Array("RoomHeader_nametext\"".utf8)),
            let open = bytes.span.offset(of: Array("title=\"".utf8), from: place),
            let close = bytes.span.offset(of: Array("\"".utf8), from: open + 7),
            close - place < maxTitle
        else { return nil }
        let title = CleanText.line(Entities.decode(Array(bytes[(open + 7)..<close])))
        return title.nonEmpty
    }

    private mutating func look(
        at element: HTMLElement, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let heading =
            element.first("mx_DateSeparator_dateHeading") ?? element.first("mx_DateSeparator")
        if let heading {
            day = HTMLText.line(heading) ?? day
        } else if element.has("mx_EventTile") {
            let record = record(element, &builder.clock)
            try builder.add(record, document: file)
        }
    }

    private mutating func record(_ tile: HTMLElement, _ clock: inout Clock) -> Record {
        let at = PageTime.moment(
            day + " " + (HTMLText.line(tile.first("mx_MessageTimestamp")) ?? ""), &clock)
        var record = Record(tile["data-event-id"], at: at)
        let line = (tile.first("mx_EventTile_line") ?? tile).removing(classes: [
            "mx_MessageTimestamp", "mx_ReplyChain_Export", "mx_EventTile_edited",
        ])
        guard !tile.has("mx_EventTile_info") else {
            record.becomeNotice(.notice, text: HTMLText.line(line) ?? "")
            record.isShown = !record.isEmpty
            return record
        }
        record.sender = person(tile)
        if let anchor = tile.first("mx_reply_anchor") {
            let link = anchor["href"].map { String($0.drop { $0 == "#" }) }
            record.message.details.replyTo = Reply(id: anchor["data-scroll-to"] ?? link)
        }
        if tile.first("mx_EventTile_edited") != nil { record.message.details.edited = Edited() }
        if tile.first("mx_RedactedBody") != nil {
            record.message.details.deleted = Deleted()
        } else {
            fill(line, &record)
        }
        record.message.details.reactions = Self.reactions(tile)
        return record
    }

    private mutating func person(_ tile: HTMLElement) -> Record.Person {
        let name = Self.names.lazy.compactMap { HTMLText.line(tile.first($0)) }.first
        let title = tile.first("mx_BaseAvatar")?["title"] ?? ""
        let id =
            HTMLText.line(tile.first("mx_DisambiguatedProfile_mxid"))
            ?? (title.hasPrefix("@") ? title : nil)
        if name == nil, id == nil, let sender { return sender }
        let person = Record.Person(
            key: id ?? name ?? "Unknown", name: name ?? id ?? "Unknown", handle: id,
            isMe: tile["data-self"] == "true")
        sender = person
        return person
    }

    private func fill(_ line: HTMLElement, _ record: inout Record) {
        let kinds: [String: Attachment.Kind] = [
            "mx_MImageBody": .image, "mx_MStickerBody": .sticker, "mx_MVideoBody": .video,
            "mx_MAudioBody": .audio, "mx_MVoiceMessageBody": .voice, "mx_MFileBody": .file,
        ]
        let media = kinds.compactMap { name, kind in line.first(name).map { ($0, kind) } }.first
        if let (element, kind) = media {
            let addresses = ["img", "video", "audio", "a"].lazy.compactMap { tag in
                element.first(tag: tag).flatMap { $0["src"] ?? $0["href"] }
            }
            let path = addresses.first ?? ""
            var file = RecordFile(kind, at: .beside(path))
            file.attachment.name = path.isEmpty ? HTMLText.line(element) : Path.lastName(path)
            record.files = [file]
        } else if let emote = line.first("mx_MEmoteBody") {
            let words = (HTMLText.line(emote) ?? "").drop { $0 == "*" || $0 == " " }
            let text = String(words)
            record.message.body = Body.marked(
                text, [TextMark(0..<text.utf8.count, .entity(.italic))])
        } else {
            let body = line.first("mx_EventTile_body") ?? line.first("mx_EventTile_content") ?? line
            record.message.body = AnswerPage.blocks(body) { element in
                element.has("mx_Emoji") ? element["alt"] ?? element.text : nil
            }
        }
    }

    private static func reactions(_ tile: HTMLElement) -> [Reaction] {
        tile.all("mx_ReactionsRowButton").prefix(100).compactMap { button in
            guard let emoji = HTMLText.line(button.first("mx_ReactionsRowButton_content")) else {
                return nil
            }
            let count = HTMLText.line(button.first("mx_ReactionsRowButton_count"))
            var reaction = Reaction(emoji: emoji, stated: count)
            reaction.isMine = button.has("mx_ReactionsRowButton_selected")
            return reaction
        }
    }
}
