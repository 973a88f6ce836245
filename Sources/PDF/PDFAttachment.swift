/// A file inside a document, such as the conversation that was drawn.
package struct PDFAttachment: Sendable {
    package let name: String
    package let mediaType: String
    package let words: String
    package let bytes: [UInt8]

    /// - Parameter words: what the file is, for a person.
    package init(name: String, mediaType: String, words: String, bytes: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.words = words
        self.bytes = bytes
    }
}
