package import Imaging
package import Scene

/// Holds the pictures of a document: their pixels, and their bytes as they came.
package protocol PDFPictureLookup: PictureLookup {
    /// Nil for a picture that cannot be had.
    func encoded(_ id: PictureID) -> EncodedPicture?
}

/// A picture's bytes as they came, and what its headers say.
package struct EncodedPicture: Sendable {
    package let bytes: [UInt8]
    package let facts: PictureFacts

    package init(bytes: [UInt8], facts: PictureFacts) {
        self.bytes = bytes
        self.facts = facts
    }
}
