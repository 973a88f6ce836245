import Basics
import Model

extension ConversationBuilder {
    /// Reads the chat that the caller selected by ID or name, or the only chat. While chats are
    /// listed, reads each of them in turn.
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

    /// Returns the index of the chat to read; nil while chats are listed, when all of them are
    /// read.
    ///
    /// - Parameter wanted: the caller's selection as the chats write it, if that differs.
    func chosen(
        _ chats: [ChatName], named wanted: String? = nil
    ) throws(ImportError) -> Int? {
        guard purpose == .listing else { return try choose(chats, named: wanted ?? options.chat) }
        guard !chats.isEmpty else { throw .noMessages(importer: importer) }
        return nil
    }

    /// Reads a chat that `chosen` asks for: into this builder, or while chats are listed, into one
    /// of its own, of which only the summary remains.
    mutating func read(
        _ chat: ChatName, _ body: (inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard purpose == .listing else { return try body(&self) }
        guard budget.mayContinue else { throw .stopped }
        var builder = self
        // Two owners of the list would copy it at each addition.
        builder.summaries = []
        var summary = ChatSummary(chat)
        do throws(ImportError) {
            try body(&builder)
            summary = builder.summary(of: chat)
        } catch {
            // Selecting this chat reports the error.
            guard error != .stopped else { throw error }
        }
        summaries.append(summary)
    }

    func summary(of chat: ChatName) -> ChatSummary {
        ChatSummary(
            chat, messages: count, people: conversation.participants.count, first: first,
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

/// The chats to read of an export whose chats alternate: the selected one, or all of them while
/// chats are listed. Each has its own builder and reader.
struct OpenChats<Reader> {
    private let names: [ChatName]
    /// The selected chat; nil while chats are listed.
    let chosen: Int?
    private var places: [String: Int] = [:]
    /// The chats by their place among the names; nil for one that is not read, or cannot be.
    private var chats: [(builder: ConversationBuilder, reader: Reader)?]
    private var summaries: [Int: ChatSummary] = [:]

    /// - Parameters:
    ///   - areContiguous: whether each chat is closed before the next one begins. Otherwise, while
    ///     chats are listed, their messages are only counted: those of all would not fit in memory.
    ///   - begin: sets the facts that the export states about a chat, and returns its reader.
    init(
        _ names: [ChatName], _ builder: ConversationBuilder, areContiguous: Bool = false,
        begin: (Int, inout ConversationBuilder) throws(ImportError) -> Reader
    ) throws(ImportError) {
        self.names = names
        chats = Array(repeating: nil, count: names.count)
        chosen = try builder.chosen(names)
        for index in chosen.map({ $0..<$0 + 1 }) ?? names.indices {
            var builder = builder
            let reader = try begin(index, &builder)
            builder.keepsMessages = areContiguous || chosen != nil
            chats[index] = (builder, reader)
            if places[names[index].id] == nil { places[names[index].id] = index }
        }
    }

    /// The IDs of the chats to read.
    var ids: [String] { names.map(\.id).filter { places[$0] != nil } }

    /// Adds an entry to the chat with an ID, if it is one of those to read.
    mutating func add(
        to id: String, _ body: (inout Reader, inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        if let index = places[id] { try add(at: index, body) }
    }

    /// Adds an entry to the chat with an index, if it is one of those to read.
    mutating func add(
        at index: Int,
        _ body: (inout Reader, inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard var chat = chats[index] else { return }
        // Emptied meanwhile, so that the chat is changed in place.
        chats[index] = nil
        do throws(ImportError) {
            try body(&chat.reader, &chat.builder)
        } catch {
            guard chosen == nil, error != .stopped else { throw error }
            return
        }
        chats[index] = chat
    }

    /// Forgets the messages of a chat that is complete, while chats are listed.
    mutating func close(at index: Int) {
        guard chosen == nil, let chat = chats[index] else { return }
        summaries[index] = chat.builder.summary(of: names[index])
        chats[index] = nil
    }

    /// Reads the files that the selected chat's messages have named so far.
    mutating func settleFiles(from sources: inout ExportFiles) throws(ImportError) {
        if let chosen { try chats[chosen]?.builder.settleFiles(from: &sources) }
    }

    /// Ends the chats: the selected one becomes the builder, or the builder receives the summaries
    /// of all.
    mutating func end(
        _ builder: inout ConversationBuilder,
        _ body: (inout Reader, inout ConversationBuilder) throws(ImportError) -> Void = { _, _ in }
    ) throws(ImportError) {
        if let chosen, var chat = chats[chosen] {
            chats = []
            try body(&chat.reader, &chat.builder)
            builder = chat.builder
            return
        }
        for index in names.indices {
            close(at: index)
            builder.summaries.append(summaries[index] ?? ChatSummary(names[index]))
        }
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
