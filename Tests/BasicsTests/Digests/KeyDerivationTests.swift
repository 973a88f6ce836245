import Basics
import Foundation
import Testing

@Suite struct KeyDerivationTests {
    private let salt = [UInt8](0x10...0x23)

    /// A backup of an iPhone derives its keys in these steps.
    @Test func derivesTheKeysOfABackup() throws {
        let first = try #require(
            PBKDF2.key(
                from: Array("chatprint".utf8), salt: salt, rounds: 1_000, budget: .unlimited))
        #expect(
            Hexadecimal.text(of: first)
                == "e54e436f1d7435f56a3895867f37aa4c377db045b7db5359704aaf9242896b99")
        let key = try #require(
            PBKDF2.key(from: first, salt: [UInt8](0x30...0x43), rounds: 10, .sha1, count: 32))
        #expect(
            Hexadecimal.text(of: key)
                == "6db2c703081729e6669d30c1d045ef28b38d0978a03463fd84394812858f3ad2")
        let wrapped = try bytes(
            "7a2fafb251a5b26dc1afca8257a98fac6335a4963f713241a6943a16a4ca67f7dd8b7825a2d5ccac")
        #expect(AES.unwrapped(wrapped, key: key) == [UInt8](repeating: 0xC3, count: 32))
        #expect(AES.unwrapped(wrapped, key: first) == nil)
    }

    @Test func aLongPasswordIsHashedFirst() throws {
        let password = [UInt8](repeating: 0x61, count: 65)
        let digest = try SHA256.digest(of: password)
        #expect(
            PBKDF2.key(from: password, salt: salt, rounds: 2, budget: .unlimited)
                == PBKDF2.key(from: digest, salt: salt, rounds: 2, budget: .unlimited))
    }

    @Test func stopsWhenTheBudgetIsUsedUp() {
        let budget = WorkBudget { _ in false }
        #expect(PBKDF2.key(from: [1], salt: salt, rounds: 100_000, budget: budget) == nil)
        #expect(PBKDF2.key(from: [1], salt: salt, rounds: 0, .sha512, count: 32) == nil)
    }

    /// The public values of a backup of Signal.
    @Test func derivesTheKeysOfSignal() throws {
        let key = Array("dtjs858asj6tv0jzsqrsmj0ubp335pisj98e9ssnss8myoc08drhtcktyawvx45l".utf8)
        let backup = try #require(
            HKDF.key(from: key, info: Array("20240801_SIGNAL_BACKUP_KEY".utf8), count: 32))
        #expect(
            Hexadecimal.text(of: backup)
                == "ea26a2ddb5dba5ef9e34e1b8dea1f5ae7f255306a6d2d883e542306eaa9fe985")
        let id = try bytes("8a624fbc45379043f39f1391cddc5fe8")
        let info = Array("20241007_SIGNAL_BACKUP_ENCRYPT_MESSAGE_BACKUP:".utf8) + id
        let both = try #require(HKDF.key(from: backup, info: info, count: 64))
        #expect(
            Hexadecimal.text(of: both)
                == "f425e22a607c529717e1e1b29f9fe139f9d1c7e7d01e371c7753c544a3026649e143f4ad5668d8bfed2f88562f0693f53bda2c0e55c9d71730f30e24695fd6df"
        )
    }

    /// Two public programs agree on the keys of this backup file.
    @Test func derivesTheKeysOfABackupFile() throws {
        let passphrase = [UInt8](repeating: UInt8(ascii: "1"), count: 30)
        let long = try #require(
            RepeatedSHA512.key(
                from: passphrase, salt: [UInt8](0..<32), rounds: 250_000, budget: .unlimited))
        #expect(
            Hexadecimal.text(of: long.prefix(32))
                == "3ecc816ec000a15c5d95474d04c856bd3ffcc23ab61d1e74f7d49acea3ad367f")
        let both = try #require(
            HKDF.key(from: Array(long[..<32]), info: Array("Backup Export".utf8), count: 64))
        #expect(
            Hexadecimal.text(of: both)
                == "fde33f10d582192b9b0d583b250593b18d9536649fa407a20257f008daae61ebeb2d2d1a1036a6174dc63f56f8aeea0b62a4d4f9b076551818c7f59275b27667"
        )
        let budget = WorkBudget { _ in false }
        #expect(RepeatedSHA512.key(from: [1], salt: [2], rounds: 1, budget: budget) == nil)
    }

    @Test(arguments: [40, 65])
    func aCodeOfPiecesEqualsTheCodeOfAll(keyLength: Int) throws {
        let (key, text) = (
            [UInt8](repeating: 3, count: keyLength), [UInt8](repeating: 7, count: 1_000)
        )
        let stream = try HMACStream(key: key)
        for start in stride(from: 0, to: 1_000, by: 300) {
            try stream.update(Array(text[start..<min(1_000, start + 300)]))
        }
        #expect(try stream.code() == HMAC.code(of: text, key: key))
    }

    /// RFC 2202, test case 2.
    @Test func aCodeMayBeMadeWithSHA1() throws {
        let stream = try HMACStream(key: Array("Jefe".utf8), .sha1)
        for piece in ["what do ya want ", "for nothing?"] { try stream.update(Array(piece.utf8)) }
        #expect(
            Hexadecimal.text(of: try stream.code()) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    }

    @Test func anyPartOfAnEncryptedFileIsRead() throws {
        let (key, start) = ([UInt8](0..<32), [UInt8](240...255))
        let text = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let padding: [UInt8] = [1, 2, 3]
        let chained =
            try padding + start + AES.chained(text, key: key, start: start, isPadded: true)
        let counted = try padding + AES.counted(text, key: key, start: start)
        let sources = [
            ByteSource(chained).unchained(key: key, at: 3, count: 1_000),
            // The counter overflows its last bytes.
            ByteSource(counted).counted(key: key, start: start, at: 3, count: 1_000),
        ]
        for source in sources {
            for range in [0..<1_000, 0..<1, 15..<17, 16..<32, 999..<1_000, 500..<501, 7..<900] {
                #expect(source.read(range) == Array(text[range]))
            }
            #expect(source.bytes(1_001, at: 0) == nil)
        }
        let short = ByteSource(Array(chained[..<500]))
        #expect(short.unchained(key: key, at: 3, count: 1_000).read(0..<900) == nil)
        var checks = 0
        let refused = sources[0].verified {
            checks += 1
            return false
        }
        #expect(refused.read(0..<1) == nil && refused.read(0..<1) == nil && checks == 1)
        let code = try #require(HMAC.code(of: [9] + chained, key: key))
        let file = ByteSource(chained)
        for (wanted, isRight) in [(code, true), (Array(code[..<10]), true), ([], false)] {
            #expect(
                file.hasCode(
                    wanted, of: 0..<chained.count, after: [9], key: key, budget: .unlimited)
                    == isRight)
        }
        #expect(!file.hasCode(code, of: 0..<5, after: [9], key: key, budget: .unlimited))
    }

    @Test func decryptsWhatWasEncrypted() throws {
        let (key, start) = ([UInt8](0..<32), [UInt8](64..<80))
        let text = Array("hello from sms.db".utf8)
        let chained = try AES.chained(text, key: key, start: start, isPadded: true)
        #expect(try AES.unchained(chained, key: key, start: start, isPadded: true) == text)
        let counted = try AES.counted(text, key: key, start: start)
        #expect(counted.count == text.count && counted != text)
        #expect(try AES.counted(counted, key: key, start: start) == text)
        #expect(throws: AES.Failure.self) {
            try AES.unchained(text, key: key, start: start, isPadded: true)
        }
    }

    /// Computed with PyCryptodome.
    @Test func decryptsGCMInPieces() throws {
        let text = try bytes("42c64fd077edab04acf33fdc9e73fee4ed3726571a56")
        let tag = try bytes("2aa28b44dce1f2121461913c71817638")
        let nonce = [UInt8](0xA0..<0xB0)
        func secret(_ first: UInt8) -> Secret {
            var key = [first] + [UInt8](1..<32)
            return Secret(taking: &key)
        }
        let source = ByteSource([0, 0] + text + tag + [0])
        let sealed = try #require(GCMText(2..<24, of: source, nonce: nonce))
        var opened: [UInt8] = []
        #expect(try sealed.isAuthentic(key: secret(0), .unlimited))
        #expect(
            try sealed.decrypt(key: secret(0), .unlimited) { piece in
                opened += piece
                return true
            })
        #expect(opened == Array("hello from msgstore.db".utf8))
        #expect(try !sealed.isAuthentic(key: secret(1), .unlimited))
        let shifted = try #require(GCMText(2..<23, of: source, nonce: nonce))
        #expect(try !shifted.isAuthentic(key: secret(0), .unlimited))
        #expect(GCMText(2..<26, of: source, nonce: nonce) == nil)
        #expect(throws: GCMText.Fault.stopped) {
            try sealed.isAuthentic(key: secret(0), WorkBudget { _ in false })
        }
    }

    private func bytes(_ hexadecimal: String) throws -> [UInt8] {
        try #require(Hexadecimal.bytes(of: hexadecimal))
    }
}

@Suite struct SecretTests {
    @Test func takesTheFirstLineOfAText() {
        var file = Array("\u{FEFF}pass word\r\nrest".utf8)
        #expect(Secret(file: &file).use { $0 } == Array("pass word".utf8))
        #expect(file.isEmpty)
    }

    @Test func takesAllOfAKeyFile() {
        let key: [UInt8] = [0xAC, 0xED, 0x00, 0x05, 0x0A, 0x00]
        var file = key
        #expect(Secret(file: &file).use { $0 } == key)
    }

    @Test func keepsTheKeyOfEachSalt() {
        var bytes = Array("pass".utf8)
        let secret = Secret(taking: &bytes)
        let keys = ["ab", "ab", "c", "ab"].enumerated().map { number, salt in
            secret.key(for: Array(salt.utf8)) { $0 + [UInt8(number)] }
        }
        #expect(keys == [0, 0, 2, 0].map { Array("pass".utf8) + [$0] })
    }

    @Test func noDescriptionShowsIt() {
        var bytes = Array("pass word".utf8)
        let secret = Secret(taking: &bytes)
        var dumped = "\(secret) \(String(reflecting: secret))"
        dump(secret, to: &dumped)
        #expect(!dumped.contains("pass"))
        #expect(!dumped.contains("112"))
    }
}
