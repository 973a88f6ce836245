import Basics

/// A stream of the document that is not compressed yet, so that any worker can compress it.
package struct PendingStream: Sendable {
    enum Kind {
        case page
        /// The first object begins at the offset `first`.
        case objects(count: Int, first: Int)
    }

    let reference: PDFReference
    let kind: Kind
    let bytes: [UInt8]

    package func deflated(by caches: DocumentCaches) -> DeflatedStream {
        DeflatedStream(reference: reference, kind: kind, bytes: caches.zlib.compress(bytes))
    }
}

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
