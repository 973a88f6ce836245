/// An importer's word that it can read an export.
struct Claim: Sendable, Equatable {
    var confidence: Confidence
    /// The files that hold the chats, in the order to read them.
    var files: [String]

    init(_ confidence: Confidence, _ files: [String]) {
        self.confidence = confidence
        self.files = files
    }
}
