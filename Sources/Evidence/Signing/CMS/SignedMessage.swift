/// SignedData of one signer with a detached document (RFC 5652, 5.1), as PAdES requires: with the
/// signer's certificate, its chain, and optionally a timestamp.
package struct SignedMessage {
    let attributes: SignedAttributes
    let signature: [UInt8]
    let certificates: SigningCertificates
    /// An RFC 3161 token over the signature.
    let timestamp: [UInt8]?

    init(
        attributes: SignedAttributes, signature: [UInt8], certificates: SigningCertificates,
        timestamp: [UInt8]? = nil
    ) {
        self.attributes = attributes
        self.signature = signature
        self.certificates = certificates
        self.timestamp = timestamp
    }

    package var bytes: [UInt8] {
        let own = certificates.own
        let signer = DER.sequence(
            DER.integer(1), DER.sequence(own.issuer, own.serial), DER.algorithm(.sha256),
            DER.value(DER.Tag.context(0), attributes.content),
            certificates.scheme.algorithm, DER.octets(signature),
            timestamp.map(Self.unsigned) ?? [])
        let chain = DER.setContent(certificates.chain.map(\.bytes))
        let signedData = DER.sequence(
            DER.integer(1), DER.set(DER.algorithm(.sha256)),
            // The document itself is not included.
            DER.sequence(DER.identifier(.data)), DER.value(DER.Tag.context(0), chain),
            DER.set(signer))
        return DER.sequence(DER.identifier(.signedData), DER.explicit(0, signedData))
    }

    /// Encodes the unsigned attributes, which are added once the signature exists (RFC 3161,
    /// appendix A).
    static func unsigned(_ token: [UInt8]) -> [UInt8] {
        DER.value(
            DER.Tag.context(1),
            DER.sequence(DER.identifier(.timestampToken), DER.set(token)))
    }
}

extension SignatureScheme {
    /// The algorithm's identifier in CMS. PKCS#1 v1.5 signatures use the key's type (RFC 3370,
    /// 3.2), which every reader accepts.
    var algorithm: [UInt8] {
        switch self {
        case .rsa: DER.algorithm(.rsa, DER.null)
        case .rsaPSS(let digest, let salt):
            DER.algorithm(
                .rsaPSS,
                DER.sequence(
                    DER.explicit(0, DER.algorithm(digest.identifier)),
                    DER.explicit(1, DER.algorithm(.mgf1, DER.algorithm(digest.identifier))),
                    DER.explicit(2, DER.integer(UInt32(salt)))))
        case .ecdsa(.sha256): DER.algorithm(.ecdsaSHA256)
        case .ecdsa(.sha384): DER.algorithm(.ecdsaSHA384)
        case .ecdsa(.sha512): DER.algorithm(.ecdsaSHA512)
        }
    }
}
