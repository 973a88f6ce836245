import CCrypto

/// AES encryption with libcrypto. Failures throw, so that no data is sent unencrypted.
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

    private static func sealed(
        _ bytes: [UInt8], _ cipher: OpaquePointer?, key: [UInt8], start: [UInt8], isPadded: Bool
    ) throws(Failure) -> [UInt8] {
        guard let cipher = unsafe cipher, let context = unsafe EVP_CIPHER_CTX_new(),
            bytes.count <= Int(Int32.max) - blockBytes
        else { throw Failure() }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        guard unsafe EVP_EncryptInit_ex(context, cipher, nil, key, start) == 1,
            unsafe EVP_CIPHER_CTX_set_padding(context, isPadded ? 1 : 0) == 1
        else { throw Failure() }
        var sealed = [UInt8](repeating: 0, count: bytes.count + blockBytes)
        var (count, rest): (Int32, Int32) = (0, 0)
        let isDone = unsafe sealed.withUnsafeMutableBufferPointer { room in
            guard let place = room.baseAddress,
                unsafe EVP_EncryptUpdate(context, place, &count, bytes, Int32(bytes.count)) == 1
            else { return false }
            return unsafe EVP_EncryptFinal_ex(context, place + Int(count), &rest) == 1
        }
        guard isDone else { throw Failure() }
        sealed.removeSubrange(Int(count + rest)...)
        return sealed
    }
}
