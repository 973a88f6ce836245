package import Conversation
package import Evidence
package import Layout

/// A request or an export as it came.
package struct ReceivedSource: Sendable {
    /// The file name of the conversation, if it was a file.
    package let name: String?
    package let bytes: [UInt8]

    package init(name: String?, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// The origin of a conversation, for evidence documents.
package struct JobOrigin: Sendable {
    /// A source whose digest is known, also where its bytes are not.
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

    /// The received source, as it came; without bytes for a folder.
    package var name: String?
    package var source: [UInt8]
    /// The facts that an earlier document states about the source; nil if the source itself
    /// provides them.
    package var known: KnownSource?
    /// The format as which it was read.
    package var format: String
    /// The program and its version.
    package var program: String
    package var look: String
    /// `page.size=letter` and the like, as they were asked for.
    package var settings: [String]
    /// The same for drawing it again.
    package var drawing: DrawingSettings
    /// Messages before any was left out.
    package var total: Int
    /// The count over all parts of a divided conversation; nil if it is not divided.
    package var inAllParts: Int?
    /// Messages in a row that were left out, and by what, in the order of the source.
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
