import Model

extension ConversationBuilder {
    /// Returns the index of the chat that the caller selected by ID or name, or of the only chat.
    func choose(_ chats: [ChatName]) throws(ImportError) -> Int {
        try choose(chats, named: options.chat)
    }

    func choose(_ chats: [ChatName], named wanted: String?) throws(ImportError) -> Int {
        guard !chats.isEmpty else { throw .noMessages(importer: importer) }
        guard let wanted else {
            guard chats.count != 1 || isListing else { return 0 }
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

    /// Returns the file of the selected chat, for formats that name each file after its chat.
    func chooseNamedFile(
        _ files: [String], name: (String) -> String = Path.stem
    ) throws(ImportError) -> String {
        files[try choose(files.map { ChatName(id: $0, name: name($0)) })]
    }

    /// Returns a copy that reports the chats of an export, even a single one, as an error.
    func listingChats() -> ConversationBuilder {
        var copy = self
        copy.options.chat = nil
        copy.isListing = true
        return copy
    }

    /// Returns the file of the selected chat, for formats with a chat in each file.
    ///
    /// The only chat's name may be known only after reading. `finish` checks it then.
    mutating func chooseFile(
        _ files: [String], name: (String) -> String? = { _ in nil }
    ) throws(ImportError) -> String {
        guard files.count == 1 else {
            return try chooseNamedFile(files) { name($0) ?? Path.stem($0) }
        }
        onlyFile = files[0]
        return files[0]
    }

    /// Checks that the caller selected no other chat than the only one, which has been read.
    func confirmChoice(of file: String) throws(ImportError) {
        _ = try choose([ChatName(id: file, name: conversation.title ?? Path.stem(file))])
    }

    /// The maximum number of names that an error lists.
    private static let maxNames = 10_000
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
