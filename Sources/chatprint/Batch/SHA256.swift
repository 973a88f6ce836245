import CCrypto
import Encodings

/// SHA-256 by libcrypto, for results that can be told apart and checked with `sha256sum`.
@safe
final class SHA256 {
    private let context: OpaquePointer

    init() {
        guard let context = unsafe EVP_MD_CTX_new() else {
            preconditionFailure("libcrypto has no memory")
        }
        unsafe self.context = context
        unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    func update(_ bytes: [UInt8]) {
        unsafe EVP_DigestUpdate(context, bytes, bytes.count)
    }

    /// Sixty-four hexadecimal digits; nothing is added afterwards.
    func finish() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe EVP_DigestFinal_ex(context, &digest, nil)
        return Hexadecimal.text(of: digest)
    }
}
