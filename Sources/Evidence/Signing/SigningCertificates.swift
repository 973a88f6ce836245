import CCrypto

/// The signer's certificate and its chain.
package struct SigningCertificates: Sendable {
    package let own: Certificate
    /// All certificates, including the signer's own.
    let chain: [Certificate]
    let scheme: SignatureScheme

    /// - Parameter padding: the padding of RSA signatures.
    init(
        own: Certificate, chain: [Certificate], padding: RSAPadding
    ) throws(KeyFault) {
        self.own = own
        self.chain = chain
        scheme = try Self.scheme(of: own.key, padding)
        if own.forbidsSigning { throw .notForSigning(subject: own.subject) }
        // Verification of every document would report the certificate as changed.
        if let broken = chain.firstBroken { throw .brokenChain(subject: broken.subject) }
    }

    /// Reads certificates for a key that is stored elsewhere. The first certificate of a file is
    /// the signer's.
    ///
    /// - Parameter read: returns up to a number of bytes of a file; nil if it cannot be read.
    package init(
        _ path: String, padding: RSAPadding, now: Int, read: (String, Int) -> [UInt8]?
    ) throws(KeyFault) {
        guard let bytes = read(path, KeyFile.maxBytes + 1) else {
            throw .unreadable(.certificate, path: path)
        }
        let file = try KeyFile(bytes, .certificate, path: path, passphrase: nil)
        guard let own = file.certificates.first else { throw .empty(.certificate, path: path) }
        try self.init(own: own, chain: file.certificates, padding: padding)
        try expectValid(at: now)
    }

    /// The algorithm, named as in key management tools.
    package var algorithmName: String {
        switch scheme {
        case .rsa: "rsa-pkcs1-v1_5-sha256"
        case .rsaPSS: "rsa-pss-sha256-salt32"
        case .ecdsa: "ecdsa-sha256"
        }
    }

    func expectValid(at now: Int) throws(KeyFault) {
        if now > own.notAfter { throw .expired(subject: own.subject) }
        if now < own.notBefore { throw .notYetValid(subject: own.subject) }
    }

    /// Ed25519 is excluded: it only signs SHA-512 (RFC 8419), and readers based on NSS or older
    /// OpenSSL report such a signature as unknown.
    private static func scheme(
        of key: AsymmetricKey, _ padding: RSAPadding
    ) throws(KeyFault) -> SignatureScheme {
        switch key.kind {
        case .rsa(let bits):
            guard key.isStrong else { throw .weak(bits: bits) }
            return padding == .pss ? .rsaPSS : .rsa
        // NSS does not support certificates for keys restricted to PSS, but any RSA key can sign
        // with PSS.
        case .rsaPSS: throw .unsupported(kind: "RSASSA-PSS")
        case .elliptic(let curve):
            guard ["prime256v1", "P-256", "secp384r1", "P-384"].contains(curve) else {
                throw .unsupported(kind: curve)
            }
            return .ecdsa
        case .other(let name): throw .unsupported(kind: name)
        }
    }
}
