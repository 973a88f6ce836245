import CCrypto

/// AES with libcrypto. Failures throw, so that no data is sent unencrypted.
package enum AES {
    /// No memory was left, or the key has an invalid length.
    package struct Failure: Error, Sendable, Equatable {}

    private static let blockBytes = 16

    /// Encrypts in CBC mode. Without padding, the bytes must be a multiple of the block size.
    package static func chained(
        _ bytes: [UInt8], key: [UInt8], start: [UInt8], isPadded: Bool
    ) throws(Failure) -> [UInt8] {
        guard start.count == blockBytes else { throw Failure() }
        let cipher: OpaquePointer? =
            switch key.count {
            case 16: unsafe EVP_aes_128_cbc()
            case 32: unsafe EVP_aes_256_cbc()
            default: nil
            }
        return try unsafe sealed(bytes, cipher, key: key, start: start, isPadded: isPadded)
    }

    package static func block(_ bytes: [UInt8], key: [UInt8]) throws(Failure) -> [UInt8] {
        guard key.count == 32 else { throw Failure() }
        return try unsafe sealed(bytes, EVP_aes_256_ecb(), key: key, start: [], isPadded: false)
    }

    /// Decrypts in CBC mode. With padding, throws if it is malformed, as it is with a wrong key.
    package static func unchained(
        _ bytes: [UInt8], key: [UInt8], start: [UInt8], isPadded: Bool = false
    ) throws(Failure) -> [UInt8] {
        guard start.count == blockBytes, key.count == 32 else { throw Failure() }
        return try unsafe converted(
            bytes, EVP_aes_256_cbc(), key: key, start: start, isPadded: isPadded, encrypts: 0)
    }

    /// Encrypts or decrypts in CTR mode, which are the same.
    ///
    /// - Parameter start: the counter of the first block.
    package static func counted(
        _ bytes: [UInt8], key: [UInt8], start: [UInt8]
    ) throws(Failure) -> [UInt8] {
        guard start.count == blockBytes, key.count == 32 else { throw Failure() }
        return try unsafe sealed(
            bytes, EVP_aes_256_ctr(), key: key, start: start, isPadded: false)
    }

    /// Unwraps a key (RFC 3394). Nil if it was wrapped with another one.
    package static func unwrapped(_ wrapped: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard key.count == 32, wrapped.count % 8 == 0, (24...72).contains(wrapped.count),
            let context = unsafe EVP_CIPHER_CTX_new()
        else { return nil }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        unsafe EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        var unwrapped = [UInt8](repeating: 0, count: wrapped.count + blockBytes)
        var count: Int32 = 0
        guard unsafe EVP_DecryptInit_ex(context, EVP_aes_256_wrap(), nil, key, nil) == 1,
            unsafe EVP_DecryptUpdate(
                context, &unwrapped, &count, wrapped, Int32(wrapped.count)) == 1,
            Int(count) == wrapped.count - 8
        else { return nil }
        return Array(unwrapped.prefix(Int(count)))
    }

    private static func sealed(
        _ bytes: [UInt8], _ cipher: OpaquePointer?, key: [UInt8], start: [UInt8], isPadded: Bool
    ) throws(Failure) -> [UInt8] {
        try unsafe converted(
            bytes, cipher, key: key, start: start, isPadded: isPadded, encrypts: 1)
    }

    private static func converted(
        _ bytes: [UInt8], _ cipher: OpaquePointer?, key: [UInt8], start: [UInt8], isPadded: Bool,
        encrypts: Int32
    ) throws(Failure) -> [UInt8] {
        guard let cipher = unsafe cipher, let context = unsafe EVP_CIPHER_CTX_new(),
            bytes.count <= Int(Int32.max) - blockBytes
        else { throw Failure() }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        guard unsafe EVP_CipherInit_ex(context, cipher, nil, key, start, encrypts) == 1,
            unsafe EVP_CIPHER_CTX_set_padding(context, isPadded ? 1 : 0) == 1
        else { throw Failure() }
        var converted = [UInt8](repeating: 0, count: bytes.count + blockBytes)
        var (count, rest): (Int32, Int32) = (0, 0)
        let isDone = unsafe converted.withUnsafeMutableBufferPointer { room in
            guard let place = room.baseAddress,
                unsafe EVP_CipherUpdate(context, place, &count, bytes, Int32(bytes.count)) == 1
            else { return false }
            return unsafe EVP_CipherFinal_ex(context, place + Int(count), &rest) == 1
        }
        guard isDone else { throw Failure() }
        converted.removeSubrange(Int(count + rest)...)
        return converted
    }
}
