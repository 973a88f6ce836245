import Evidence
import Layout
import Model

/// A request or an export as received.
package struct ReceivedSource: Sendable {
    /// The name of the conversation's file, if it came as a file.
    let name: String?
    let bytes: [UInt8]
}

/// The origin of a conversation, for evidence documents.
package struct JobOrigin: Sendable {
    /// A source with a known digest, even if its bytes are not available.
    struct KnownSource: Sendable {
        let bytes: [UInt8]?
        let type: String
        let content: Manifest.File.Content
    }

    /// The source as received; empty for a folder.
    var name: String?
    var source: [UInt8]
    /// The facts that an earlier document records about the source; nil if the source itself is
    /// available.
    var known: KnownSource?
    /// The source's format.
    var format: String
    /// The name and version of the program.
    var program: String
    var look: String
    /// The requested settings, such as `page.size=letter`.
    var settings: [String]
    /// The settings for drawing the document again.
    var drawing: DrawingSettings
    /// The number of messages before filtering.
    var total: Int
    /// The number of messages in all parts of a divided conversation; nil if it is not divided.
    var inAllParts: Int?
    /// The ranges of omitted messages and their criteria, in the order of the source.
    var gaps: [SheetFacts.Gap] = []
}
