/// The sentences for one kind of event in one language. `{actor}` is who acted, `{targets}` who is
/// affected.
package struct EventSentence: Sendable, Equatable {
    /// The sentence without names.
    package let bare: String
    package let byActor: String
    package let both: String?
    package let onTargets: String?
}
