import CCrypto

/// MD5 with libcrypto, which some formats require as a checksum. It is not secure.
package enum MD5 {
    /// Returns sixteen bytes; nil if the system's policy disables MD5.
    package static func digest(of bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 16)
        let isDone = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_md5(), nil) == 1
        return isDone ? digest : nil
    }
}
