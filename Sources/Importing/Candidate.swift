/// A format that an export may be of.
package struct Candidate: Sendable, Equatable {
    package let importer: String
    package let confidence: Confidence

    package init(importer: String, confidence: Confidence) {
        self.importer = importer
        self.confidence = confidence
    }
}
