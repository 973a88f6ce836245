/// The files of a key and its certificates, and their use, as an operator has configured them.
package struct SigningFiles: Sendable {
    package var key = ""
    package var certificate = ""
    package var passphrase = ""
    package var room = SigningFiles.standardRoom
    package var padding = RSAPadding.pkcs1

    /// For a chain of three, a time stamp and its chain.
    package static let standardRoom = 12_000
    /// Twice as many digits; a string of an archive has at most 32,767 bytes (ISO 19005-3, 6.1.13).
    package static let rooms = 2_000...32_767

    package init() {}

    package var isSet: Bool { !key.isEmpty || !certificate.isEmpty || !passphrase.isEmpty }
}

/// The padding of RSA signatures (RFC 8017, 8).
package enum RSAPadding: String, Sendable, CaseIterable { case pkcs1, pss }
