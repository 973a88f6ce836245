/// Signs documents with a key in this process or elsewhere.
package protocol DocumentSigner: Sendable {
    /// The number of bytes that a document reserves for the signature.
    var room: Int { get }

    /// The signer's name in the certificate; nil if it is unknown.
    var name: String? { get }

    /// Returns the signed message (CMS) about a document. The digest is the SHA-256 of the document
    /// without the reserved space.
    func message(about digest: [UInt8]) throws(SigningFailure) -> [UInt8]
}

/// The reason why a document could not be signed. A document that was to be signed is never sent
/// unsigned.
package enum SigningFailure: Error, Sendable, Hashable {
    case expired, notYetValid
    case noRoom(needed: Int, room: Int)
    /// libcrypto made no signature, or one that does not verify with its certificate.
    case refused
    /// The process with the key no longer responds.
    case gone
    case timestamp(TimestampFault)
}
