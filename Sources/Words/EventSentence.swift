/// The sentence for one kind of event in one language. `{actor}` did it, to `{targets}`.
package struct EventSentence: Sendable, Equatable {
    /// Nobody is named.
    package let bare: String
    package let byActor: String
    package let both: String?
    package let onTargets: String?
}
