package import Basics
import CCrypto

package struct SigningIdentity: DocumentSigner {
    package let certificates: SigningCertificates
    package let room: Int
    package var name: String? { certificates.own.commonName }
    private let key: AsymmetricKey
    /// Returns the seconds since 1970. A certificate may expire while a service runs.
    private let now: @Sendable () -> Int
    private let timestamp: TimestampSource?

    /// Requests a timestamp token over a signature and returns its DER encoding.
    package typealias TimestampSource =
        @Sendable (_ signature: [UInt8]) throws(TimestampFault) -> [UInt8]

    /// Reads the files and makes a test signature, so that an unusable key is reported at startup.
    ///
    /// - Parameter read: returns up to a number of bytes of a file; nil if it cannot be read.
    package init(
        _ files: SigningFiles, timestamp: TimestampSource? = nil,
        now: @escaping @Sendable () -> Int, read: (String, Int) -> [UInt8]?
    ) throws(KeyFault) {
        guard !files.key.isEmpty else { throw .missing(.key) }
        let passphrase = try Self.passphrase(files.passphrase, read)
        let file = try KeyFile(files.key, .key, passphrase, read)
        guard let key = file.key else { throw .empty(.key, path: files.key) }
        var chain = file.certificates
        // A separate file replaces the certificates in the key file.
        if !files.certificate.isEmpty {
            chain = try KeyFile(files.certificate, .certificate, passphrase, read).certificates
            guard !chain.isEmpty else { throw .empty(.certificate, path: files.certificate) }
        }
        guard !chain.isEmpty else { throw .missing(.certificate) }
        guard let own = chain.first(where: { $0.key.fits(key) }) else {
            throw .noFit(path: files.certificate.isEmpty ? files.key : files.certificate)
        }
        certificates = try SigningCertificates(own: own, chain: chain, padding: files.padding)
        try certificates.expectValid(at: now())
        self.key = key
        self.now = now
        self.timestamp = timestamp
        room = files.room
        try expectRoom()
    }

    private static func passphrase(
        _ path: String, _ read: (String, Int) -> [UInt8]?
    ) throws(KeyFault) -> String? {
        guard !path.isEmpty else { return nil }
        let maxBytes = 4_096
        guard var bytes = read(path, maxBytes + 1) else {
            throw .unreadable(.passphrase, path: path)
        }
        defer { unsafe OPENSSL_cleanse(&bytes, bytes.count) }
        guard bytes.count <= maxBytes else { throw .tooLarge(path: path, limit: maxBytes) }
        // Editors add a line end.
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let words = String(validating: line, as: UTF8.self), !line.contains(0) else {
            throw .malformed(.passphrase, path: path)
        }
        return words
    }

    /// Makes a test signature, which shows that the key works and how much space a signature needs.
    private func expectRoom() throws(KeyFault) {
        do throws(SigningFailure) {
            _ = try message(about: [UInt8](repeating: 0, count: 32), timestamp: nil)
        } catch {
            switch error {
            case .noRoom(let needed, let room): throw .noRoom(needed: needed, room: room)
            case .expired: throw .expired(subject: certificates.own.subject)
            case .notYetValid: throw .notYetValid(subject: certificates.own.subject)
            case .refused, .gone, .timestamp: throw .refused
            }
        }
    }

    package func message(about digest: [UInt8]) throws(SigningFailure) -> [UInt8] {
        try message(about: digest, timestamp: timestamp)
    }

    private func message(
        about digest: [UInt8], timestamp: TimestampSource?
    ) throws(SigningFailure) -> [UInt8] {
        if now() > certificates.own.notAfter { throw .expired }
        if now() < certificates.own.notBefore { throw .notYetValid }
        guard let attributes = SignedAttributes(of: digest, by: certificates.own),
            let signature = key.signature(over: attributes.signed, certificates.scheme),
            // A hardware fault during signing may give a signature that reveals the key.
            certificates.own.key.verifies(
                signature, over: attributes.signed, certificates.scheme)
        else { throw .refused }
        let token: [UInt8]?
        do throws(TimestampFault) {
            token = try timestamp?(signature)
        } catch {
            throw .timestamp(error)
        }
        var message = SignedMessage(attributes, signature: signature, by: certificates).bytes
        if let token {
            guard let stamped = try? SignedMessage.adding(token, to: message) else {
                throw .refused
            }
            message = stamped
        }
        guard message.count <= room else { throw .noRoom(needed: message.count, room: room) }
        return message
    }
}

/// Signs documents with a key in this process or elsewhere.
package protocol DocumentSigner: Sendable {
    /// The number of bytes that a document reserves for the signature.
    var room: Int { get }

    /// The signer's name in the certificate; nil if it is unknown.
    var name: String? { get }

    /// The digest is the SHA-256 of the document without the reserved space.
    func message(about digest: [UInt8]) throws(SigningFailure) -> [UInt8]
}

/// A document that was to be signed is never sent unsigned.
package enum SigningFailure: Error, Sendable, Hashable {
    case expired, notYetValid
    case noRoom(needed: Int, room: Int)
    /// libcrypto made no signature, or one that does not verify with its certificate.
    case refused
    /// The process with the key no longer responds.
    case gone
    case timestamp(TimestampFault)
}

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

package struct SigningCertificates: Sendable {
    package let own: Certificate
    /// All certificates, including the signer's own.
    let chain: [Certificate]
    let scheme: SignatureScheme

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
        let file = try KeyFile(path, .certificate, nil, read)
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
        // NSS does not support certificates for such keys, but any RSA key can sign with PSS.
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

extension SigningFailure {
    package var explanation: Explanation {
        switch self {
        case .expired:
            Explanation(
                .signingFailed, "The signing certificate has expired (setting sign_certificate).",
                setting: "sign_certificate")
        case .notYetValid:
            Explanation(
                .signingFailed,
                "The signing certificate is not valid yet (setting sign_certificate).",
                setting: "sign_certificate")
        case .noRoom(let needed, let room):
            Explanation(
                .signingFailed,
                "The signature with its certificates has \(needed) bytes, but \(room) are reserved (setting sign_room).",
                limit: room, setting: "sign_room")
        case .refused:
            Explanation(
                .signingFailed,
                "The signature by sign_key does not verify with sign_certificate.",
                setting: "sign_key")
        case .gone:
            Explanation(
                .signingFailed,
                "The process holding the signing key (sign_key) is not available.",
                setting: "sign_key")
        case .timestamp(let fault):
            Explanation(.signingFailed, "Could not obtain a timestamp: \(fault.words).")
        }
    }
}
