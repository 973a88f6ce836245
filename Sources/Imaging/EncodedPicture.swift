/// A picture's bytes as they came, and what its headers say: for outputs that pass it on undecoded.
package struct EncodedPicture: Sendable {
    package let bytes: [UInt8]
    package let facts: PictureFacts

    package init(bytes: [UInt8], facts: PictureFacts) {
        self.bytes = bytes
        self.facts = facts
    }
}
