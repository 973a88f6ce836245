package import JSON

/// Why bytes are not a conversation that can be rendered.
package enum ConversationError: Error, Sendable, Hashable {
    case json(JSONError)
    /// In the order of the document; the first twenty.
    case invalid([FieldFault])
    /// More of something than the limit; reading stopped there.
    case tooMany(Limits.Setting, limit: Int, pointer: String)
    /// `options.strict` is set, and there were warnings (the first hundred, and how many in all).
    case strict([Warning], count: Int)
    /// Whoever asked does not want it any more, or has no more time.
    case stopped
}
