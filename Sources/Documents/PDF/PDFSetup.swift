package import Basics
package import Evidence
package import Fonts

/// The properties of a document that are not drawn.
package struct PDFSetup: Sendable {
    package var title: String
    /// The number of the first page. Parts of a conversation continue the numbering.
    package var firstPage: Int
    /// The prefix of page numbers. Page labels then equal the stamped numbers.
    package var pagePrefix: (@Sendable (Int) -> String)?
    /// The language as a BCP 47 tag.
    package var language: String
    var author: String?
    package var subject: String?
    package var keywords: [String] = []
    /// The creation date in ISO 8601 (`2026-05-31T09:40:00Z`); nil if unknown. It comes from the
    /// caller and never from the clock, so that the same input gives the same bytes.
    package var created: String?
    /// Links to other pages are omitted, because they are in other documents.
    package var isAlone = false
    /// The program's name and version.
    var producer: String
    package var standard: Standard?
    /// PDF/A does not allow encryption.
    package var lock: DocumentLock?
    package var attachments: [PDFAttachment]
    /// An archival document's own metadata beyond the standard schemas.
    package var schema: MetadataSchema?
    package var signature: PDFSignature?

    package init(
        title: String, firstPage: Int = 1, language: String, author: String? = nil,
        created: String?, producer: String,
        isArchival: Bool = false, attachments: [PDFAttachment] = []
    ) {
        self.title = title
        self.firstPage = firstPage
        self.language = language
        self.author = author
        self.created = created
        self.producer = producer
        standard = isArchival ? .pdfA3 : nil
        self.attachments = attachments
    }

    package enum Standard: Sendable, Equatable {
        /// PDF/A-3a, PDF/A-3u and PDF/UA-1.
        case pdfA3
        /// PDF/A-4f and PDF/UA-2.
        case pdfA4
    }

    var isSealed: Bool { schema?.properties.contains(.seal) ?? false }

    /// Whether the document conforms to PDF/A, with attached files and an output intent.
    var isArchival: Bool { standard != nil }

    /// Whether the document is PDF 2.0 (ISO 32000-2).
    var isSecond: Bool { standard == .pdfA4 }
}

/// A signature over the whole document, after which no changes are permitted (ISO 32000-1, 12.8).
package struct PDFSignature: Sendable {
    let signer: any DocumentSigner
    package var reason: String?
    package var location: String?
    package var name: String?
    /// Whether a block of a page is the signature's appearance.
    package var isShown = false

    package init(by signer: any DocumentSigner) { self.signer = signer }
}

/// Custom properties, described as PDF/A requires (ISO 19005-3, 6.6.2.3.3).
package struct MetadataSchema: Sendable {
    package struct Property: Sendable, Equatable {
        let name: String
        let words: String
        let value: String

        /// The document's length and digest, written once the document is complete.
        package static let seal = Property(
            "seal", FileSeal.placeholder,
            words: "Length and SHA-256 of this file with zeros in their place")

        package init(_ name: String, _ value: String, words: String) {
            self.name = name
            self.value = value
            self.words = words
        }
    }

    let words: String
    let namespace: String
    let prefix: String
    let properties: [Property]

    package init(
        _ words: String, namespace: String, prefix: String, properties: [Property]
    ) {
        self.words = words
        self.namespace = namespace
        self.prefix = prefix
        self.properties = properties
    }
}

package struct PDFAttachment: Sendable {
    let name: String
    let mediaType: String
    let words: String
    package let bytes: [UInt8]
    let relationship: Relationship
    /// The subjects of the blocks that the file belongs to.
    let subjects: [Int]
    /// The compressed bytes, if they were made in advance.
    private(set) var deflated: [UInt8]?

    /// Whether the file is included as received and may contain anything.
    package var isAsReceived = false
    /// Returns the file's bytes if they depend on the fonts of the pages.
    package var completion: (@Sendable ([FontSource]) -> [UInt8])?

    var isPacked: Bool {
        let packed = ["image/", "video/", "audio/", "application/zip"]
        return packed.contains { mediaType.hasPrefix($0) } && mediaType != "audio/wav"
    }

    /// The relationship of an attachment to the document's content (ISO 19005-3, 6.8).
    package enum Relationship: Sendable {
        case source
        /// The content as data for programs.
        case data
        case supplement
    }

    package init(
        name: String, mediaType: String, words: String, bytes: [UInt8],
        relationship: Relationship = .source, subjects: [Int] = []
    ) {
        self.relationship = relationship
        self.subjects = subjects
        self.name = name
        self.mediaType = mediaType
        self.words = words
        self.bytes = bytes
    }

    package mutating func deflate(by caches: DocumentCaches) {
        deflated = caches.zlib.compress(bytes)
    }
}

/// Always a bug in Chatprint or a lack of memory, never the caller's fault.
package enum PDFFault: Error, Hashable {
    case font(FontFailure)
    case colorProfile
    case digest
    case lock
    case signature(SigningFailure)
    /// The receiver no longer accepts bytes.
    case sink(SinkFailure)
    case stopped
}
