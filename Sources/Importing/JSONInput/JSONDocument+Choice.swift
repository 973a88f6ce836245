import Basics

extension JSONDocument {
    /// Calls `body` at each object in the array at a path, or at an object that is there instead of
    /// an array. The closure must read the value; a copy of its reader can read the value later.
    ///
    /// - Parameter areMembers: whether the chats are the members of an object, with their names as
    ///   keys.
    fileprivate func forEachChat(
        at path: [String], areMembers: Bool,
        _ body: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(ImportError) {
        func look(_ key: String, _ reader: inout JSONReader) throws(JSONError) {
            guard try reader.peek() == .object else { return try reader.skip() }
            try body(key, &reader)
        }
        guard !areMembers else { return try forEachMember(at: path, look) }
        try visit(path) { reader throws(JSONError) in
            let kind = try reader.peek()
            guard !holdsLines, kind == .array else { return try look("", &reader) }
            try reader.elements { reader throws(JSONError) in try look("", &reader) }
        }
    }

    /// Calls `body` for each member of the object at a path. The closure must read the member's
    /// value.
    func forEachMember(
        at path: [String] = [], _ body: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(ImportError) {
        try visit(path) { reader throws(JSONError) in try reader.members(body) }
    }
}

extension ConversationBuilder {
    /// Reads the selected one of the chats in JSON files, as a tree. While chats are listed, reads
    /// each of them in turn.
    ///
    /// - Parameters:
    ///   - path: the path of the array of chats, or of the only chat.
    ///   - areMembers: whether the chats are the members of an object instead.
    ///   - heavy: the members with the messages, which are skipped while a chat is searched.
    ///   - name: returns the name of a chat, from its key and its other members.
    mutating func chooseTree(
        in files: [String], at path: [String] = [], areMembers: Bool = false, heavy: Set<String>,
        _ sources: inout ExportFiles,
        open: (String, inout ExportFiles) throws(ImportError) -> JSONDocument = {
            file, sources throws(ImportError) in try sources.json(file)
        },
        name: (String, JSONValue) -> ChatName,
        _ body: (
            JSONValue, (name: ChatName, file: String), inout ConversationBuilder,
            inout ExportFiles
        ) throws(ImportError) -> Void
    ) throws(ImportError) {
        var names: [ChatName] = []
        var best: (rank: Int, name: ChatName, document: JSONDocument, reader: JSONReader)?
        for file in files {
            let document = try open(file, &sources)
            var walk = document.walk()
            do throws(ImportError) {
                try document.forEachChat(
                    at: path, areMembers: areMembers
                ) { key, reader throws(JSONError) in
                    guard purpose == .listing else {
                        let start = reader
                        let chat = name(key, try reader.members(without: heavy))
                        names.append(chat)
                        if let rank = rank(of: chat), rank < best?.rank ?? .max {
                            best = (rank, chat, document, start)
                        }
                        return
                    }
                    let chat = try document.tree(from: &reader)
                    let head = chat.entries.filter { !heavy.contains($0.key) }
                    let name = name(key, .object(head))
                    try walk.run { () throws(ImportError) in
                        try read(name) { builder throws(ImportError) in
                            try body(chat, (name, file), &builder, &sources)
                        }
                    }
                }
            } catch {
                throw walk.failure ?? error
            }
        }
        guard purpose != .listing else { return }
        guard try chosen(names) != nil, let (_, name, document, start) = best else { return }
        var chat = JSONValue.null
        do throws(JSONError) {
            var reader = start
            chat = try document.tree(from: &reader)
        } catch {
            throw .json(file: document.file, error)
        }
        try body(chat, (name, document.file), &self, &sources)
    }
}
