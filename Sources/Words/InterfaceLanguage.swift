/// One language's words for all that a transcript says of its own. A class, since every card and
/// row carries it.
package final class InterfaceLanguage: Sendable {
    /// BCP 47, such as `de` or `zh-Hans`.
    package let tag: String
    package let isRightToLeft: Bool
    let plurals: PluralRule
    private let phrases: [String]
    private let counted: [PluralForms]
    let events: [String: EventSentence]
    /// Everyday words, in lower case, that may be a part of a person's name or of an entry in an
    /// address book.
    package let everydayWords: [String]

    /// - Parameter counted: as many as there are counted phrases, in their order, as for `phrases`.
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

    /// With the place for the number, `{n}`, still in it.
    package subscript(phrase: CountedPhrase, number: Int) -> String {
        counted[phrase.rawValue][plurals.category(of: number)]
    }

    package func sentence(_ event: String) -> EventSentence? { events[event] }
}
