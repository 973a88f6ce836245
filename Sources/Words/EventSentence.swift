/// How a language tells one kind of event. `{actor}` did it, to `{targets}`.
package struct EventSentence: Sendable, Equatable {
    /// Nobody is named.
    package let bare: String
    package let byActor: String
    package let both: String?
    package let onTargets: String?
}
