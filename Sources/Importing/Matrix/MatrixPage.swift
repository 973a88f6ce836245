import Conversation
import Markup
import Resources

/// Element's HTML pages of a room, `messages.html` and its continuations, oldest message first.
struct MatrixPage {
    private let file: String
    /// The text of the last date separator.
    private var day = ""
    /// The sender of the last message. Messages that continue a run have no name.
    private var sender: ParticipantIndex?
    private var badTimes = 0

    private static let names = [
        "mx_DisambiguatedProfile_displayName", "mx_SenderProfile_displayName",
    ]
    private static let maxTitle = 1000

    static func isOne(_ file: Probe.File) -> Bool {
        file.begins(with: "<") && file.contains("mx_RoomView_MessageList")
            && file.contains("mx_EventTile")
    }

    /// Returns the number in the name of a page, 1 for `messages.html`, or nil for other files.
    static func number(of path: String) -> Int? {
        let name = Path.lastName(path)
        guard name.hasPrefix("messages"), name.hasSuffix(".html") else { return nil }
        let digits = name.dropFirst(8).dropLast(5)
        return digits.isEmpty ? 1 : Int(digits)
    }

    static func read(
        _ files: [String], _ sources: inout ExportFiles, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var badTimes = 0
        for file in files {
            let bytes = TextFile.decode(try sources.document(file)).bytes
            if builder.conversation.title == nil {
                builder.conversation.title = title(of: bytes)
            }
            var page = MatrixPage(file: file)
            var reader = HTMLReader(bytes, through: ["div", "ol"])
            while let element = reader.next() {
                guard sources.budget.mayContinue else { throw .stopped }
                try page.look(at: element, &builder, &sources)
            }
            badTimes += page.badTimes
        }
        if badTimes > 0 {
            let messages = WarningText.count(badTimes, "message")
            builder.warn(.badTime, "\(messages) with a time in an unknown format")
        }
    }

    private init(file: String) { self.file = file }

    /// Returns the room's name from an attribute in the header.
    private static func title(of bytes: [UInt8]) -> String? {
        guard let place = bytes.span.offset(of: Array("RoomHeader_nametext\"".utf8)),
            let open = bytes.span.offset(of: Array("title=\"".utf8), from: place),
            let close = bytes.span.offset(of: Array("\"".utf8), from: open + 7),
            close - place < maxTitle
        else { return nil }
        let title = CleanText.line(Entities.decode(Array(bytes[(open + 7)..<close])))
        return title.isEmpty ? nil : title
    }

    private mutating func look(
        at element: HTMLElement, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let heading =
            element.first("mx_DateSeparator_dateHeading") ?? element.first("mx_DateSeparator")
        if let heading {
            day = HTMLText.line(heading) ?? day
        } else if element.has("mx_EventTile") {
            try add(element, &builder, &sources)
        }
    }

    private mutating func add(
        _ tile: HTMLElement, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let clock = HTMLText.line(tile.first("mx_MessageTimestamp")) ?? ""
        let at = PageTime.moment(day + " " + clock, &builder.clock)
        if at == nil { badTimes += 1 }
        var message = builder.message(at: at)
        message.id = tile["data-event-id"]
        let line = (tile.first("mx_EventTile_line") ?? tile).removing(classes: [
            "mx_MessageTimestamp", "mx_ReplyChain_Export", "mx_EventTile_edited",
        ])
        guard !tile.has("mx_EventTile_info") else {
            message.kind = .system
            message.details.system = SystemEvent(.notice)
            message.body = Body.plain(HTMLText.line(line) ?? "")
            if !message.body.isEmpty { try builder.append(message) }
            return
        }
        message.from = try person(tile, &builder)
        if let anchor = tile.first("mx_reply_anchor") {
            var reply = Reply()
            reply.id =
                anchor["data-scroll-to"]
                ?? anchor["href"].map { String($0.drop { $0 == "#" }) }
            message.details.replyTo = reply
        }
        if tile.first("mx_EventTile_edited") != nil { message.details.edited = Edited() }
        if tile.first("mx_RedactedBody") != nil {
            message.details.deleted = Deleted()
        } else {
            try fill(line, &message, &builder, &sources)
        }
        message.details.reactions = Self.reactions(tile)
        try builder.append(message)
    }

    private mutating func person(
        _ tile: HTMLElement, _ builder: inout ConversationBuilder
    ) throws(ImportError) -> ParticipantIndex {
        let name = Self.names.lazy.compactMap { HTMLText.line(tile.first($0)) }.first
        let title = tile.first("mx_BaseAvatar")?["title"] ?? ""
        let id =
            HTMLText.line(tile.first("mx_DisambiguatedProfile_mxid"))
            ?? (title.hasPrefix("@") ? title : nil)
        if name == nil, id == nil, let sender { return sender }
        let index = try builder.participant(id ?? name ?? "Unknown", name: name ?? id ?? "Unknown")
        if let id { builder.conversation.participants[index].handle = CleanText.line(id) }
        if tile["data-self"] == "true" { builder.setMe(index) }
        sender = index
        return index
    }

    private func fill(
        _ line: HTMLElement, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
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
            var attachment = Attachment(kind: kind)
            attachment.name = path.isEmpty ? HTMLText.line(element) : Path.lastName(path)
            try builder.attach(path, to: &attachment, from: &sources, document: file)
            message.attachments.append(attachment)
            return
        }
        if let emote = line.first("mx_MEmoteBody") {
            let words = (HTMLText.line(emote) ?? "").drop { $0 == "*" || $0 == " " }
            let text = String(words)
            message.body = Body.marked(text, [TextMark(0..<text.utf8.count, .entity(.italic))])
            return
        }
        let body = line.first("mx_EventTile_body") ?? line.first("mx_EventTile_content") ?? line
        message.body = AnswerPage.blocks(body) { element in
            element.has("mx_Emoji") ? element["alt"] ?? element.text : nil
        }
    }

    private static func reactions(_ tile: HTMLElement) -> [Reaction] {
        tile.all("mx_ReactionsRowButton").prefix(100).compactMap { button in
            guard let emoji = HTMLText.line(button.first("mx_ReactionsRowButton_content")) else {
                return nil
            }
            var reaction = Reaction(emoji: CleanText.line(emoji))
            let count = HTMLText.line(button.first("mx_ReactionsRowButton_count"))
            reaction.count = min(max(count.flatMap { Int($0) } ?? 1, 1), 1_000_000)
            reaction.isMine = button.has("mx_ReactionsRowButton_selected")
            return reaction
        }
    }
}
