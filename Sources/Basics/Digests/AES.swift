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

/// Bytes of a source that are encrypted with AES-256 in GCM mode (NIST SP 800-38D), and their tag.
package struct GCMText {
    package enum Fault: Error, Sendable, Equatable {
        case unreadable(offset: Int)
        case stopped
        /// libcrypto failed.
        case failed
    }

    private let source: ByteSource
    private let range: Range<Int>
    private let tag: [UInt8]
    private let nonce: [UInt8]

    package static let tagBytes = 16

    /// - Returns: nil unless the bytes are followed by a tag within the source.
    package init?(_ range: Range<Int>, of source: ByteSource, nonce: [UInt8]) {
        guard !nonce.isEmpty, let tag = source.bytes(Self.tagBytes, at: range.upperBound) else {
            return nil
        }
        self.source = source
        self.range = range
        self.tag = tag
        self.nonce = nonce
    }

    /// Whether the tag is that of the bytes and the key. Use nothing of `decrypt` before.
    package func isAuthentic(key: Secret, _ budget: WorkBudget) throws(Fault) -> Bool {
        try decrypt(key: key, budget) { _ in true }
    }

    /// Decrypts the bytes in pieces, as long as `take` wants more.
    ///
    /// - Returns: whether the tag fits all of them, which a file that changed meanwhile lacks.
    package func decrypt(
        key: Secret, _ budget: WorkBudget, _ take: ([UInt8]) -> Bool
    ) throws(Fault) -> Bool {
        guard let cipher = GCMCipher(key: key, nonce: nonce) else { throw .failed }
        var place = range.lowerBound
        while place < range.upperBound {
            guard budget.mayContinue else { throw .stopped }
            let length = min(ByteSource.length, range.upperBound - place)
            guard let piece = source.bytes(length, at: place) else {
                throw .unreadable(offset: place)
            }
            guard let decrypted = cipher.decrypted(piece) else { throw .failed }
            guard take(decrypted) else { return false }
            place += length
        }
        return cipher.accepts(tag)
    }
}

/// Owns a cipher of libcrypto, which overwrites its key when it is freed.
@safe private struct GCMCipher: ~Copyable {
    private let context: OpaquePointer

    init?(key: Secret, nonce: [UInt8]) {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { return nil }
        let isReady = key.use { key in
            guard key.count == 32 else { return false }
            return unsafe EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, nil, nil) == 1
                && EVP_CIPHER_CTX_ctrl(
                    context, EVP_CTRL_AEAD_SET_IVLEN, Int32(clamping: nonce.count), nil) == 1
                && EVP_DecryptInit_ex(context, nil, nil, key, nonce) == 1
        }
        guard isReady else {
            unsafe EVP_CIPHER_CTX_free(context)
            return nil
        }
        unsafe self.context = context
    }

    deinit { unsafe EVP_CIPHER_CTX_free(context) }

    func decrypted(_ piece: [UInt8]) -> [UInt8]? {
        var isDone = false
        let decrypted = unsafe [UInt8](unsafeUninitializedCapacity: piece.count) { room, filled in
            var count: Int32 = 0
            isDone =
                unsafe EVP_DecryptUpdate(
                    context, room.baseAddress, &count, piece, Int32(clamping: piece.count)) == 1
            filled = isDone ? Int(count) : 0
        }
        return isDone && decrypted.count == piece.count ? decrypted : nil
    }

    /// Ends the decryption.
    func accepts(_ tag: [UInt8]) -> Bool {
        var tag = tag
        var (rest, count): ([UInt8], Int32) = ([UInt8](repeating: 0, count: 16), 0)
        return unsafe EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_SET_TAG, Int32(clamping: tag.count), &tag) == 1
            && EVP_DecryptFinal_ex(context, &rest, &count) == 1
    }
}
