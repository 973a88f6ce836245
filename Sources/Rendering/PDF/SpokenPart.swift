import Cairo

/// One part of a document's structure in the order in which it was opened, with what cairo cannot write:
/// the finishing pass finds the parts again in the same order.
struct SpokenPart: Sendable {
    let tag: Canvas.Tag
    /// The exact text, or the words for a figure.
    let text: String
    let language: String?
}
