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

    static func read(
        _ files: [String], _ sources: inout ExportFiles, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var owner: String?
        var chats = AlternatingChats(builder, counting: 0)
        var last: (file: String, bytes: [UInt8]) = ("", [])
        for file in files {
            last = (file, try sources.decoded(file))
            try forEach(in: last.bytes, sources.budget) { element, place throws(ImportError) in
                // Each thread is parsed on its own.
                chats.endRun()
                guard element.has("thread") else {
                    owner = owner ?? HTMLText.line(element)
                    return
                }
                try chats.see(
                    place, of: file, in: people(of: element)
                ) { badTimes, builder throws(ImportError) in
                    badTimes += try add(element, file, &builder, &sources)
                }
            }
        }
        guard !chats.ids.isEmpty else { return }
        let names = chats.ids.map { ChatName(id: $0, name: title($0, owner)) }
        try chats.choose(names, &builder) { index, runs, builder throws(ImportError) in
            let people = chats.ids[index]
            let count = people.components([","]).count
            builder.begin(title: names[index].name, isGroup: count > 2)
            builder.conversation.service = .messenger
            var badTimes = 0
            for run in runs {
                if run.file != last.file { last = (run.file, try sources.decoded(run.file)) }
                let bytes = Array(last.bytes[run.range])
                try forEach(in: bytes, sources.budget) { thread, _ throws(ImportError) in
                    badTimes += try add(thread, run.file, &builder, &sources)
                }
            }
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
