/// Phrases with a number in them, `{n}`.
enum CountedPhrase: String, CaseIterable, Sendable {
    case votes
    case voters
    case replies
    case photos
    case unread
    /// After a list of names or things that was cut short.
    case more
}
