package import Conversation

/// Facts about the source of an evidence document; nil for facts that were not given.
package struct EvidenceFacts: Sendable {
    /// The source from which the conversation was read.
    package struct Source: Sendable {
        package var name: String?
        package var bytes: Int?
        /// SHA-256 in hexadecimal digits.
        package var digest: String?
        /// Whether size and digest are known and not told: from them what is redacted could be
        /// found by trying.
        package var isWithheld = false

        package init() {}
    }

    package var source = Source()
    /// The format as which the source was read.
    package var format: String?
    /// The program and its version.
    package var program: String
    package var look: String
    /// `page.size=letter` and the like, as they were asked for.
    package var settings: [String] = []
    package var created: Moment?
    /// The last link of the chain of digests.
    package var chain: String
    /// The version of the rules for time zones.
    package var zoneData: String?
    /// The clock changes during the conversation.
    package var clockChanges: [ClockChange] = []
    /// The number of messages before filtering.
    package var total: Int
    /// Places in messages that are shown otherwise.
    package var redactedPlaces = 0
    /// The redacted places by reason code.
    package var redactedFor: [(reason: String, places: Int)] = []
    /// The number of places hidden because they contain only a part of a name; nil unless
    /// requested.
    package var redactedByParts: Int?
    /// The number of words that resemble a redacted name and were kept; nil unless requested.
    package var similarWords: Int?
    /// Messages that other parts of the same conversation have.
    package var inOtherParts = 0

    /// The pictures that messages show, in the order in which they first do.
    package var exhibits: [Exhibit] = []

    package init(program: String, look: String, chain: String, total: Int) {
        self.program = program
        self.look = look
        self.chain = chain
        self.total = total
    }
}

/// A table of what a document tells of itself.
package struct FactTable: Sendable, Equatable {
    let title: String
    /// Empty where each row's first cell heads it.
    let head: [String]
    let rows: [[String]]
}
