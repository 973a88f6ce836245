import CCrypto
import Encodings
import Glibc

/// SHA-256 by libcrypto, for results that can be told apart and checked with `sha256sum`. A digest of less
/// than everything is none: what libcrypto refuses is an error.
@safe
package final class SHA256 {
    private let context: OpaquePointer

    package init() throws(SystemError) {
        guard let context = unsafe EVP_MD_CTX_new() else {
            throw SystemError("EVP_MD_CTX_new", code: ENOMEM)
        }
        unsafe self.context = context
        guard unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            throw SystemError("EVP_DigestInit_ex", code: ENOMEM)
        }
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Of bytes that are all there.
    package static func digest(of bytes: [UInt8]) throws(SystemError) -> String {
        let hash = try SHA256()
        try hash.update(bytes)
        return try hash.finish()
    }

    package func update(_ bytes: [UInt8]) throws(SystemError) {
        guard unsafe EVP_DigestUpdate(context, bytes, bytes.count) == 1 else {
            throw SystemError("EVP_DigestUpdate", code: EIO)
        }
    }

    /// Sixty-four hexadecimal digits; nothing is added afterwards.
    package func finish() throws(SystemError) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        guard unsafe EVP_DigestFinal_ex(context, &digest, nil) == 1 else {
            throw SystemError("EVP_DigestFinal_ex", code: EIO)
        }
        return Hexadecimal.text(of: digest)
    }
}
