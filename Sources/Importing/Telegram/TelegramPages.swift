import Conversation
import Markup
import Resources

/// The pages of Telegram Desktop's HTML export: `messages.html`, `messages2.html` and so on, with a
/// thousand messages each.
struct TelegramPages {
    private static let wrappers: Set<Substring> = ["page_wrap", "page_body", "history"]
    /// The sender of the previous message. Messages that continue a run have no name.
    private var last: ParticipantIndex?
    private var file = ""

    static func isPage(_ file: Probe.File) -> Bool {
        file.begins(with: "<") && file.contains("class=\"history\"")
            && (file.contains("class=\"message default")
                || file.contains("class=\"message service"))
    }

    /// Returns the N of `messagesN.html`, or 1 for `messages.html`.
    static func number(of path: String) -> Int? {
        let stem = Path.stem(path)
        guard stem.hasPrefix("messages"), ["html", "htm"].contains(Path.fileExtension(path)) else {
            return nil
        }
        return stem == "messages" ? 1 : Int(stem.dropFirst(8))
    }

    /// Reads the selected chat from the pages.
    static func read(
        _ files: [String], _ sources: inout ExportFiles, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var chats = Dictionary(grouping: files, by: Path.folder).sorted { $0.key < $1.key }
        if !sources.isArchive, let first = files.first, number(of: first) == 1 {
            // The next pages are in the same folder as the sent one.
            chats = [(Path.folder(first), files + following(in: sources))]
        }
        let names = chats.map { folder, files in
            let head = sources.prefix(of: files.min() ?? "", count: Probe.headLength)
            return ChatName(
                id: folder.isEmpty ? "" : String(folder.dropLast()), name: title(of: head) ?? folder
            )
        }
        let chat = chats[try builder.choose(names)]
        builder.conversation.service = .telegram
        var pages = TelegramPages()
        let ordered = chat.value.sorted { (number(of: $0) ?? 0, $0) < (number(of: $1) ?? 0, $1) }
        for file in ordered {
            pages.file = file
            var reader = HTMLReader(
                TextFile.decode(try sources.document(file)).bytes, through: wrappers)
            while let element = reader.next() {
                guard sources.budget.mayContinue else { throw .stopped }
                if element.has("page_header") {
                    builder.conversation.title = HTMLText.line(element.first("text"))
                } else if element.has("message") {
                    try pages.add(element, &builder, &sources)
                }
            }
        }
        pages.end(&builder)
    }

    private static func following(in sources: borrowing ExportFiles) -> [String] {
        sources.names.dropFirst().filter { Path.depth($0) == 0 && (number(of: $0) ?? 0) > 1 }
    }

    private static func title(of head: [UInt8]) -> String? {
        var reader = HTMLReader(head, through: wrappers)
        while let element = reader.next() {
            if element.has("page_header") { return HTMLText.line(element.first("text")) }
        }
        return nil
    }

    /// Suggests "me": a direct chat is named after the other participant. Nothing else identifies
    /// the owner.
    private func end(_ builder: inout ConversationBuilder) {
        let people = builder.conversation.participants
        guard builder.senders.count == 2, let title = builder.conversation.title,
            let me = builder.senders.first(where: { people[$0].name != title }),
            builder.senders.contains(where: { people[$0].name == title })
        else { return }
        builder.suggestMe(me, because: "the chat is named after \(title)")
    }

    private mutating func add(
        _ element: HTMLElement, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let body = element.elements.first(where: { $0.has("body") }) else { return }
        var message = Message()
        let id = element["id"].map { String($0.dropFirst("message".count)) }.flatMap {
            $0.isEmpty ? nil : $0
        }
        if element.has("service") {
            // Dates between the messages have negative IDs.
            guard id?.hasPrefix("-") != true, let text = HTMLText.line(body) else { return }
            builder.beginEntry(at: nil)
            message.id = id
            message.kind = .system
            message.body = Body.plain(text)
            message.details.system = SystemEvent(action: Self.action(text).rawValue)
            return try builder.append(message)
        }
        message.id = id
        message.at = Self.time(body.elements.first { $0.has("date") }?["title"], &builder)
        let name = body.elements.first { $0.has("from_name") }
        if let name = HTMLText.line(name) {
            last = try builder.participant(name)
        } else if !element.has("joined") {
            last = try builder.participant("Deleted Account")
        }
        builder.beginEntry(at: message.at)
        message.from = last
        try fill(&message, body, &builder, &sources)
        try builder.append(message)
    }

    /// Parses `15.01.2024 10:00:00 UTC+02:00`. Older pages have no offset.
    private static func time(_ text: String?, _ builder: inout ConversationBuilder) -> Moment? {
        let parts = (text ?? "").split(separator: " ")
        guard parts.count >= 2 else { return nil }
        let date = parts[0].split(separator: ".")
        guard date.count == 3 else { return nil }
        let offset = parts.count > 2 && parts[2].hasPrefix("UTC") ? parts[2].dropFirst(3) : ""
        return builder.moment("\(date[2])-\(date[1])-\(date[0])T\(parts[1])\(offset)")
    }

    private func fill(
        _ message: inout Message, _ body: HTMLElement, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        for part in body.elements {
            if part.has("text") {
                message.body += HTMLText.blocks(part)
            } else if part.has("reply_to") {
                reply(part, &message)
            } else if part.has("forwarded"), part.has("body") {
                forwarded(part, &message, &builder)
                try fill(&message, part, &builder, &sources)
            } else if part.has("media_wrap") {
                let media = TelegramPageMedia(file: file)
                try media.fill(&message, part, &builder, &sources)
            } else if part.has("reactions") {
                message.details.reactions = part.all("reaction").prefix(100).compactMap(reaction)
            } else if part.has("bot_buttons_table") {
                for row in part.all("bot_button_row").prefix(20) {
                    if let text = HTMLText.line(row) { message.body += Body.plain("[ \(text) ]") }
                }
            } else if part.has("signature"), let text = HTMLText.line(part) {
                message.details.subject = text
            }
        }
    }

    /// Reads `In reply to this message`. The link contains the message's number.
    private func reply(_ part: HTMLElement, _ message: inout Message) {
        var reply = Reply()
        let address = part.first(tag: "a")?["href"] ?? ""
        if let place = address.place(of: "#go_to_message") {
            reply.id = String(address[place.upperBound...])
        } else {
            reply.text = HTMLText.line(part)
        }
        message.details.replyTo = reply
    }

    private func forwarded(
        _ part: HTMLElement, _ message: inout Message, _ builder: inout ConversationBuilder
    ) {
        var forwarded = Forwarded()
        let name = part.elements.first { $0.has("from_name") }
        forwarded.at = Self.time(name?.first("date")?["title"], &builder)
        var plain = name
        plain?.children.removeAll { child in
            if case .element = child { return true }
            return false
        }
        forwarded.from = HTMLText.line(plain)
        message.details.forwarded = forwarded
    }

    private func reaction(_ element: HTMLElement) -> Reaction? {
        guard let emoji = HTMLText.line(element.first("emoji")) else { return nil }
        let by = element.all("initials").prefix(200).compactMap { $0["title"] }.map(CleanText.line)
        let count = HTMLText.line(element.first("count")).flatMap { Int($0) }
        var reaction = Reaction(emoji: emoji, count: max(1, min(count ?? by.count, 1_000_000_000)))
        reaction.by = by
        return reaction
    }

    /// Returns the action of a sentence. The sentences are in English in every export.
    private static func action(_ text: String) -> SystemAction {
        let phrases: [(String, SystemAction)] = [
            (" pinned ", .pinned), (" created group ", .groupCreated),
            (" created channel ", .channelCreated),
            ("Channel «", .titleChanged), (" changed group title", .titleChanged),
            (" changed group photo", .photoChanged), (" deleted group photo", .photoRemoved),
            (" invited ", .memberAdded), (" removed ", .memberRemoved),
            (" left group", .memberLeft),
            (" joined group", .memberJoined), (" joined Telegram", .joinedService),
            (" took a screenshot", .screenshot), (" converted ", .migrated),
        ]
        return phrases.first { text.holds($0.0) }?.1 ?? .notice
    }
}
