/// Why nothing can be signed with the files that were named.
package enum KeyFault: Error, Sendable, Equatable {
    package enum Role: Sendable { case key, certificate, passphrase }

    /// A certificate or a passphrase without a key, or a key without a certificate.
    case missing(Role)
    case unreadable(Role, path: String)
    /// It was read, and is of another form.
    case malformed(Role, path: String)
    /// No such file is so large.
    case tooLarge(path: String, limit: Int)
    /// It is encrypted, and no passphrase was given.
    case wantsPassphrase(path: String)
    case wrongPassphrase(path: String)
    /// It holds nothing of the kind.
    case empty(Role, path: String)
    /// None of the certificates is the key's.
    case noFit(path: String)
    case weak(bits: Int)
    case unsupported(kind: String)
    case expired(subject: String)
    case notYetValid(subject: String)
    case notForSigning(subject: String)
    /// The signature has more bytes than there is room.
    case noRoom(needed: Int, room: Int)
    /// libcrypto makes no signature with it.
    case refused
}
