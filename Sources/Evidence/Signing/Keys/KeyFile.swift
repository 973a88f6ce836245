import CCrypto

/// The keys and certificates of a file in PEM (RFC 7468) or PKCS#12 (RFC 7292).
struct KeyFile {
    /// The key; nil if there is none.
    let key: AsymmetricKey?
    let certificates: [Certificate]

    /// The limits of a file, more than any chain needs.
    static let maxBytes = 1 << 20
    private static let maxCertificates = 100

    /// - Parameter passphrase: the passphrase; nil if none is given.
    init(
        _ bytes: [UInt8], path: String, passphrase: String?, wantsKey: Bool
    ) throws(KeyFault) {
        guard bytes.count <= Self.maxBytes else {
            throw .tooLarge(path: path, limit: Self.maxBytes)
        }
        defer { ERR_clear_error() }
        // PKCS#12 is a DER sequence; PEM is text.
        if bytes.first == DER.Tag.sequence.rawValue {
            (key, certificates) = try Self.pkcs12(bytes, path, passphrase)
        } else {
            key = wantsKey ? try Self.pemKey(bytes, path, passphrase) : nil
            certificates = Self.pemCertificates(bytes)
        }
    }

    // MARK: - PEM

    private static func pemKey(
        _ bytes: [UInt8], _ path: String, _ passphrase: String?
    ) throws(KeyFault) -> AsymmetricKey? {
        let bio = unsafe BIO_new_mem_buf(bytes, Int32(bytes.count))
        guard let bio = unsafe bio else { throw .refused }
        defer { unsafe BIO_free(bio) }
        // Without an explicit passphrase libcrypto would prompt for one on the terminal.
        var words = Array((passphrase ?? "").utf8) + [0]
        defer { unsafe OPENSSL_cleanse(&words, words.count) }
        let key = unsafe words.withUnsafeMutableBytes {
            unsafe PEM_read_bio_PrivateKey(bio, nil, nil, $0.baseAddress)
        }
        if let key = unsafe key { return unsafe AsymmetricKey(owning: key) }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("PRIVATE KEY-----") else { return nil }
        guard text.contains("ENCRYPTED") else { throw .malformed(.key, path: path) }
        throw passphrase == nil ? .wantsPassphrase(path: path) : .wrongPassphrase(path: path)
    }

    private static func pemCertificates(_ bytes: [UInt8]) -> [Certificate] {
        let bio = unsafe BIO_new_mem_buf(bytes, Int32(bytes.count))
        guard let bio = unsafe bio else { return [] }
        defer { unsafe BIO_free(bio) }
        var certificates: [Certificate] = []
        while certificates.count < maxCertificates,
            let read = unsafe PEM_read_bio_X509(bio, nil, nil, nil)
        {
            defer { unsafe X509_free(read) }
            guard let certificate = unsafe certificate(of: read) else { break }
            certificates.append(certificate)
        }
        return certificates
    }

    private static func certificate(of read: OpaquePointer) -> Certificate? {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_X509(read, &bytes)
        guard count > 0, let start = unsafe bytes else { return nil }
        defer { unsafe bytes_free(start) }
        return unsafe Certificate(Array(UnsafeBufferPointer(start: start, count: Int(count))))
    }

    // MARK: - PKCS#12

    private static func pkcs12(
        _ bytes: [UInt8], _ path: String, _ passphrase: String?
    ) throws(KeyFault) -> (AsymmetricKey?, [Certificate]) {
        let read = unsafe bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var place = bytes.baseAddress
            return unsafe d2i_PKCS12(nil, &place, bytes.count)
        }
        guard let store = unsafe read else { throw .malformed(.key, path: path) }
        defer { unsafe PKCS12_free(store) }
        guard unsafe opens(store, passphrase) else {
            throw passphrase == nil ? .wantsPassphrase(path: path) : .wrongPassphrase(path: path)
        }
        var key: OpaquePointer?
        var own: OpaquePointer?
        var others: OpaquePointer?
        // libcrypto does not decrypt legacy ciphers such as 40-bit RC2.
        guard unsafe PKCS12_parse(store, passphrase, &key, &own, &others) == 1 else {
            throw .malformed(.key, path: path)
        }
        defer {
            unsafe X509_free(own)
            unsafe certificates_free(others)
        }
        var certificates = unsafe [own.flatMap { unsafe certificate(of: $0) }].compactMap { $0 }
        let count = unsafe min(certificates_count(others), Int32(maxCertificates))
        for index in 0..<max(0, count) {
            guard let other = unsafe certificates_at(others, index),
                let certificate = unsafe certificate(of: other)
            else { continue }
            certificates.append(certificate)
        }
        return (unsafe key.map { unsafe AsymmetricKey(owning: $0) }, certificates)
    }

    private static func opens(_ store: OpaquePointer, _ passphrase: String?) -> Bool {
        guard unsafe PKCS12_mac_present(store) == 1 else { return true }
        return unsafe PKCS12_verify_mac(store, passphrase, -1) == 1
            || (passphrase ?? "").isEmpty && PKCS12_verify_mac(store, "", 0) == 1
    }
}
