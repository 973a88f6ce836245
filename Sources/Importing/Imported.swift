package import Conversation

/// A foreign export, read.
package struct Imported: Sendable {
    package let conversation: Conversation
    /// The importer that read it.
    package let importer: String
    /// What the export may have been, the surest first; one entry where the caller named the
    /// format.
    package let candidates: [Candidate]
    package let warnings: [Warning]
}
