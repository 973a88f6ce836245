import Basics
import Model

/// The `message_N.html` pages of Facebook's and Instagram's "Download your information", newest
/// message first. Their class names describe only styles; the role of an element follows from its
/// position.
struct FacebookPages {
    private static let wrappers: Set<Substring> = [
        "_a705", "_a706", "_3a_u", "_4t5n", "_3b0c", "clearfix", "__main", "_li", "_4bl9",
    ]
    let file: String

    static func isPage(_ file: Probe.File) -> Bool {
        file.begins(with: "<") && Facebook.number(of: file.name, ending: "html") != nil
            && (file.contains("_a6-g") || file.contains("uiBoxWhite noborder"))
    }

    static func read(_ files: [String], _ builder: inout ConversationBuilder) throws(ImportError) {
        for file in files {
            let page = FacebookPages(file: file)
            let bytes = try builder.sources.decoded(file)
            let isInstagram =
                Facebook.isInstagram(file)
                || bytes.span.offset(of: Array(Facebook.instagramFolder.utf8)) != nil
            builder.conversation.service = isInstagram ? .instagram : .messenger
            if builder.conversation.title == nil {
                builder.conversation.title = title(of: bytes)
            }
            try builder.forEachElement(of: bytes, through: wrappers, page.look)
        }
        newestFirst(&builder)
    }

    /// Settles the order of messages that were read from the newest to the oldest.
    fileprivate static func newestFirst(_ builder: inout ConversationBuilder) {
        builder.warn(untimed: "message")
        builder.conversation.messages.reverse()
        builder.needsSorting = builder.untimed == 0
    }

    /// Returns the page's title, which is the chat's title.
    private static func title(of bytes: [UInt8]) -> String? {
        guard let start = bytes.span.offset(of: Array("<title>".utf8)),
            let end = bytes.span.offset(of: Array("</title>".utf8), from: start),
            end - start < 2_000
        else { return nil }
        let title = CleanText.line(Entities.decode(Array(bytes[(start + 7)..<end])))
        return title.nonEmpty
    }

    private func look(
        into element: HTMLElement, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let isBlock = element.has("_a6-g") || element.has("uiBoxWhite")
        if isBlock, let time = child(of: element, ["_a6-o", "_2lem"]) {
            return try add(element, time, &builder)
        }
        for inner in element.elements { try look(into: inner, &builder) }
    }

    private func child(of element: HTMLElement, _ names: [String]) -> HTMLElement? {
        element.elements.first { element in names.contains { element.has($0) } }
    }

    private func add(
        _ element: HTMLElement, _ time: HTMLElement, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let stamp = HTMLText.line(time) ?? ""
        var record = Record(at: PageTime.moment(stamp, &builder.clock))
        if let content = child(of: element, ["_a6-p", "_2let"]) { fill(&record, content) }
        // A block without content names the members of a group.
        record.isShown = !record.isEmpty || record.message.hasDetails
        if record.isShown, let name = HTMLText.line(child(of: element, ["_a6-h", "_2lek"])) {
            record.sender = Record.Person(key: name)
        }
        try builder.add(record, document: file)
    }

    func fill(_ record: inout Record, _ content: HTMLElement) {
        record.message.body = HTMLText.blocks(content) { element in
            switch element.name {
            case "ul", "img", "video", "audio": ""
            case "a" where element.first(tag: "img") != nil || element.first(tag: "video") != nil:
                ""
            default: nil
            }
        }
        for list in all(["ul"], in: content) {
            // Each reaction is `👍Ana Costa`, with the time in parentheses on newer pages.
            let pairs = list.elements.prefix(100).compactMap {
                item -> (name: String, emoji: String)? in
                guard let text = HTMLText.line(item), let sign = text.first, !sign.isLetter else {
                    return nil
                }
                let name = text.dropFirst().prefix { $0 != "(" }.trimmingBlanks()
                return (name, String(sign))
            }
            record.message.details.reactions += Reaction.grouped(pairs)
        }
        for tag in all(["img", "video", "audio"], in: content) {
            guard let path = tag["src"] ?? tag.first(tag: "source")?["src"] else { continue }
            let plain = Path.percentDecoded(path)
            let kinds: [String: Attachment.Kind] = [
                "img": .image, "video": .video, "audio": .voice,
            ]
            var kind = kinds[tag.name] ?? .file
            if Path.fileExtension(plain) == "gif" { kind = .gif }
            if plain.holds("stickers_used/") { kind = .sticker }
            let place: RecordFile.Place =
                plain.holds("://") ? .missing(RecordFile.absent) : .beside(plain)
            record.files.append(RecordFile(kind, at: place))
        }
    }

    private func all(_ names: Set<String>, in element: HTMLElement) -> [HTMLElement] {
        element.elements.flatMap { names.contains($0.name) ? [$0] : all(names, in: $0) }
    }
}

/// The pages of Facebook's downloads until 2018: `messages.htm` with all threads, or one page per
/// thread, newest message first. A long thread is split into several elements.
struct FacebookThreads {
    private static let wrappers: Set<Substring> = ["contents"]

    static func isPage(_ file: Probe.File) -> Bool { isPage(file.head) }

    static func isPage(_ head: [UInt8]) -> Bool {
        func holds(_ text: String) -> Bool { head.span.offset(of: Array(text.utf8)) != nil }
        return holds("class=\"thread\"") && holds("class=\"message_header\"")
    }

    /// Calls `body` with each thread, or heading with a name, and its range.
    private static func forEach(
        in bytes: [UInt8], _ budget: WorkBudget,
        _ body: (HTMLElement, Range<Int>) throws(ImportError) -> Void
    ) throws(ImportError) {
        var reader = HTMLReader(bytes, through: wrappers, passesPlainDivs: true)
        while let element = reader.next() {
            guard budget.mayContinue else { throw .stopped }
            if element.name == "h1" || element.has("thread") { try body(element, reader.range) }
        }
    }

    /// Returns the participants of a thread: the text before its first message.
    private static func people(of thread: HTMLElement) -> String {
        var names = ""
        for child in thread.children {
            switch child {
            case .text(let text): names += text
            case .element(let element) where element.has("message"):
                let line = CleanText.line(names).trimmingBlanks()
                return line.hasPrefix("Participants: ") ? String(line.dropFirst(14)) : line
            // A heading such as `Conversation with Ana Costa` adds nothing.
            case .element: continue
            }
        }
        return CleanText.line(names).trimmingBlanks()
    }

    static func read(_ files: [String], _ builder: inout ConversationBuilder) throws(ImportError) {
        var owner: String?
        var chats = AlternatingChats(builder, counting: ())
        var last: (file: String, bytes: [UInt8]) = ("", [])
        for file in files {
            last = (file, try builder.sources.decoded(file))
            try forEach(in: last.bytes, builder.budget) { element, place throws(ImportError) in
                // Each thread is parsed on its own.
                chats.endRun()
                guard element.has("thread") else {
                    owner = owner ?? HTMLText.line(element)
                    return
                }
                try chats.see(
                    place, of: file, in: people(of: element)
                ) { _, builder throws(ImportError) in try add(element, file, &builder) }
            }
        }
        guard !chats.ids.isEmpty else { return }
        let names = chats.ids.map { ChatName(id: $0, name: title($0, owner)) }
        try chats.choose(names, &builder) { index, runs, builder throws(ImportError) in
            let people = chats.ids[index]
            let count = people.components([","]).count
            builder.begin(title: names[index].name, isGroup: count > 2)
            builder.conversation.service = .messenger
            for run in runs {
                if run.file != last.file {
                    last = (run.file, try builder.sources.decoded(run.file))
                }
                let bytes = Array(last.bytes[run.range])
                try forEach(in: bytes, builder.budget) { thread, _ throws(ImportError) in
                    try add(thread, run.file, &builder)
                }
            }
            FacebookPages.newestFirst(&builder)
            builder.setMe(key: owner)
        }
    }

    /// Returns the participants without the account's owner.
    private static func title(_ people: String, _ owner: String?) -> String {
        let others = people.components([","]).filter { $0 != owner }
        return others.isEmpty ? people : others.joined(separator: ", ")
    }

    /// Adds the messages of a thread. Each has a header with name and time, followed by paragraphs.
    private static func add(
        _ thread: HTMLElement, _ file: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var pending: Record?
        for element in thread.elements {
            if element.has("message") {
                if let record = pending { try builder.add(record, document: file) }
                let stamp = HTMLText.line(element.first("meta")) ?? ""
                pending = Record(
                    at: PageTime.moment(stamp, &builder.clock),
                    from: HTMLText.line(element.first("user")).map { .init(key: $0) })
            } else if element.name == "p" {
                guard var record = pending else { continue }
                var part = Record(at: nil)
                FacebookPages(file: file).fill(&part, element)
                record.message.body += part.message.body
                record.files += part.files
                pending = record
            }
        }
        if let record = pending { try builder.add(record, document: file) }
    }
}
