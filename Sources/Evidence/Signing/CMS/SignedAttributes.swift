import Basics

/// The signed attributes of PAdES (ETSI EN 319 142-1, 6.3; RFC 5652, 5.4): the document's digest
/// and the signer's certificate. They contain no time, because PAdES takes it from a timestamp
/// only.
package struct SignedAttributes: Sendable {
    /// The encoded elements of the set, in order.
    let content: [UInt8]

    /// The bytes to sign: the attributes as a set, although the message contains them as `[0]` (RFC
    /// 5652, 5.4).
    package var signed: [UInt8] { DER.value(.set, content) }

    /// The SHA-256 digest of the bytes to sign, for hardware tokens that sign digests.
    package var digest: [UInt8] { SignatureScheme.Digest.sha256.digest(of: signed[...]) ?? [] }

    /// Returns nil if libcrypto fails.
    ///
    /// - Parameter digest: the document's SHA-256 digest.
    package init?(of digest: [UInt8], by certificate: Certificate) {
        guard let print = try? SHA256.digest(of: certificate.bytes) else { return nil }
        // SHA-256 is the default and is omitted (RFC 5035, 4).
        let reference = DER.sequence(DER.sequence(DER.sequence(DER.octets(print))))
        content = DER.setContent([
            Self.attribute(.contentType, DER.identifier(.data)),
            Self.attribute(.messageDigest, DER.octets(digest)),
            Self.attribute(.signingCertificateV2, reference),
        ])
    }

    /// Returns the SHA-256 digest of a document in parts; nil if libcrypto fails.
    static func digest(
        of one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>
    ) -> [UInt8]? { SignatureScheme.Digest.sha256.digest(of: one, other) }

    private static func attribute(_ name: ObjectIdentifier, _ value: [UInt8]) -> [UInt8] {
        DER.sequence(DER.identifier(name), DER.set(value))
    }
}
