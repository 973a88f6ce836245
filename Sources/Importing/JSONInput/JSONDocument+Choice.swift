import Basics

extension JSONDocument {
    /// Returns the selected chat: an element of the array at a path, or a value that is itself a
    /// chat. Only this chat is built as a tree. The others are read without their heavy member.
    func pick(
        at path: [String] = [], heavy: Set<String>, _ builder: ConversationBuilder,
        name: (JSONValue) -> ChatName
    ) throws(ImportError) -> JSONValue {
        var names: [ChatName] = []
        var single: JSONValue?
        try forEachChat(at: path) { reader, isElement throws(JSONError) in
            if isElement {
                names.append(name(try reader.members(without: heavy)))
            } else {
                single = try tree(from: &reader)
            }
        }
        if let single {
            _ = try builder.choose([name(single)])
            return single
        }
        return try chat(builder.choose(names), at: path)
    }

    /// Returns the names of the chats at a path, which are read without their heavy members.
    func chatNames(
        at path: [String], heavy: Set<String>, name: (JSONValue) -> ChatName
    ) throws(ImportError) -> [ChatName] {
        var names: [ChatName] = []
        try forEachChat(at: path) { reader, _ throws(JSONError) in
            guard try reader.peek() == .object else { return try reader.skip() }
            names.append(name(try reader.members(without: heavy)))
        }
        return names
    }

    /// Returns the chat with this index among those that `chatNames` names, as a tree.
    func chat(_ index: Int, at path: [String]) throws(ImportError) -> JSONValue {
        var place = 0
        var chosen: JSONValue?
        try forEachChat(at: path) { reader, _ throws(JSONError) in
            if place == index {
                chosen = try tree(from: &reader)
            } else {
                try reader.skip()
            }
            place += 1
        }
        return chosen ?? .null
    }

    /// Calls `body` at each object in the array at a path, or at a value that is not an array. The
    /// closure must read the value.
    private func forEachChat(
        at path: [String], _ body: (inout JSONReader, _ isElement: Bool) throws(JSONError) -> Void
    ) throws(ImportError) {
        try visit(path) { reader throws(JSONError) in
            let isOneOfMany = holdsLines ? true : try reader.peek() == .array
            guard isOneOfMany else { return try body(&reader, false) }
            try elements(of: &reader) { reader throws(JSONError) in
                guard try reader.peek() == .object else { return try reader.skip() }
                try body(&reader, true)
            }
        }
    }

    /// Calls `body` for each member of the object at a path. The closure must read the member's
    /// value.
    func forEachMember(
        at path: [String] = [], _ body: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(ImportError) {
        try visit(path) { reader throws(JSONError) in
            guard try reader.peek() == .object else { return try reader.skip() }
            try reader.beginObject()
            while let key = try reader.nextKey() { try body(key, &reader) }
        }
    }

    /// Calls `body` at each element of an array, or at the line that is an element.
    private func elements(
        of reader: inout JSONReader, _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        if holdsLines { try body(&reader) } else { try reader.elements(body) }
    }
}

extension ConversationBuilder {
    /// Returns the selected one of the chats in several files, and its document.
    ///
    /// - Parameter chats: returns the chats of a document with their names.
    func choose<Chat>(
        in files: [String], _ sources: inout ExportFiles,
        open: (String, inout ExportFiles) throws(ImportError) -> JSONDocument,
        chats: (JSONDocument) throws(ImportError) -> [(name: ChatName, chat: Chat)]
    ) throws(ImportError) -> (Chat, JSONDocument) {
        var names: [ChatName] = []
        var found: [(chat: Chat, file: String)] = []
        var last: JSONDocument?
        for file in files {
            let document = try open(file, &sources)
            for (name, chat) in try chats(document) {
                names.append(name)
                found.append((chat, file))
            }
            last = document
        }
        let (chat, file) = found[try choose(names)]
        // Only one file is in memory at a time.
        if let last, last.file == file { return (chat, last) }
        return (chat, try open(file, &sources))
    }
}
