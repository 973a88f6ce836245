import CCrypto

/// The keys and certificates of a file in PEM (RFC 7468) or PKCS#12 (RFC 7292).
struct KeyFile {
    let key: AsymmetricKey?
    let certificates: [Certificate]

    /// The limits of a file, more than any chain needs.
    static let maxBytes = 1 << 20
    private static let maxCertificates = 100

    /// - Parameters:
    ///   - role: what the file is for. Only a file for keys is searched for one.
    ///   - read: returns up to a number of bytes of a file; nil if it cannot be read.
    init(
        _ path: String, _ role: KeyFault.Role, _ passphrase: String?,
        _ read: (String, Int) -> [UInt8]?
    ) throws(KeyFault) {
        guard var bytes = read(path, Self.maxBytes + 1) else {
            throw .unreadable(role, path: path)
        }
        // libcrypto keeps the only remaining copy of a key.
        defer { unsafe OPENSSL_cleanse(&bytes, bytes.count) }
        guard bytes.count <= Self.maxBytes else {
            throw .tooLarge(path: path, limit: Self.maxBytes)
        }
        defer { ERR_clear_error() }
        // PKCS#12 is a DER sequence; PEM is text.
        if bytes.first == 0x30 {
            (key, certificates) = try Self.pkcs12(bytes, role, from: path, passphrase: passphrase)
            return
        }
        key = role == .key ? try Self.pemKey(bytes, from: path, passphrase: passphrase) : nil
        let labels: Set = ["CERTIFICATE", "X509 CERTIFICATE"]
        guard let values = PEMFile.values(in: bytes, labels: labels) else {
            throw .malformed(role, path: path)
        }
        certificates = try values.prefix(Self.maxCertificates).map { value throws(KeyFault) in
            guard let certificate = Certificate(value) else { throw .malformed(role, path: path) }
            return certificate
        }
    }

    private static func pemKey(
        _ bytes: [UInt8], from path: String, passphrase: String?
    ) throws(KeyFault) -> AsymmetricKey? {
        // Without an explicit passphrase libcrypto would prompt for one on the terminal.
        var words = Array((passphrase ?? "").utf8) + [0]
        defer { unsafe OPENSSL_cleanse(&words, words.count) }
        let key = unsafe words.withUnsafeMutableBytes { words in
            unsafe PEMFile.withReader(of: bytes) {
                unsafe PEM_read_bio_PrivateKey($0, nil, nil, words.baseAddress)
            }
        }
        if let key = unsafe key { return unsafe AsymmetricKey(owning: key) }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("PRIVATE KEY-----") else { return nil }
        guard text.contains("ENCRYPTED") else { throw .malformed(.key, path: path) }
        throw passphrase == nil ? .wantsPassphrase(.key, path: path) : .wrongPassphrase(path: path)
    }

    private static func pkcs12(
        _ bytes: [UInt8], _ role: KeyFault.Role, from path: String, passphrase: String?
    ) throws(KeyFault) -> (AsymmetricKey?, [Certificate]) {
        guard let store = unsafe LibcryptoObject(bytes, d2i_PKCS12, PKCS12_free) else {
            throw .malformed(role, path: path)
        }
        guard unsafe opens(store.pointer, passphrase) else {
            throw passphrase == nil
                ? .wantsPassphrase(role, path: path) : .wrongPassphrase(path: path)
        }
        var (key, own, others): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
        // libcrypto does not decrypt legacy ciphers such as 40-bit RC2.
        guard unsafe PKCS12_parse(store.pointer, passphrase, &key, &own, &others) == 1 else {
            throw .malformed(role, path: path)
        }
        var found = unsafe [own]
        while let other = unsafe OPENSSL_sk_pop(others) {
            unsafe found.insert(OpaquePointer(other), at: 1)
        }
        unsafe OPENSSL_sk_free(others)
        defer { unsafe found.forEach { unsafe X509_free($0) } }
        return (
            unsafe key.map { unsafe AsymmetricKey(owning: $0) },
            unsafe found.prefix(maxCertificates).compactMap { read in
                Certificate(DER.encoding { unsafe i2d_X509(read, $0) })
            }
        )
    }

    private static func opens(_ store: OpaquePointer, _ passphrase: String?) -> Bool {
        guard unsafe PKCS12_mac_present(store) == 1 else { return true }
        return unsafe PKCS12_verify_mac(store, passphrase, -1) == 1
            || (passphrase ?? "").isEmpty && PKCS12_verify_mac(store, "", 0) == 1
    }
}

/// Values in PEM (RFC 7468).
enum PEMFile {
    static func withReader<Result>(of bytes: [UInt8], _ body: (OpaquePointer) -> Result?) -> Result?
    {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let bio = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
                return nil
            }
            defer { unsafe BIO_free(bio) }
            return unsafe body(bio)
        }
    }

    /// Returns the values with these labels; nil if any value is damaged.
    static func values(in bytes: [UInt8], labels: Set<String>) -> [[UInt8]]? {
        defer { ERR_clear_error() }
        return unsafe withReader(of: bytes) { reader in
            var values: [[UInt8]] = []
            var (name, header): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
            var data: UnsafeMutablePointer<UInt8>?
            var count = 0
            ERR_clear_error()
            while unsafe PEM_read_bio(reader, &name, &header, &data, &count) == 1 {
                if let label = unsafe name, unsafe labels.contains(String(cString: label)) {
                    unsafe values.append(Array(UnsafeBufferPointer(start: data, count: count)))
                }
                // A file may also have a key.
                unsafe bytes_free(data, count)
                unsafe bytes_free(name, 0)
                unsafe bytes_free(header, 0)
            }
            // The search for another value ends with this error.
            return ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE ? values : nil
        }
    }
}

package enum KeyFault: Error, Sendable, Equatable {
    package enum Role: Sendable { case key, certificate, passphrase }

    /// There is a certificate or a passphrase without a key, or a key without a certificate.
    case missing(Role)
    case unreadable(Role, path: String)
    case malformed(Role, path: String)
    case tooLarge(path: String, limit: Int)
    case wantsPassphrase(Role, path: String)
    case wrongPassphrase(path: String)
    case empty(Role, path: String)
    /// None of the certificates belongs to the key.
    case noFit(path: String)
    case weak(bits: Int)
    case unsupported(kind: String)
    case expired(subject: String)
    case notYetValid(subject: String)
    case notForSigning(subject: String)
    /// The certificate of the issuer is in the chain, but did not sign the certificate.
    case brokenChain(subject: String)
    case noRoom(needed: Int, room: Int)
    /// libcrypto cannot sign with the key.
    case refused
}
