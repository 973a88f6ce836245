/// How a language tells one kind of event. `{actor}` did it, to `{targets}`.
struct SystemSentence: Sendable {
    /// Nobody is named.
    let bare: String
    let byActor: String
    let both: String?
    let onTargets: String?

    init(_ bare: String, by byActor: String, both: String? = nil, on onTargets: String? = nil) {
        self.bare = bare
        self.byActor = byActor
        self.both = both
        self.onTargets = onTargets
    }
}
