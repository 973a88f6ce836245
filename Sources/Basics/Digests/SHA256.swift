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

    /// Returns sixty-four hexadecimal digits and ends the digest.
    package func finish() throws(DigestFailure) -> String { Hexadecimal.text(of: try bytes()) }

    /// Returns thirty-two bytes and ends the digest.
    package func bytes() throws(DigestFailure) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        guard unsafe EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw DigestFailure() }
        return digest
    }

    /// Returns the digest in hexadecimal; nil if no memory was left.
    package static func hexadecimal(of bytes: [UInt8]) -> String? {
        (try? digest(of: bytes)).map { Hexadecimal.text(of: $0) }
    }

    /// Returns the digest of the concatenated parts.
    package static func digest(of parts: [UInt8]...) throws(DigestFailure) -> [UInt8] {
        let hash = try SHA256()
        for part in parts { try hash.update(part) }
        return try hash.bytes()
    }
}
