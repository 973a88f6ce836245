package import Basics

/// A remark to the caller about a conversation that was decoded all the same.
package struct Warning: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        case unknownField = "unknown-field"
        case duplicateKey = "duplicate-key"
        case unknownKind = "unknown-kind"
        case unknownSender = "unknown-sender"
        case missingMedia = "missing-media"
        case remoteMedia = "remote-media"
        case guessedSides = "guessed-sides"
        case badTime = "bad-time"
        case unsupported = "unsupported"
        case importing = "import"
        /// The recognized format of an export. `strict` accepts it, because nothing is wrong.
        case recognized
        case ignoredValue = "ignored-value"
        case leftOut = "left-out"
        case emptyMessage = "empty-message"
        case missingLetter = "missing-letter"
        case missingFont = "missing-font"
        /// The number of matches of a redaction rule.
        case redaction
        /// Words that resemble redacted ones and were kept. Only reported to the caller, never in
        /// an output.
        case similarName = "similar-name"
        /// The number of messages that a filter omitted.
        case filter
    }

    package let kind: Kind
    /// The JSON Pointer of the place, or empty for the whole request.
    package let pointer: String
    package let words: Explanation.Sentence
    /// The known name that the caller may have misspelled.
    package let meant: String?

    package init(
        _ kind: Kind, at pointer: String, words: Explanation.Sentence, meant: String? = nil
    ) {
        self.kind = kind
        self.pointer = pointer
        self.words = words
        self.meant = meant
    }

    /// - Parameter detail: the text, in which names of options are in backticks.
    package init(_ kind: Kind, at pointer: String, _ detail: String, meant: String? = nil) {
        self.init(kind, at: pointer, words: Explanation.Sentence(warning: detail), meant: meant)
    }

    package var detail: String { words.text() }

    package var sentence: String { pointer.isEmpty ? detail : pointer + ": " + detail }

    init(
        unknown subject: Explanation.Sentence, _ name: String, at pointer: String,
        among known: [String]
    ) {
        let meant = NearestName.closest(to: name, in: known)
        self.init(
            .unknownField, at: pointer,
            words:
                "\(subject) is unknown and was ignored\(meant.map { "; did you mean \"\($0)\"?" } ?? "")",
            meant: meant)
    }
}
