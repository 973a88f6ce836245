import Basics
import Model

/// The pages of Facebook's downloads until 2018: `messages.htm` with all threads, or one page per
/// thread, newest message first. A long thread is split into several elements.
struct FacebookThreads {
    private static let wrappers: Set<Substring> = ["contents"]

    static func isPage(_ file: Probe.File) -> Bool { isPage(file.head) }

    static func isPage(_ head: [UInt8]) -> Bool {
        func holds(_ text: String) -> Bool { head.span.offset(of: Array(text.utf8)) != nil }
        return holds("class=\"thread\"") && holds("class=\"message_header\"")
    }

    private enum Item {
        case owner(String)
        case thread(people: String, HTMLElement)
    }

    private static func forEach(
        in files: [String], _ sources: inout ExportFiles,
        _ body: (Item, String, inout ExportFiles) throws(ImportError) -> Void
    ) throws(ImportError) {
        for file in files {
            let bytes = try sources.decoded(file)
            var reader = HTMLReader(bytes, through: wrappers, passesPlainDivs: true)
            while let element = reader.next() {
                guard sources.budget.mayContinue else { throw .stopped }
                if element.name == "h1", let name = HTMLText.line(element) {
                    try body(.owner(name), file, &sources)
                } else if element.has("thread") {
                    try body(.thread(people: people(of: element), element), file, &sources)
                }
            }
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

    static func read(
        _ files: [String], _ sources: inout ExportFiles, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var owner: String?
        var threads: [String] = []
        var known: Set<String> = []
        try forEach(in: files, &sources) { item, _, _ throws(ImportError) in
            switch item {
            case .owner(let name): owner = owner ?? name
            case .thread(let people, _):
                if known.insert(people).inserted { threads.append(people) }
            }
        }
        guard !threads.isEmpty else { return }
        let names = threads.map { ChatName(id: $0, name: title($0, owner)) }
        // The reader of a chat is its number of unreadable times.
        var chats = try OpenChats(names, builder) { index, builder in
            builder.conversation.service = .messenger
            builder.conversation.title = CleanText.line(names[index].name)
            let count = threads[index].components([","]).count
            builder.conversation.kind = count > 2 ? .group : .direct
            builder.isKindKnown = true
            return 0
        }
        try forEach(in: files, &sources) { item, file, sources throws(ImportError) in
            guard case .thread(let people, let thread) = item else { return }
            try chats.add(to: people) { badTimes, builder throws(ImportError) in
                badTimes += try add(thread, file, &builder, &sources)
            }
        }
        try chats.end(&builder) { badTimes, builder in
            builder.warn(unreadTimes: badTimes)
            builder.conversation.messages.reverse()
            builder.needsSorting = badTimes == 0
            builder.setMe(key: owner)
        }
    }

    /// Returns the participants without the account's owner.
    private static func title(_ people: String, _ owner: String?) -> String {
        let others = people.components([","]).filter { $0 != owner }
        return others.isEmpty ? people : others.joined(separator: ", ")
    }

    /// Adds the messages of a thread. Each has a header with name and time, followed by paragraphs.
    ///
    /// - Returns: the number of unreadable times.
    private static func add(
        _ thread: HTMLElement, _ file: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) -> Int {
        var badTimes = 0
        var pending: Record?
        for element in thread.elements {
            if element.has("message") {
                if let record = pending { try builder.add(record, from: &sources, document: file) }
                let stamp = HTMLText.line(element.first("meta")) ?? ""
                let at = PageTime.moment(stamp, &builder.clock)
                if at == nil { badTimes += 1 }
                pending = Record(
                    at: at, from: HTMLText.line(element.first("user")).map { .init(key: $0) })
            } else if element.name == "p" {
                guard var record = pending else { continue }
                var part = Record(at: nil)
                FacebookPages(file: file).fill(&part, element)
                record.message.body += part.message.body
                record.files += part.files
                pending = record
            }
        }
        if let record = pending { try builder.add(record, from: &sources, document: file) }
        return badTimes
    }
}
