/// Which of an export's chats is meant.
enum ChatChoice {
    /// The place of the wanted chat: the only one where the caller named none.
    static func pick(_ chats: [ChatName], wanted: String?) throws(ImportError) -> Int {
        guard let wanted else {
            guard chats.count != 1 else { return 0 }
            throw .severalChats(Array(chats.prefix(100)))
        }
        if let index = chats.firstIndex(where: { $0.id == wanted }) { return index }
        let exact = chats.indices.filter { chats[$0].name == wanted }
        let matches =
            exact.isEmpty
            ? chats.indices.filter { chats[$0].name.lowercased() == wanted.lowercased() } : exact
        guard matches.count == 1 else {
            let near = matches.isEmpty ? chats : matches.map { chats[$0] }
            throw matches.isEmpty
                ? .unknownChat(wanted, Array(near.prefix(100)))
                : .severalChats(Array(near.prefix(100)))
        }
        return matches[0]
    }
}
