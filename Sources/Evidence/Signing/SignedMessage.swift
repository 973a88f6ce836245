import Basics
import CCrypto

/// The signed attributes of PAdES (ETSI EN 319 142-1, 6.3; RFC 5652, 5.4): the document's digest
/// and the signer's certificate. They contain no time, because PAdES takes it from a timestamp
/// only.
package struct SignedAttributes: Sendable {
    /// The encoded elements of the set, in order.
    fileprivate let content: [UInt8]
    /// The SHA-256 digest of the bytes to sign, for hardware tokens that sign digests.
    package let digest: [UInt8]

    /// The bytes to sign: the attributes as a set, although the message contains them as `[0]` (RFC
    /// 5652, 5.4).
    package var signed: [UInt8] { DER.value(0x31, content) }

    /// Returns nil if libcrypto fails.
    ///
    /// - Parameter digest: the document's SHA-256 digest.
    package init?(of digest: [UInt8], by certificate: Certificate) {
        guard let print = try? SHA256.digest(of: certificate.bytes) else { return nil }
        func attribute(_ name: Int32, _ value: [UInt8]) -> [UInt8] {
            DER.sequence(DER.identifier(name), DER.set(value))
        }
        // SHA-256 is the default and is omitted (RFC 5035, 4).
        let reference = DER.sequence(DER.sequence(DER.sequence(DER.octets(print))))
        content = DER.setContent([
            attribute(NID_pkcs9_contentType, DER.identifier(NID_pkcs7_data)),
            attribute(NID_pkcs9_messageDigest, DER.octets(digest)),
            attribute(NID_id_smime_aa_signingCertificateV2, reference),
        ])
        guard let own = try? SHA256.digest(of: DER.value(0x31, content)) else { return nil }
        self.digest = own
    }
}

/// SignedData of one signer with a detached document (RFC 5652, 5.1), as PAdES requires: with the
/// signer's certificate and its chain.
package struct SignedMessage {
    package let bytes: [UInt8]

    init(
        _ attributes: SignedAttributes, signature: [UInt8], by certificates: SigningCertificates
    ) {
        let own = certificates.own
        let signer = DER.sequence(
            DER.integer([1]), DER.sequence(own.issuer, own.serial), DER.algorithm(NID_sha256),
            DER.value(DER.context(0), attributes.content),
            certificates.scheme.algorithm, DER.octets(signature))
        let chain = DER.setContent(certificates.chain.map(\.bytes))
        let signedData = DER.sequence(
            DER.integer([1]), DER.set(DER.algorithm(NID_sha256)),
            // The document itself is not included.
            DER.sequence(DER.identifier(NID_pkcs7_data)), DER.value(DER.context(0), chain),
            DER.set(signer))
        bytes = DER.sequence(DER.identifier(NID_pkcs7_signed), DER.explicit(0, signedData))
    }

    /// Creates a message from an external signature over `SignedAttributes.signed`.
    ///
    /// - Parameter signature: in the encoding of libcrypto and most tokens. An ECDSA signature may
    ///   also consist of its two numbers only, as in PKCS#11.
    package init(
        about digest: [UInt8], by certificates: SigningCertificates, signature: [UInt8]
    ) throws(SigningFailure) {
        guard let attributes = SignedAttributes(of: digest, by: certificates.own) else {
            throw .refused
        }
        // r and s, concatenated at equal length, in ASN.1 (RFC 3279, 2.2.3).
        let half = signature.count / 2
        let numbers = DER.sequence(
            DER.integer(signature[..<half]), DER.integer(signature[half...]))
        let right = [signature, numbers].first {
            certificates.own.key.verifies($0, over: attributes.signed, certificates.scheme)
        }
        guard let right else { throw .refused }
        self.init(attributes, signature: right, by: certificates)
    }

    /// Checks a complete message of another program, which must be about this digest and verify
    /// with its own certificate.
    ///
    /// - Parameter bytes: the message in DER.
    package static func checked(_ bytes: [UInt8], about digest: [UInt8]) throws(SigningFailure)
        -> [UInt8]
    {
        guard let message = try? ParsedSignedData(bytes), message.isWhole(bytes),
            message.signedDigest == digest, message.digest == .sha256, message.isConsistent,
            message.namesCertificate, !message.statesTime, message.isSignedRight,
            message.signer?.key.isStrong ?? false
        else { throw .refused }
        return bytes
    }

    /// Adds a timestamp to a message as an unsigned attribute, which does not affect the signature
    /// (RFC 3161, appendix A). libcrypto would encode the rest of the message again.
    ///
    /// - Parameter message: starts with the message. Returns nil if the message already has
    ///   unsigned attributes.
    package static func adding(
        _ token: [UInt8], to message: [UInt8]
    ) throws(DERFault) -> [UInt8]? {
        let outer = try DERElement(message[...]).children
        guard let kind = outer.first, outer.count == 2 else { throw DERFault() }
        var data = try outer[1].only.children.map { Array($0.whole) }
        guard let last = data.popLast() else { throw DERFault() }
        let signer = try DERElement(all: last).only
        guard let end = try signer.children.last else { throw DERFault() }
        guard end.tag != DER.context(1) else { return nil }
        let unsigned = DER.value(
            DER.context(1),
            DER.sequence(DER.identifier(NID_id_smime_aa_timeStampToken), DER.set(token)))
        data.append(DER.set(DER.sequence(Array(signer.content), unsigned)))
        return DER.sequence(
            Array(kind.whole), DER.explicit(0, DER.value(0x30, data.flatMap { $0 })))
    }
}
