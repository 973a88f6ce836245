package import Layout

/// A request or an export as it came.
package struct ReceivedSource: Sendable {
    /// What it was called, where it came as a file.
    package let name: String?
    package let bytes: [UInt8]

    package init(name: String?, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// Where a conversation comes from, for documents that have to prove it.
package struct JobOrigin: Sendable {
    /// What was received, as it came; no bytes where it was a folder.
    package var name: String?
    package var source: [UInt8]
    /// What it was read as.
    package var format: String
    /// The program and its version.
    package var program: String
    package var look: String
    /// `page.size=letter` and the like, as they were asked for.
    package var settings: [String]
    /// Messages before any was left out.
    package var total: Int
    /// Those that all parts of a divided conversation have together; nil where it is not divided.
    package var inAllParts: Int?
    /// Messages in a row that were left out, and by what, in the order of the source.
    package var gaps: [SheetFacts.Gap] = []

    package init(
        name: String?, source: [UInt8], format: String, program: String, look: String,
        settings: [String], total: Int
    ) {
        self.name = name
        self.source = source
        self.format = format
        self.program = program
        self.look = look
        self.settings = settings
        self.total = total
    }
}
