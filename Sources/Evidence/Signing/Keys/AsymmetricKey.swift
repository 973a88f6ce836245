import CCrypto

/// A signature algorithm in CMS, with its parameters.
enum SignatureScheme: Sendable, Equatable {
    case rsa(Digest)
    /// - Parameter salt: the salt's length in bytes.
    case rsaPSS(Digest, salt: Int)
    case ecdsa(Digest)

    /// The digests that PAdES allows. SHA-1 is no longer secure.
    enum Digest: Sendable, Equatable, CaseIterable {
        case sha256, sha384, sha512

        var identifier: ObjectIdentifier {
            switch self {
            case .sha256: .sha256
            case .sha384: .sha384
            case .sha512: .sha512
            }
        }

        init?(_ identifier: ObjectIdentifier) {
            guard let known = Self.allCases.first(where: { $0.identifier == identifier }) else {
                return nil
            }
            self = known
        }

        fileprivate var algorithm: OpaquePointer? {
            switch self {
            case .sha256: unsafe EVP_sha256()
            case .sha384: unsafe EVP_sha384()
            case .sha512: unsafe EVP_sha512()
            }
        }

        /// Returns the digest of bytes; nil if libcrypto fails.
        func digest(of parts: ArraySlice<UInt8>...) -> [UInt8]? {
            guard let context = unsafe EVP_MD_CTX_new() else { return nil }
            defer { unsafe EVP_MD_CTX_free(context) }
            guard unsafe EVP_DigestInit_ex(context, algorithm, nil) == 1 else { return nil }
            for part in parts {
                let isTaken = unsafe part.withUnsafeBytes {
                    unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count)
                }
                guard isTaken == 1 else { return nil }
            }
            var digest = [UInt8](repeating: 0, count: 64)
            var count: UInt32 = 0
            guard unsafe EVP_DigestFinal_ex(context, &digest, &count) == 1 else { return nil }
            return Array(digest.prefix(Int(count)))
        }
    }

    private var digest: Digest {
        switch self {
        case .rsa(let digest), .rsaPSS(let digest, _), .ecdsa(let digest): digest
        }
    }

    /// Begins signing or verifying with a key.
    fileprivate func prepare(
        _ key: OpaquePointer, signs: Bool
    ) -> OpaquePointer? {
        guard let context = unsafe EVP_MD_CTX_new() else { return nil }
        var settings: OpaquePointer?
        let begin =
            unsafe signs
            ? EVP_DigestSignInit(context, &settings, digest.algorithm, nil, key)
            : EVP_DigestVerifyInit(context, &settings, digest.algorithm, nil, key)
        var isReady = begin == 1
        if isReady, case .rsaPSS(_, let salt) = self {
            isReady =
                unsafe EVP_PKEY_CTX_set_rsa_padding(settings, RSA_PKCS1_PSS_PADDING) > 0
                && EVP_PKEY_CTX_set_rsa_pss_saltlen(settings, Int32(salt)) > 0
        }
        guard isReady else {
            unsafe EVP_MD_CTX_free(context)
            return nil
        }
        return unsafe context
    }

    /// Whether the scheme supports a key's type.
    fileprivate func takes(_ key: OpaquePointer) -> Bool {
        let kind = unsafe EVP_PKEY_get_base_id(key)
        return switch self {
        case .rsa: kind == EVP_PKEY_RSA
        case .rsaPSS: kind == EVP_PKEY_RSA || kind == EVP_PKEY_RSA_PSS
        case .ecdsa: kind == EVP_PKEY_EC
        }
    }
}

/// A private or public key of libcrypto. It never changes after it is read, so many threads may use
/// it at the same time.
@safe
final class AsymmetricKey: @unchecked Sendable {
    // Unchecked because of the pointer. libcrypto locks everything that a key caches.
    let pointer: OpaquePointer

    /// Takes ownership of a libcrypto object.
    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe EVP_PKEY_free(pointer) }

    enum Kind: Sendable, Equatable {
        case rsa(bits: Int)
        /// An RSA key that is restricted to PSS.
        case rsaPSS
        /// An elliptic-curve key, with libcrypto's name of the curve.
        case elliptic(curve: String)
        case other(String)
    }

    var kind: Kind {
        let bits = unsafe Int(EVP_PKEY_get_bits(pointer))
        switch unsafe EVP_PKEY_get_base_id(pointer) {
        case EVP_PKEY_RSA: return .rsa(bits: bits)
        case EVP_PKEY_RSA_PSS: return .rsaPSS
        case EVP_PKEY_EC:
            var name = [CChar](repeating: 0, count: 80)
            var count = 0
            let isNamed = unsafe EVP_PKEY_get_group_name(pointer, &name, name.count, &count)
            guard isNamed == 1, count < name.count else { return .other("EC") }
            // Certificates must name the curve (RFC 5480, 2.1.1).
            var isExplicit: Int32 = 0
            guard unsafe EVP_PKEY_get_int_param(pointer, "decoded-from-explicit", &isExplicit) == 1,
                isExplicit == 0
            else { return .other("EC with explicit curve parameters") }
            return .elliptic(
                curve: String(decoding: name.prefix(count).map(UInt8.init), as: UTF8.self))
        default:
            guard let name = unsafe EVP_PKEY_get0_type_name(pointer) else {
                return .other("unknown")
            }
            return .other(unsafe String(cString: name))
        }
    }

    /// Returns a signature over bytes; nil if libcrypto fails.
    func signature(over bytes: [UInt8], _ scheme: SignatureScheme) -> [UInt8]? {
        guard let context = unsafe scheme.prepare(pointer, signs: true) else { return nil }
        defer { unsafe EVP_MD_CTX_free(context) }
        var count = 0
        guard unsafe EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1 else {
            return nil
        }
        var signature = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else {
            return nil
        }
        return Array(signature.prefix(count))
    }

    func verifies(
        _ signature: [UInt8], over bytes: [UInt8], _ scheme: SignatureScheme
    ) -> Bool {
        // The result reports a mismatch, so libcrypto's error queue is cleared.
        defer { ERR_clear_error() }
        guard unsafe scheme.takes(pointer),
            let context = unsafe scheme.prepare(pointer, signs: false)
        else { return false }
        defer { unsafe EVP_MD_CTX_free(context) }
        return unsafe EVP_DigestVerify(
            context, signature, signature.count, bytes, bytes.count) == 1
    }

    /// Whether both keys have the same public key.
    func fits(_ other: AsymmetricKey) -> Bool {
        unsafe EVP_PKEY_eq(pointer, other.pointer) == 1
    }
}
