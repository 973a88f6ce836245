import CCrypto

/// SHA-2 digests with libcrypto, for formats that require the longer ones.
package enum SHA2: Sendable {
    case sha256, sha384, sha512

    package func digest(of bytes: [UInt8]) throws(DigestFailure) -> [UInt8] {
        let algorithm: OpaquePointer? =
            switch self {
            case .sha256: unsafe EVP_sha256()
            case .sha384: unsafe EVP_sha384()
            case .sha512: unsafe EVP_sha512()
            }
        var digest = [UInt8](repeating: 0, count: 64)
        var count: UInt32 = 0
        guard unsafe EVP_Digest(bytes, bytes.count, &digest, &count, algorithm, nil) == 1 else {
            throw DigestFailure()
        }
        return Array(digest.prefix(Int(count)))
    }
}
