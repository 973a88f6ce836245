import CCrypto

/// The signer's certificate, and those by which others come to trust it.
package struct SigningCertificates: Sendable {
    package let own: Certificate
    /// All, the signer's own among them.
    let chain: [Certificate]
    let scheme: SignatureScheme

    /// - Parameter padding: of RSA.
    init(
        own: Certificate, chain: [Certificate], padding: RSAPadding
    ) throws(KeyFault) {
        self.own = own
        self.chain = chain
        scheme = try Self.scheme(of: own.key, padding)
        if own.forbidsSigning { throw .notForSigning(subject: own.subject) }
    }

    /// For a key that lies elsewhere: the first certificate of a file is the signer's.
    ///
    /// - Parameter read: the bytes of a file, at most so many; nil where it cannot be read.
    package init(
        _ path: String, padding: RSAPadding, now: Int, read: (String, Int) -> [UInt8]?
    ) throws(KeyFault) {
        guard let bytes = read(path, KeyFile.mostBytes + 1) else {
            throw .unreadable(.certificate, path: path)
        }
        let file = try KeyFile(bytes, path: path, passphrase: nil, wantsKey: false)
        guard let own = file.certificates.first else { throw .empty(.certificate, path: path) }
        try self.init(own: own, chain: file.certificates, padding: padding)
        try expectValid(at: now)
    }

    /// The algorithm, in the words of tools for keys.
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

    /// All are made over SHA-256, which is as strong as the curve P-256 and stronger than RSA of
    /// 3,072 bits.
    ///
    /// Ed25519 stays out: it signs SHA-512 alone (RFC 8419), and readers that are built on NSS or
    /// older OpenSSL call such a signature unknown.
    private static func scheme(
        of key: AsymmetricKey, _ padding: RSAPadding
    ) throws(KeyFault) -> SignatureScheme {
        let leastBits = 2_048
        switch key.kind {
        case .rsa(let bits):
            guard bits >= leastBits else { throw .weak(bits: bits) }
            return padding == .pss ? .rsaPSS(.sha256, salt: 32) : .rsa(.sha256)
        // Certificates of keys for PSS alone are unknown to NSS; any RSA key signs that way.
        case .rsaPSS: throw .unsupported(kind: "RSASSA-PSS")
        case .elliptic(let curve):
            guard ["prime256v1", "P-256", "secp384r1", "P-384"].contains(curve) else {
                throw .unsupported(kind: curve)
            }
            return .ecdsa(.sha256)
        case .other(let name): throw .unsupported(kind: name)
        }
    }
}
