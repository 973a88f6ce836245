/// The reason why the configured files cannot be used for signing.
package enum KeyFault: Error, Sendable, Equatable {
    package enum Role: Sendable { case key, certificate, passphrase }

    /// There is a certificate or a passphrase without a key, or a key without a certificate.
    case missing(Role)
    case unreadable(Role, path: String)
    /// The file has an unexpected format.
    case malformed(Role, path: String)
    /// The file is larger than any valid one.
    case tooLarge(path: String, limit: Int)
    /// The file is encrypted, and no passphrase was given.
    case wantsPassphrase(Role, path: String)
    case wrongPassphrase(path: String)
    /// The file contains no key, certificate or passphrase.
    case empty(Role, path: String)
    /// None of the certificates belongs to the key.
    case noFit(path: String)
    case weak(bits: Int)
    case unsupported(kind: String)
    case expired(subject: String)
    case notYetValid(subject: String)
    case notForSigning(subject: String)
    /// The certificate of the issuer is in the chain, but did not sign the certificate.
    case brokenChain(subject: String)
    /// The signature is larger than the reserved space.
    case noRoom(needed: Int, room: Int)
    /// libcrypto cannot sign with the key.
    case refused
}
