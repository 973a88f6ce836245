/// What a document says about itself; none of it is drawn.
package struct PDFSetup: Sendable {
    package var title: String
    /// BCP 47.
    package var language: String
    package var author: String?
    /// When the document was made, ISO 8601 (`2026-05-31T09:40:00Z`); nil where nobody said. The same
    /// moment gives the same bytes, so it comes from the caller and never from a clock.
    package var created: String?
    /// The program and its version.
    package var producer: String
    /// Whether it claims PDF/A-3a, PDF/A-3u and PDF/UA-1, and holds what they ask for.
    package var isArchival: Bool
    /// Files that travel inside an archival document.
    package var attachments: [PDFAttachment]

    package init(
        title: String, language: String, author: String? = nil, created: String?, producer: String,
        isArchival: Bool = false, attachments: [PDFAttachment] = []
    ) {
        self.title = title
        self.language = language
        self.author = author
        self.created = created
        self.producer = producer
        self.isArchival = isArchival
        self.attachments = attachments
    }
}
