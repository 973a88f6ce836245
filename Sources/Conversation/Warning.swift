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
        /// How much a rule hid.
        case redaction
        /// How much a filter left out.
        case filter
    }

    package let kind: Kind
    /// JSON Pointer, empty for the whole.
    package let pointer: String
    package let detail: String

    package init(_ kind: Kind, at pointer: String, _ detail: String) {
        self.kind = kind
        self.pointer = pointer
        self.detail = detail
    }
}
