import Encodings

/// Something the caller may want to know about a conversation that was read all the same.
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
        case ignoredValue = "ignored-value"
        case leftOut = "left-out"
        case emptyMessage = "empty-message"
        case missingLetter = "missing-letter"
        case missingFont = "missing-font"
        /// The count of a rule.
        case redaction
        /// Words that resemble what a rule hid and were left; only for the caller, never in an
        /// output.
        case similarName = "similar-name"
        /// The count of a filter.
        case filter
    }

    package let kind: Kind
    /// JSON Pointer, empty for the whole.
    package let pointer: String
    package let detail: String
    /// The known name that was misspelt, perhaps.
    package let meant: String?

    package init(_ kind: Kind, at pointer: String, _ detail: String, meant: String? = nil) {
        self.kind = kind
        self.pointer = pointer
        self.detail = detail
        self.meant = meant
    }

    /// Describes an unknown name, with the known one that it resembles.
    package init(
        unknown subject: String, _ name: String, at pointer: String, among known: [String]
    ) {
        let meant = NearestName.of(name, among: known)
        self.init(
            .unknownField, at: pointer,
            "\(subject) \(FieldReader.quoted(name)) is not known and was ignored"
                + (meant.map { "; did you mean \"\($0)\"?" } ?? ""), meant: meant)
    }
}
