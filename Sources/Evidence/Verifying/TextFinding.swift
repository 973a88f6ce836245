import Basics

/// The result of comparing the text of a document's pages with the conversation inside.
package struct TextFinding: Sendable {
    /// The number of messages whose text was searched for, and of those found at their position.
    var messages = 0
    var found = 0
    /// The numbers of the first messages that were not found.
    var missing: [Int] = []

    /// The numbers of the first pages whose fonts or operators cannot be read. If there are any, no
    /// messages are searched for.
    var unreadable: [Int] = []

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("messages", messages)
            writer.member("found", found)
            if !unreadable.isEmpty { writer.member("unreadable_pages", unreadable) }
            if !missing.isEmpty { writer.member("missing", missing) }
        }
    }

    /// The finding as a line for a terminal.
    package var words: String {
        "read from the pages: the text of \(found) of \(messages) messages"
    }
}
