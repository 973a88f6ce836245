import CCrypto

/// Codes that only who has a key can make (RFC 2104 with SHA-256), by libcrypto.
package enum HMAC {
    /// Thirty-two bytes; nil where libcrypto refuses.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        let made = unsafe CCrypto.HMAC(
            EVP_sha256(), key, Int32(key.count), message, message.count, &code, &count)
        guard unsafe made != nil, count == 32 else { return nil }
        return code
    }

    /// Compared in the same time wherever the first wrong byte stands.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return unsafe CRYPTO_memcmp(one, other, one.count) == 0
    }
}
