import Basics
import Model

extension ConversationBuilder {
    /// Reads the chat that the caller selected by ID or name, or the only chat. While chats are
    /// listed or delivered, reads each of them in turn.
    ///
    /// - Parameter body: reads the chat with an index. Its cost must not depend on other chats.
    mutating func choose(
        _ chats: [ChatName], named wanted: String? = nil,
        _ body: (Int, inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        if let index = try chosen(chats, named: wanted) { return try body(index, &self) }
        for (index, chat) in chats.enumerated() {
            try read(chat) { builder throws(ImportError) in try body(index, &builder) }
        }
    }

    /// Returns the index of the chat to read; nil while chats are listed or delivered, when all of
    /// them are read.
    ///
    /// - Parameter wanted: the caller's selection as the chats write it, if that differs.
    func chosen(
        _ chats: [ChatName], named wanted: String? = nil
    ) throws(ImportError) -> Int? {
        guard purpose == .listing || purpose == .delivering else {
            return try choose(chats, named: wanted ?? options.chat)
        }
        guard !chats.isEmpty else { throw .noMessages(importer: importer) }
        return nil
    }

    /// Reads a chat that `chosen` asks for: into this builder, or while all chats are read, into one
    /// of its own, which is delivered or of which only the summary remains.
    mutating func read(
        _ chat: ChatName, _ body: (inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        if purpose == .delivering { return try deliver(chat, body) }
        guard purpose == .listing else { return try body(&self) }
        guard budget.mayContinue else { throw .stopped }
        var builder = self
        // Two owners of the list would copy it at each addition.
        builder.summaries = []
        var summary = ChatSummary(chat: chat)
        do throws(ImportError) {
            try body(&builder)
            summary = builder.summary(of: chat)
        } catch {
            // Selecting this chat reports the error.
            guard error != .stopped else { throw error }
        }
        summaries.append(summary)
    }

    /// Reads a chat as if it were the selected one, and passes it on. A chat that fails does not
    /// end the others.
    private func deliver(
        _ chat: ChatName, _ body: (inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard let delivery else { return }
        guard budget.mayContinue else { throw .stopped }
        sources.beginChat()
        let mark = delivery.meter.reserved
        var builder = self
        builder.purpose = .reading
        builder.delivery = nil
        let read: Result<Imported, ImportError>
        do throws(ImportError) {
            try body(&builder)
            read = .success(try delivery.finish(&builder))
        } catch {
            guard error != .stopped else { throw error }
            read = .failure(error)
        }
        try delivery.take(
            DeliveredChat(name: chat, read: read, memory: max(0, delivery.meter.reserved - mark)))
        delivery.meter.release(to: mark)
    }

    func summary(of chat: ChatName) -> ChatSummary {
        ChatSummary(
            chat: chat, messages: count, people: conversation.participants, first: first,
            last: last)
    }

    private func choose(
        _ chats: [ChatName], named wanted: String?
    ) throws(ImportError) -> Int {
        guard !chats.isEmpty else { throw .noMessages(importer: importer) }
        guard let wanted else {
            guard chats.count != 1 || purpose == .naming else { return 0 }
            throw .severalChats(Array(chats.prefix(Self.maxNames)))
        }
        if let index = chats.firstIndex(where: { $0.id == wanted }) { return index }
        let exact = chats.indices.filter { chats[$0].name == wanted }
        let lower = wanted.lowercased()
        let matches =
            exact.isEmpty ? chats.indices.filter { chats[$0].name.lowercased() == lower } : exact
        guard let match = matches.first else {
            throw .unknownChat(wanted, Array(chats.prefix(Self.maxNames)))
        }
        guard matches.count == 1 else {
            throw .severalChats(matches.prefix(Self.maxNames).map { chats[$0] })
        }
        return match
    }

    /// Reads the file of the selected chat, for formats that name each file after its chat.
    mutating func chooseNamedFile(
        _ files: [String], name: (String) -> String = Path.stem,
        _ body: (String, inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        let chats = files.map { ChatName(id: $0, name: name($0)) }
        try choose(chats) { index, builder throws(ImportError) in
            try body(files[index], &builder)
        }
    }

    /// Reads the file of the selected chat, for formats with a chat in each file.
    ///
    /// The only chat's name may be known only after reading. `finish` checks it then.
    mutating func chooseFile(
        _ files: [String], name: (String) -> String? = { _ in nil },
        _ body: (String, inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard files.count == 1 else {
            return try chooseNamedFile(files, name: { name($0) ?? Path.stem($0) }, body)
        }
        onlyFile = files[0]
        try body(files[0], &self)
    }

    /// Checks that the caller selected no other chat than the only one, which has been read.
    func confirmChoice(of file: String) throws(ImportError) {
        _ = try choose(
            [ChatName(id: file, name: conversation.title ?? Path.stem(file))], named: options.chat)
    }

    /// Returns how well a chat fits the caller's selection, 0 for best, or nil if it does not.
    func rank(of chat: ChatName) -> Int? {
        guard let wanted = options.chat else { return 0 }
        if chat.id == wanted { return 0 }
        if chat.name == wanted { return 1 }
        return chat.name.lowercased() == wanted.lowercased() ? 2 : nil
    }

    /// The maximum number of names that an error lists.
    private static let maxNames = 10_000
}

/// The destination of the chats of an export while every chat is read.
struct ChatDelivery {
    let meter: BudgetMeter
    /// Settles what a chat's importer left open.
    let finish: (inout ConversationBuilder) throws(ImportError) -> Imported
    let take: (DeliveredChat) throws(ImportError) -> Void
}

/// The chats of an export whose entries alternate. One pass over the export shows each entry once:
/// while chats are listed, it is counted. Otherwise its place is kept, so that of all entries only
/// those of the selected chat are read again, or those of chat after chat.
struct AlternatingChats<Reader> {
    /// Consecutive entries of a chat in a file.
    struct Run {
        let file: String
        fileprivate(set) var range: Range<Int>
    }

    /// A chat while its entries are counted, in place: moving the builder and the reader for each entry
    /// would retain and release all that they refer to.
    private final class Count {
        var builder: ConversationBuilder
        var reader: Reader

        init(_ builder: ConversationBuilder, _ reader: Reader) {
            self.builder = builder
            self.reader = reader
        }
    }

    /// The IDs of the chats in the order of their first entries.
    private(set) var ids: [String] = []
    private var places: [String: Int] = [:]
    private var runs: [[Run]] = []
    /// The chats by their place; nil for one that cannot be read.
    private var counts: [Count?] = []
    private let builder: ConversationBuilder
    /// Reads the entries to count of chats that are not yet open. It cannot know names that follow
    /// in the export, and no count depends on them.
    var counting: Reader
    private let isListing: Bool
    private var last: (chat: Int, file: String)?
    /// The maximum number of bytes that are read at once.
    private static var maxLength: Int { 1 << 18 }

    init(_ builder: ConversationBuilder, counting reader: Reader) {
        isListing = builder.purpose == .listing
        var builder = builder
        // The messages of all chats would not fit in memory.
        builder.keepsMessages = false
        // Two owners of the list would copy it at each addition.
        builder.summaries = []
        self.builder = builder
        counting = reader
    }

    /// Shows the next entry.
    ///
    /// - Parameter id: the entry's chat; nil for an entry of none.
    mutating func see(
        _ range: Range<Int>, of file: String, in id: String?,
        _ count: (inout Reader, inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard let id else { return endRun() }
        let chat = places[id] ?? open(id)
        guard isListing else { return keep(range, of: file, in: chat) }
        guard let counted = counts[chat] else { return }
        do throws(ImportError) {
            try count(&counted.reader, &counted.builder)
        } catch {
            // Selecting this chat reports the error.
            guard error != .stopped else { throw error }
            counts[chat] = nil
        }
    }

    /// Separates the next entry from the last one: something else is between them.
    mutating func endRun() { last = nil }

    private mutating func open(_ id: String) -> Int {
        ids.append(id)
        places[id] = ids.count - 1
        if isListing {
            counts.append(Count(builder, counting))
        } else {
            runs.append([])
        }
        return ids.count - 1
    }

    private mutating func keep(_ range: Range<Int>, of file: String, in chat: Int) {
        if let last, last == (chat, file), let run = runs[chat].last?.range,
            range.upperBound - run.lowerBound <= Self.maxLength
        {
            runs[chat][runs[chat].count - 1].range = run.lowerBound..<range.upperBound
        } else {
            runs[chat].append(Run(file: file, range: range))
        }
        last = (chat, file)
    }

    /// Reads the selected one of the chats, or one after the other, or adds the counts of all to the
    /// list.
    ///
    /// - Parameters:
    ///   - names: the names of the chats. A chat may have no entries.
    ///   - keys: the IDs of the chats as `see` receives them, if they are not those of the names.
    func choose(
        _ names: [ChatName], by keys: [String]? = nil, _ builder: inout ConversationBuilder,
        _ read: (Int, [Run], inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        let chats = (keys ?? names.map(\.id)).map { places[$0] }
        if let index = try builder.chosen(names) {
            return try read(index, chats[index].map { runs[$0] } ?? [], &builder)
        }
        guard builder.purpose == .listing else {
            for (index, name) in names.enumerated() {
                try builder.read(name) { builder throws(ImportError) in
                    try read(index, chats[index].map { runs[$0] } ?? [], &builder)
                }
            }
            return
        }
        for (name, chat) in zip(names, chats) {
            builder.summaries.append(summary(of: name, at: chat))
        }
    }

    /// The counts of a chat, or if it cannot be read, its name.
    ///
    /// - Parameter place: nil for a chat without entries.
    func summary(of name: ChatName, at place: Int?) -> ChatSummary {
        let counted = place.map { counts[$0]?.builder } ?? builder
        return counted?.summary(of: name) ?? ChatSummary(chat: name)
    }
}

extension Sequence<String> {
    /// Groups files by the chat that they belong to, in the order of the chats' first files.
    func grouped<Chat: Hashable>(
        by chat: (String) throws(ImportError) -> Chat
    ) throws(ImportError) -> [(chat: Chat, files: [String])] {
        var groups: [(chat: Chat, files: [String])] = []
        var places: [Chat: Int] = [:]
        for file in self {
            let chat = try chat(file)
            if let place = places[chat] {
                groups[place].files.append(file)
            } else {
                places[chat] = groups.count
                groups.append((chat, [file]))
            }
        }
        return groups
    }
}
