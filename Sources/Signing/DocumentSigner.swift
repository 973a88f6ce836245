/// Who signs documents: whoever has the key, in this process or another.
package protocol DocumentSigner: Sendable {
    /// The number of bytes that a document reserves for the signature.
    var room: Int { get }

    /// Who signs, as a certificate says it; nil if that is not known.
    var name: String? { get }

    /// The signed message about a document, by the SHA-256 of all of it but the room.
    func message(about digest: [UInt8]) throws(SigningFailure) -> [UInt8]
}

/// Why a document could not be signed. What was to be signed and is not never leaves as a document.
package enum SigningFailure: Error, Sendable, Hashable {
    case expired, notYetValid
    case noRoom(needed: Int, room: Int)
    /// libcrypto made no signature, or none that its own certificate proves.
    case refused
    /// Whoever has the key does not answer any more.
    case gone
    case timestamp(TimestampFault)
}
