/// SignedData of one signer about a document that stands elsewhere (RFC 5652, 5.1), as PAdES asks
/// for it: with the signer's certificate and its chain, and the time stamp where there is one.
package struct SignedMessage {
    let attributes: SignedAttributes
    let signature: [UInt8]
    let certificates: SigningCertificates
    /// An RFC 3161 token over the signature.
    let timestamp: [UInt8]?

    package init(
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
            // The document is not in it.
            DER.sequence(DER.identifier(.data)), DER.value(DER.Tag.context(0), chain),
            DER.set(signer))
        return DER.sequence(DER.identifier(.signedData), DER.explicit(0, signedData))
    }

    /// The attributes behind a signature, which are added when it is there (RFC 3161, appendix A).
    static func unsigned(_ token: [UInt8]) -> [UInt8] {
        DER.value(
            DER.Tag.context(1),
            DER.sequence(DER.identifier(.timestampToken), DER.set(token)))
    }
}

extension SignatureScheme {
    /// As CMS names it. RSA as it has been is named by its key's kind alone (RFC 3370, 3.2), which
    /// every reader takes.
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
