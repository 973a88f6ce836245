/// The configured files of a key and its certificates, and options for signing.
package struct SigningFiles: Sendable {
    package var key = ""
    package var certificate = ""
    package var passphrase = ""
    package var room = SigningFiles.standardRoom
    package var padding = RSAPadding.pkcs1

    /// Enough for a chain of three certificates, a timestamp and its chain.
    package static let standardRoom = 12_000
    /// The allowed sizes. The document contains twice as many digits, and PDF/A limits strings to
    /// 32,767 bytes (ISO 19005-3, 6.1.13).
    package static let rooms = 2_000...32_767

    package init() {}

    package var isSet: Bool { !key.isEmpty || !certificate.isEmpty || !passphrase.isEmpty }
}

/// The padding of RSA signatures (RFC 8017, 8).
package enum RSAPadding: String, Sendable, CaseIterable { case pkcs1, pss }
