import Basics

/// The content of a drawn page, not yet compressed, so that any worker can compress it.
package struct PageStream: Sendable {
    let reference: PDFReference
    let bytes: [UInt8]

    package func deflated(by caches: DocumentCaches) -> DeflatedPageStream {
        DeflatedPageStream(reference: reference, bytes: caches.zlib.compress(bytes))
    }
}

/// The compressed content of a page, ready for the document.
package struct DeflatedPageStream: Sendable {
    let reference: PDFReference
    let bytes: [UInt8]
}
