import CCrypto

/// HMAC-SHA-256 codes (RFC 2104) with libcrypto, which only those who know the key can create.
package enum HMAC {
    /// Returns thirty-two bytes; nil if libcrypto fails.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        let made = unsafe CCrypto.HMAC(
            EVP_sha256(), key, Int32(key.count), message, message.count, &code, &count)
        guard unsafe made != nil, count == 32 else { return nil }
        return code
    }

    /// Compares in constant time, independent of the first difference.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return unsafe CRYPTO_memcmp(one, other, one.count) == 0
    }
}
