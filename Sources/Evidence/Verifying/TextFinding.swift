package import JSON

/// How the text of a document's pages compares with the conversation inside.
package struct TextFinding: Sendable {
    /// Messages whose text was looked for, and those of them whose text the pages show in its
    /// place.
    package internal(set) var messages = 0
    package internal(set) var found = 0
    /// The numbers of the others, of which the first are listed.
    package internal(set) var missing: [Int] = []

    /// The numbers of pages whose fonts or operators cannot be read, of which the first are listed.
    /// No message is looked for in a document that has one.
    package internal(set) var unreadable: [Int] = []

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("messages", messages)
            writer.member("found", found)
            if !unreadable.isEmpty { writer.member("unreadable_pages", unreadable) }
            if !missing.isEmpty { writer.member("missing", missing) }
        }
    }

    /// A line for a terminal.
    package var words: String {
        "read from the pages: the text of \(found) of \(messages) messages"
    }
}
