import CCrypto

/// Derives keys from a secret of high entropy (RFC 5869), with SHA-256.
package enum HKDF {
    /// Nil if libcrypto fails.
    ///
    /// - Parameter count: at most 255 times 32.
    package static func key(
        from secret: [UInt8], salt: [UInt8] = [], info: [UInt8], count: Int
    ) -> [UInt8]? {
        let salt = salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt
        guard let root = HMAC.code(of: secret, key: salt) else { return nil }
        var (key, block): ([UInt8], [UInt8]) = ([], [])
        for number in 1...255 where key.count < count {
            guard let next = HMAC.code(of: block + info + [UInt8(number)], key: root) else {
                return nil
            }
            block = next
            key += block
        }
        return Array(key.prefix(count))
    }
}

/// Derives keys from passwords (RFC 8018 §5.2).
package enum PBKDF2 {
    package enum Hash { case sha1, sha512 }

    /// The maximum number of rounds that do not ask a budget.
    private static let maxShort = 1_000_000

    /// Nil if libcrypto fails, or for more rounds than it takes in a second.
    package static func key(
        from password: [UInt8], salt: [UInt8], rounds: Int, _ hash: Hash, count: Int
    ) -> [UInt8]? {
        guard (1...maxShort).contains(rounds), count > 0 else { return nil }
        let algorithm = unsafe hash == .sha1 ? EVP_sha1() : EVP_sha512()
        var key = [UInt8](repeating: 0, count: count)
        let isDone = unsafe password.withUnsafeBytes { password in
            unsafe PKCS5_PBKDF2_HMAC(
                password.baseAddress, Int32(password.count), salt, Int32(salt.count),
                Int32(rounds), algorithm, Int32(count), &key) == 1
        }
        return isDone ? key : nil
    }

    /// Derives a key of 32 bytes with SHA-256 and any number of rounds. Nil if the budget runs out, or
    /// if libcrypto fails.
    package static func key(
        from password: [UInt8], salt: [UInt8], rounds: Int, budget: WorkBudget,
        onProgress: (Int) -> Void = { _ in }
    ) -> [UInt8]? {
        guard var link = HMAC.code(of: salt + [0, 0, 0, 1], key: password),
            let pads = HashedPads(password)
        else { return nil }
        var key = link
        for round in 1..<max(1, rounds) {
            if round % 10_000 == 0 {
                guard budget.mayContinue else { return nil }
                onProgress(round)
            }
            pads.code(of: &link)
            for index in key.indices { key[index] ^= link[index] }
        }
        return key
    }

    /// The states of SHA-256 after the two blocks that HMAC makes of a key.
    private struct HashedPads {
        private var inner = SHA256_CTX()
        private var outer = SHA256_CTX()

        /// Nil if there is no memory to hash a long key: a wrong one would be called a wrong
        /// password.
        init?(_ key: [UInt8]) {
            guard let key = key.count > 64 ? try? SHA256.digest(of: key) : key else { return nil }
            let block = key + [UInt8](repeating: 0, count: 64 - key.count)
            unsafe SHA256_Init(&inner)
            unsafe SHA256_Update(&inner, block.map { $0 ^ 0x36 }, 64)
            unsafe SHA256_Init(&outer)
            unsafe SHA256_Update(&outer, block.map { $0 ^ 0x5C }, 64)
        }

        /// Replaces a digest by its code.
        func code(of digest: inout [UInt8]) {
            var state = inner
            unsafe SHA256_Update(&state, digest, 32)
            unsafe SHA256_Final(&digest, &state)
            state = outer
            unsafe SHA256_Update(&state, digest, 32)
            unsafe SHA256_Final(&digest, &state)
        }
    }
}

/// Hashes a passphrase again and again with SHA-512, as the backup files of Signal do.
package enum RepeatedSHA512 {
    /// Returns 64 bytes; nil if the budget runs out.
    package static func key(
        from passphrase: [UInt8], salt: [UInt8], rounds: Int, budget: WorkBudget
    ) -> [UInt8]? {
        var key = passphrase
        var digest = [UInt8](repeating: 0, count: 64)
        for round in 0..<rounds {
            if round % 10_000 == 0, !budget.mayContinue { return nil }
            var state = SHA512_CTX()
            unsafe SHA512_Init(&state)
            if round == 0 { unsafe SHA512_Update(&state, salt, salt.count) }
            unsafe SHA512_Update(&state, key, key.count)
            unsafe SHA512_Update(&state, passphrase, passphrase.count)
            unsafe SHA512_Final(&digest, &state)
            key = digest
        }
        return key
    }
}
