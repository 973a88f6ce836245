import Basics
import CCrypto

/// A key with its certificates, which signs documents.
package struct SigningIdentity: DocumentSigner {
    package let certificates: SigningCertificates
    package let room: Int
    package var name: String? { certificates.own.commonName }
    private let key: AsymmetricKey
    /// Returns the seconds since 1970. A certificate may expire while a service runs.
    private let now: @Sendable () -> Int
    /// Returns a timestamp over a signature; nil if none is requested.
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
        let (key, found) = try Self.key(files.key, passphrase, read)
        var others: [Certificate] = []
        if !files.certificate.isEmpty {
            let path = files.certificate
            guard let bytes = read(path, KeyFile.maxBytes + 1) else {
                throw .unreadable(.certificate, path: path)
            }
            others = try KeyFile(bytes, .certificate, path: path, passphrase: passphrase)
                .certificates
            guard !others.isEmpty else { throw .empty(.certificate, path: path) }
        }
        // A separate chain file replaces the certificates in the key file.
        let chain = others.isEmpty ? found : others
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

    private static func key(
        _ path: String, _ passphrase: String?, _ read: (String, Int) -> [UInt8]?
    ) throws(KeyFault) -> (AsymmetricKey, [Certificate]) {
        guard var bytes = read(path, KeyFile.maxBytes + 1) else {
            throw .unreadable(.key, path: path)
        }
        // libcrypto keeps the only remaining copy of the key.
        defer { unsafe OPENSSL_cleanse(&bytes, bytes.count) }
        let file = try KeyFile(bytes, .key, path: path, passphrase: passphrase)
        guard let key = file.key else { throw .empty(.key, path: path) }
        return (key, file.certificates)
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
        var message = SignedMessage(attributes, signature: signature, by: certificates).bytes
        do throws(TimestampFault) {
            if let token = try timestamp?(signature),
                let stamped = try? SignedMessage.adding(token, to: message)
            {
                message = stamped
            }
        } catch {
            throw .timestamp(error)
        }
        guard message.count <= room else { throw .noRoom(needed: message.count, room: room) }
        return message
    }
}
