import Basics

/// Encrypts a document, so that only those who know its password can open it (ISO 32000-2, 7.6: AES
/// with 256-bit keys, revision 6).
///
/// The same document encrypted with the same password has the same bytes. Values that other
/// programs generate randomly are derived from a digest of both, and each stream's initialization
/// vector is an HMAC of its content. Without the password this reveals only whether two such
/// documents are equal.
package struct DocumentLock: Sendable {
    /// Encryption failed. No byte may be written unencrypted.
    package struct Failure: Error, Sendable, Equatable {}

    private let key: [UInt8]
    private let startKey: [UInt8]
    private let user: Check
    private let owner: Check
    private let permissions: [UInt8]

    /// The verifier of a password, and the key encrypted with it.
    private struct Check: Sendable {
        let value: [UInt8]
        let sealedKey: [UInt8]

        /// - Parameters:
        ///   - salts: at least sixteen bytes, of which sixteen are used.
        ///   - user: the user password's verifier, for the owner's.
        init(
            _ password: [UInt8], of key: [UInt8], salts: [UInt8], after user: [UInt8] = []
        ) throws {
            let (first, second) = (Array(salts[0..<8]), Array(salts[8..<16]))
            value = try DocumentLock.hash(password, salt: first, user) + first + second
            sealedKey = try AES.chained(
                key, key: DocumentLock.hash(password, salt: second, user),
                start: [UInt8](repeating: 0, count: 16), isPadded: false)
        }
    }

    /// Permits everything: anyone who can open the document may print and copy it, and screen
    /// readers may read it (ISO 14289-1, 7.16).
    private static let allowed: Int32 = -4
    private static let salt = Array("chatprnt".utf8)

    /// - Parameter content: distinguishes this document from others with the same password.
    package init(password: String, over content: [[UInt8]]) throws(Failure) {
        let password = Array(password.utf8)
        do {
            let secret = try Self.hash(password, salt: Self.salt)
            let digest = try SHA256()
            for part in content {
                try digest.update(Array("\(part.count) ".utf8))
                try digest.update(part)
            }
            let about = try digest.bytes()
            func derived(_ name: String) throws(Failure) -> [UInt8] {
                guard let code = HMAC.code(of: Array(name.utf8) + about, key: secret) else {
                    throw Failure()
                }
                return code
            }
            key = try derived("key")
            startKey = try derived("starts")
            user = try Check(password, of: key, salts: try derived("user"))
            owner = try Check(
                password, of: key, salts: try derived("owner"), after: user.value)
            permissions = try AES.block(
                Self.bytes(of: Self.allowed) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("Tadb".utf8)
                    + derived("permissions").prefix(4), key: key)
        } catch {
            throw Failure()
        }
    }

    func sealed(_ bytes: [UInt8], of object: PDFReference) throws(Failure) -> [UInt8] {
        guard let code = HMAC.code(of: Self.bytes(of: Int32(object.number)) + bytes, key: startKey)
        else { throw Failure() }
        let start = Array(code.prefix(16))
        do throws(AES.Failure) {
            return start + (try AES.chained(bytes, key: key, start: start, isPadded: true))
        } catch {
            throw Failure()
        }
    }

    /// The dictionary's own strings are not encrypted.
    func write(to entry: inout PDFMarkup) {
        entry.raw("<</Filter/Standard/V 5/R 6/Length 256/P ")
        entry.integer(Int(Self.allowed))
        entry.raw("/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>/StmF/StdCF/StrF/StdCF")
        let strings: [(StaticString, [UInt8])] = [
            ("/U", user.value), ("/UE", user.sealedKey), ("/O", owner.value),
            ("/OE", owner.sealedKey), ("/Perms", permissions),
        ]
        for (name, bytes) in strings {
            entry.raw(name)
            entry.raw("<")
            for byte in bytes { entry.hexadecimal(byte) }
            entry.raw(">")
        }
        entry.raw("/EncryptMetadata true>>")
    }

    private static func bytes(of number: Int32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Algorithm 2.B. It is slow on purpose, to slow down password guessing.
    fileprivate static func hash(
        _ password: [UInt8], salt: [UInt8], _ user: [UInt8] = []
    ) throws -> [UInt8] {
        var key = try SHA2.sha256.digest(of: password[...], salt[...], user[...])
        var round = 0
        while true {
            let part = password + key + user
            var parts: [UInt8] = []
            parts.reserveCapacity(64 * part.count)
            for _ in 0..<64 { parts += part }
            let sealed = try AES.chained(
                parts, key: Array(key[0..<16]), start: Array(key[16..<32]), isPadded: false)
            // A number modulo 3 equals the sum of its bytes modulo 3, because 256 modulo 3 is 1.
            let rest = sealed.prefix(16).reduce(0) { $0 + Int($1) } % 3
            key = try [SHA2.sha256, .sha384, .sha512][rest].digest(of: sealed[...])
            round += 1
            if round >= 64, Int(sealed[sealed.count - 1]) <= round - 32 { break }
        }
        return Array(key.prefix(32))
    }
}
