/// One language's words. Each is a table of its own; the closed keys make the compiler find what is
/// missing.
protocol Vocabulary {
    static var plurals: PluralRule { get }

    static func phrase(_ phrase: Phrase) -> String
    static func counted(_ phrase: CountedPhrase) -> PluralForms
    static func sentence(_ action: SystemAction) -> SystemSentence
}
