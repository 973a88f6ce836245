import Basics

/// The messages of a chat that consist of words in angle brackets: WhatsApp's placeholder of a
/// missing file, or a person's own words.
///
/// A chat has one placeholder, because the phone that exports it has one language. A placeholder in
/// an unknown language is recognized by its marks, or because several people "wrote" it.
struct WhatsAppBracketedWords {
    private struct Use {
        let author: Int
        var count = 0
        var hasSeveralAuthors = false
        /// Whether a direction mark is beside the opening bracket, as on iPhones.
        var isMarked = false
    }

    private let phrases: WhatsAppPhrases
    private var uses: [String: Use] = [:]
    private var hasKnownPlaceholder = false

    init(_ phrases: WhatsAppPhrases) { self.phrases = phrases }

    /// Notes a message if it consists of words in brackets.
    mutating func note(_ raw: String, by author: Int) {
        let text = Marks.plain(raw[...]).trimmingBlanks()
        guard text.utf8.first == UInt8(ascii: "<"), text.utf8.last == UInt8(ascii: ">") else {
            return
        }
        if phrases.isMediaOmitted(text.dropFirst().dropLast()) { hasKnownPlaceholder = true }
        var use = uses[text] ?? Use(author: author)
        use.count += 1
        if use.author != author { use.hasSeveralAuthors = true }
        if WhatsAppFileLine.hasMarkedBracket(raw) { use.isMarked = true }
        uses[text] = use
    }

    /// Returns the placeholders in unknown words, and the number of messages that may be others.
    ///
    /// - Parameter isAndroid: whether the lines have the form in which placeholders have no marks.
    func placeholders(isAndroid: Bool) -> (texts: Set<String>, doubtful: Int) {
        let repeated = uses.filter { $0.value.count > 1 }
        let marked = Set(repeated.filter(\.value.isMarked).keys)
        guard isAndroid, marked.isEmpty, !hasKnownPlaceholder else { return (marked, 0) }
        let likely = uses.keys.filter { phrases.mayBeMediaOmitted($0.dropFirst().dropLast()) }
        if !likely.isEmpty { return (Set(likely), 0) }
        let sentences = repeated.filter { Self.isSentence($0.key) }
        let shared = sentences.filter(\.value.hasSeveralAuthors)
        if sentences.count == 1, !shared.isEmpty { return (Set(shared.keys), 0) }
        return ([], sentences.values.reduce(0) { $0 + $1.count })
    }

    /// Returns whether a text has the form of a placeholder: a capital letter, if its script has
    /// them, and several words, or several letters of a script that has no spaces.
    private static func isSentence(_ text: String) -> Bool {
        guard let first = text.dropFirst().first, first.isLetter, !first.isLowercase else {
            return false
        }
        if text.holds(" ") { return true }
        // From Thai on; not emoji.
        let letters = text.unicodeScalars.lazy.filter {
            $0.value >= 0x0E00 && $0.properties.isAlphabetic
        }
        return letters.prefix(4).count == 4
    }
}
