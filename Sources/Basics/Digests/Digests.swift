import CCrypto

/// No memory was left to compute a digest.
package struct DigestFailure: Error, Sendable, Equatable {}

/// SHA-256 with libcrypto, for results that `sha256sum` can check. Failures throw, because a digest
/// of only part of the data would be wrong.
@safe
package final class SHA256 {
    private let context: OpaquePointer

    package init() throws(DigestFailure) {
        guard let context = unsafe EVP_MD_CTX_new() else { throw DigestFailure() }
        unsafe self.context = context
        guard unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            throw DigestFailure()
        }
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    package func update(_ bytes: [UInt8]) throws(DigestFailure) {
        guard unsafe EVP_DigestUpdate(context, bytes, bytes.count) == 1 else {
            throw DigestFailure()
        }
    }

    package func update(_ bytes: Span<UInt8>) throws(DigestFailure) {
        let isDone = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
        }
        guard isDone else { throw DigestFailure() }
    }

    /// Sixty-four hexadecimal digits. Ends the digest.
    package func finish() throws(DigestFailure) -> String { Hexadecimal.text(of: try bytes()) }

    /// Thirty-two bytes. Ends the digest.
    package func bytes() throws(DigestFailure) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        guard unsafe EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw DigestFailure() }
        return digest
    }

    package static func hexadecimal(of bytes: [UInt8]) -> String? {
        (try? digest(of: bytes)).map { Hexadecimal.text(of: $0) }
    }

    package static func digest(of parts: [UInt8]...) throws(DigestFailure) -> [UInt8] {
        let hash = try SHA256()
        for part in parts { try hash.update(part) }
        return try hash.bytes()
    }
}

/// SHA-2 digests with libcrypto, for formats that require the longer ones.
package enum SHA2: Sendable {
    case sha256, sha384, sha512

    fileprivate var algorithm: OpaquePointer? {
        switch self {
        case .sha256: unsafe EVP_sha256()
        case .sha384: unsafe EVP_sha384()
        case .sha512: unsafe EVP_sha512()
        }
    }

    package func digest(of parts: ArraySlice<UInt8>...) throws(DigestFailure) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw DigestFailure() }
        defer { unsafe EVP_MD_CTX_free(context) }
        var isDone = unsafe EVP_DigestInit_ex(context, algorithm, nil) == 1
        for part in parts where isDone {
            isDone = unsafe part.withUnsafeBytes {
                unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1
            }
        }
        var digest = [UInt8](repeating: 0, count: 64)
        var count: UInt32 = 0
        guard isDone, unsafe EVP_DigestFinal_ex(context, &digest, &count) == 1 else {
            throw DigestFailure()
        }
        return Array(digest.prefix(Int(count)))
    }
}

/// HMAC codes (RFC 2104) with libcrypto, which only those who know the key can create.
package enum HMAC {
    /// Nil if libcrypto fails.
    package static func code(
        of message: [UInt8], key: [UInt8], _ hash: SHA2 = .sha256
    ) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: 64)
        var count: UInt32 = 0
        let made = unsafe CCrypto.HMAC(
            hash.algorithm, key, Int32(key.count), message, message.count, &code, &count)
        return unsafe made == nil ? nil : Array(code.prefix(Int(count)))
    }

    /// In constant time, independent of the first difference.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return unsafe CRYPTO_memcmp(one, other, one.count) == 0
    }
}

/// A code as `HMAC` returns, of a message that arrives in pieces.
@safe
package final class HMACStream {
    package enum Hash { case sha1, sha256 }

    private let context: OpaquePointer

    package init(key: [UInt8], _ hash: Hash = .sha256) throws(DigestFailure) {
        guard let context = unsafe HMAC_CTX_new() else { throw DigestFailure() }
        unsafe self.context = context
        let algorithm = unsafe hash == .sha1 ? EVP_sha1() : EVP_sha256()
        guard unsafe HMAC_Init_ex(context, key, Int32(key.count), algorithm, nil) == 1 else {
            throw DigestFailure()
        }
    }

    deinit { unsafe HMAC_CTX_free(context) }

    package func update(_ bytes: [UInt8]) throws(DigestFailure) {
        guard unsafe HMAC_Update(context, bytes, bytes.count) == 1 else { throw DigestFailure() }
    }

    /// Ends the message.
    package func code() throws(DigestFailure) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        guard unsafe HMAC_Final(context, &code, &count) == 1 else { throw DigestFailure() }
        return Array(code.prefix(Int(count)))
    }
}

/// MD5 with libcrypto, which some formats require as a checksum. It is not secure.
package enum MD5 {
    /// Sixteen bytes; nil if the system's policy disables MD5.
    package static func digest(of bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 16)
        let isDone = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_md5(), nil) == 1
        return isDone ? digest : nil
    }
}
