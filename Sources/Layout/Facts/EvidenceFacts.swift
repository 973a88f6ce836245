package import Model

/// Facts about the source of an evidence document; a fact that was not provided is nil.
package struct EvidenceFacts: Sendable {
    package struct Source: Sendable {
        package var name: String?
        package var bytes: Int?
        /// The source's SHA-256 digest in hexadecimal.
        package var digest: String?
        /// Whether size and digest are known but withheld. Redacted content could be guessed and
        /// checked against them.
        package var isWithheld = false

        package init() {}
    }

    package var source = Source()
    /// The source's format.
    package var format: String?
    /// The name and version of the program.
    var program: String
    var look: String
    /// The requested settings, such as `page.size=letter`.
    package var settings: [String] = []
    package var created: Moment?
    /// The last digest of the chain.
    package var chain: String
    /// The version of the time zone rules.
    package var zoneData: String?
    package var clockChanges: [ClockChange] = []
    /// The number of messages before filtering.
    var total: Int
    /// The number of redacted places within messages.
    package var redactedPlaces = 0
    /// The redacted places by reason code.
    package var redactedFor: [(reason: String, places: Int)] = []
    /// The number of places redacted for containing only part of a name; nil unless requested.
    package var redactedByParts: Int?
    /// The number of words similar to a redacted name that were kept; nil unless requested.
    package var similarWords: Int?
    /// The number of messages in other parts of the same conversation.
    package var inOtherParts = 0

    /// The pictures that messages show, in order of first appearance.
    package var exhibits: [Exhibit] = []

    package init(program: String, look: String, chain: String, total: Int) {
        self.program = program
        self.look = look
        self.chain = chain
        self.total = total
    }
}

package struct FactTable: Sendable, Equatable {
    let title: String
    /// The header row; empty if each row's first cell is its header.
    let head: [String]
    let rows: [[String]]
}
