import Basics

extension JSONDocument {
    /// Returns the selected chat: an element of the array at a path, or a value that is itself a
    /// chat. Only this chat is built as a tree. The others are read without their heavy member.
    func pick(
        at path: [String] = [], heavy: String, _ builder: ConversationBuilder,
        name: (JSONValue) -> ChatName
    ) throws(ImportError) -> JSONValue {
        var names: [ChatName] = []
        var single: JSONValue?
        try visit(path) { reader throws(JSONError) in
            let isOneOfMany = holdsLines ? true : try reader.peek() == .array
            guard isOneOfMany else {
                single = try tree(from: &reader)
                return
            }
            try elements(of: &reader) { reader throws(JSONError) in
                guard try reader.peek() == .object else { return try reader.skip() }
                names.append(name(try reader.members(without: [heavy])))
            }
        }
        if let single { return single }
        let index = try builder.choose(names)
        var place = 0
        var chosen: JSONValue?
        try visit(path) { reader throws(JSONError) in
            try elements(of: &reader) { reader throws(JSONError) in
                guard try reader.peek() == .object else { return try reader.skip() }
                if place == index {
                    chosen = try tree(from: &reader)
                } else {
                    try reader.skip()
                }
                place += 1
            }
        }
        return chosen ?? .null
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
