/// The fixed phrases of transcripts in one language. A class, because every card and row holds a
/// reference.
package final class InterfaceLanguage: Sendable {
    /// The BCP 47 tag, such as `de` or `zh-Hans`.
    let tag: String
    package let isRightToLeft: Bool
    let plurals: PluralRule
    private let phrases: [String]
    private let counted: [PluralForms]
    let events: [String: EventSentence]
    /// Lowercase everyday words that may also be part of a person's name or of an address book
    /// entry.
    package let everydayWords: [String]

    /// - Parameter counted: the counted phrases in the order of `CountedPhrase`, as `phrases` in
    ///   that of `Phrase`.
    init(
        tag: String, isRightToLeft: Bool, plurals: PluralRule, phrases: [String],
        counted: [PluralForms], events: [String: EventSentence], everydayWords: [String]
    ) {
        self.tag = tag
        self.isRightToLeft = isRightToLeft
        self.plurals = plurals
        self.phrases = phrases
        self.counted = counted
        self.events = events
        self.everydayWords = everydayWords
    }

    package subscript(phrase: Phrase) -> String { phrases[phrase.rawValue] }

    /// Returns the form for a number, with the placeholder `{n}` not yet replaced.
    package subscript(phrase: CountedPhrase, number: Int) -> String {
        counted[phrase.rawValue][plurals.category(of: number)]
    }

    package func sentence(_ event: String) -> EventSentence? { events[event] }
}
