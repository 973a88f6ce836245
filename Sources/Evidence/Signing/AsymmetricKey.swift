import Basics
import CCrypto

/// The signature algorithms of this program, always with SHA-256, which is as strong as the curve
/// P-256 and stronger than RSA of 3,072 bits.
enum SignatureScheme: Sendable, Equatable {
    case rsa, rsaPSS, ecdsa

    /// The length of the salt of RSASSA-PSS in bytes: that of the digest.
    private static let salt: UInt8 = 32

    /// The algorithm's identifier in CMS. PKCS#1 v1.5 signatures use the key's type (RFC 3370,
    /// 3.2), which every reader accepts.
    var algorithm: [UInt8] {
        switch self {
        case .rsa: DER.algorithm(NID_rsaEncryption, DER.null)
        case .rsaPSS:
            DER.algorithm(
                NID_rsassaPss,
                DER.sequence(
                    DER.explicit(0, DER.algorithm(NID_sha256)),
                    DER.explicit(1, DER.algorithm(NID_mgf1, DER.algorithm(NID_sha256))),
                    DER.explicit(2, DER.integer([Self.salt]))))
        case .ecdsa: DER.algorithm(NID_ecdsa_with_SHA256)
        }
    }

    fileprivate func prepare(_ key: AsymmetricKey, signs: Bool) -> LibcryptoObject? {
        let context = unsafe EVP_MD_CTX_new().map {
            unsafe LibcryptoObject(owning: $0, EVP_MD_CTX_free)
        }
        guard let context else { return nil }
        var settings: OpaquePointer?
        let begin = unsafe signs ? EVP_DigestSignInit : EVP_DigestVerifyInit
        guard unsafe begin(context.pointer, &settings, EVP_sha256(), nil, key.pointer) == 1
        else { return nil }
        if self == .rsaPSS {
            guard unsafe EVP_PKEY_CTX_set_rsa_padding(settings, RSA_PKCS1_PSS_PADDING) > 0,
                unsafe EVP_PKEY_CTX_set_rsa_pss_saltlen(settings, Int32(Self.salt)) > 0
            else { return nil }
        }
        return context
    }
}

extension SHA2 {
    /// - Parameter name: libcrypto's number. SHA-1 and MD5 are no longer secure.
    init?(_ name: Int32) {
        switch name {
        case NID_sha256: self = .sha256
        case NID_sha384: self = .sha384
        case NID_sha512: self = .sha512
        default: return nil
        }
    }

    /// Reads the algorithm of a digest, which has no parameters.
    init?(algorithm: DERElement?) {
        guard let (name, parameters) = try? algorithm?.algorithm(), parameters == nil else {
            return nil
        }
        self.init(name)
    }
}

/// The algorithm of a signature by another program. libcrypto verifies SHA-1 and MD5, ignores
/// parameters, and in CMS the part of an RSA algorithm that names the digest.
struct SignatureAlgorithm {
    /// Nil for RSA without a digest, which occurs only in CMS.
    let digest: SHA2?
    /// libcrypto's number of the key's type.
    private let key: Int32

    init?(_ encoding: [UInt8]) {
        guard let (name, parameters) = try? DERElement(all: encoding).algorithm() else {
            return nil
        }
        var (digest, key): (Int32, Int32) = (NID_undef, NID_undef)
        switch name {
        case NID_rsaEncryption: (self.digest, self.key) = (nil, name)
        case NID_rsassaPss:
            // The default digest is SHA-1.
            guard let parts = try? parameters?.children, parts.count >= 2,
                parts[0].tag == DER.context(0), parts[1].tag == DER.context(1),
                let own = SHA2(algorithm: try? parts[0].only),
                let mask = try? parts[1].only.algorithm(), mask.name == NID_mgf1,
                SHA2(algorithm: mask.parameters) == own
            else { return nil }
            (self.digest, self.key) = (own, name)
            return
        default:
            guard unsafe OBJ_find_sigid_algs(name, &digest, &key) == 1, let own = SHA2(digest),
                key == NID_rsaEncryption || key == NID_X9_62_id_ecPublicKey
            else { return nil }
            (self.digest, self.key) = (own, key)
        }
        guard parameters == nil else { return nil }
    }

    func fits(_ key: AsymmetricKey) -> Bool {
        let kind = unsafe EVP_PKEY_get_base_id(key.pointer)
        return kind == self.key || self.key == NID_rsassaPss && kind == EVP_PKEY_RSA
    }
}

/// A private or public key.
struct AsymmetricKey: Sendable {
    private let object: LibcryptoObject
    var pointer: OpaquePointer { unsafe object.pointer }

    init(owning pointer: OpaquePointer) {
        object = unsafe LibcryptoObject(owning: pointer, EVP_PKEY_free)
    }

    enum Kind: Sendable, Equatable {
        case rsa(bits: Int)
        /// An RSA key that is restricted to PSS.
        case rsaPSS
        /// An elliptic-curve key, with libcrypto's name of the curve.
        case elliptic(curve: String)
        case other(String)
    }

    var bits: Int { unsafe Int(EVP_PKEY_get_bits(pointer)) }

    /// Whether the key is at least as strong as RSA of 2,048 bits (NIST SP 800-57, 5.6.1).
    var isStrong: Bool { unsafe EVP_PKEY_get_security_bits(pointer) >= 112 }

    var kind: Kind {
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

    /// Returns nil if libcrypto fails.
    func signature(over bytes: [UInt8], _ scheme: SignatureScheme) -> [UInt8]? {
        guard let context = scheme.prepare(self, signs: true) else { return nil }
        var count = 0
        guard unsafe EVP_DigestSign(context.pointer, nil, &count, bytes, bytes.count) == 1 else {
            return nil
        }
        var signature = [UInt8](repeating: 0, count: count)
        guard
            unsafe EVP_DigestSign(context.pointer, &signature, &count, bytes, bytes.count) == 1
        else { return nil }
        return Array(signature.prefix(count))
    }

    func verifies(
        _ signature: [UInt8], over bytes: [UInt8], _ scheme: SignatureScheme
    ) -> Bool {
        // The result reports a mismatch, so libcrypto's error queue is cleared.
        defer { ERR_clear_error() }
        guard let context = scheme.prepare(self, signs: false) else { return false }
        return unsafe EVP_DigestVerify(
            context.pointer, signature, signature.count, bytes, bytes.count) == 1
    }

    /// Whether both keys have the same public key.
    func fits(_ other: AsymmetricKey) -> Bool { unsafe EVP_PKEY_eq(pointer, other.pointer) == 1 }
}
