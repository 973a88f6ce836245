/// One foreign format: its name, how to tell it, how to read it.
package struct Importer: Sendable {
    /// What `from` takes.
    package let name: String
    package let title: String
    /// One line: which files of which program.
    package let summary: String
    /// Whether an export looks like this format, and which of its files hold the chat.
    let recognize: @Sendable (Probe) -> Claim?
    let read:
        @Sendable (inout SourceFiles, Claim, inout ConversationBuilder) throws(ImportError) -> Void
}
