package import Conversation
package import Evidence
package import Layout

/// A request or an export as received.
package struct ReceivedSource: Sendable {
    /// The name of the conversation's file, if it came as a file.
    package let name: String?
    package let bytes: [UInt8]

    package init(name: String?, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// The origin of a conversation, for evidence documents.
package struct JobOrigin: Sendable {
    /// A source with a known digest, even if its bytes are not available.
    package struct KnownSource: Sendable {
        package let bytes: [UInt8]?
        package let type: String
        package let content: Manifest.File.Content

        package init(bytes: [UInt8]?, type: String, content: Manifest.File.Content) {
            self.bytes = bytes
            self.type = type
            self.content = content
        }
    }

    /// The source as received; empty for a folder.
    package var name: String?
    package var source: [UInt8]
    /// The facts that an earlier document records about the source; nil if the source itself is
    /// available.
    package var known: KnownSource?
    /// The source's format.
    package var format: String
    /// The name and version of the program.
    package var program: String
    package var look: String
    /// The requested settings, such as `page.size=letter`.
    package var settings: [String]
    /// The settings for drawing the document again.
    package var drawing: DrawingSettings
    /// The number of messages before filtering.
    package var total: Int
    /// The number of messages in all parts of a divided conversation; nil if it is not divided.
    package var inAllParts: Int?
    /// The ranges of omitted messages and their criteria, in the order of the source.
    package var gaps: [SheetFacts.Gap] = []

    package init(
        name: String?, source: [UInt8], format: String, program: String, look: String,
        settings: [String], drawing: DrawingSettings, total: Int
    ) {
        self.name = name
        self.source = source
        self.format = format
        self.program = program
        self.look = look
        self.settings = settings
        self.drawing = drawing
        self.total = total
    }
}
