import CCrypto

/// MD5 by libcrypto: what some formats ask for so that a reader sees whether a file is whole. It
/// proves nothing.
package enum MD5 {
    /// Sixteen bytes; nil where the system's policy has no MD5.
    package static func digest(of bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 16)
        let isDone = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_md5(), nil) == 1
        return isDone ? digest : nil
    }
}
