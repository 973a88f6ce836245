import Basics

/// A stream of the document that is not compressed yet, so that any worker can compress it.
package struct PendingStream: Sendable {
    enum Kind {
        /// The content of a page.
        case page
        /// Packed objects, of which the first begins at this offset.
        case objects(count: Int, first: Int)
    }

    let reference: PDFReference
    let kind: Kind
    let bytes: [UInt8]

    package func deflated(by caches: DocumentCaches) -> DeflatedStream {
        DeflatedStream(reference: reference, kind: kind, bytes: caches.zlib.compress(bytes))
    }
}

/// A compressed stream, ready for the document.
package struct DeflatedStream: Sendable {
    let reference: PDFReference
    let kind: PendingStream.Kind
    let bytes: [UInt8]
}

extension PendingStream.Kind {
    func write(to entries: inout PDFMarkup) {
        guard case .objects(let count, let first) = self else { return }
        entries.raw("/Type/ObjStm/N ")
        entries.integer(count)
        entries.raw("/First ")
        entries.integer(first)
    }
}
