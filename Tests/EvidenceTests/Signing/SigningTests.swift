import Basics
import CCrypto
import Foundation
import TestKeys
import Testing

@testable import Evidence

@Suite struct SigningIdentityTests {
    private let keys: TestKeys

    init() throws { keys = try TestKeys.shared.get() }

    private func files(
        _ key: String, _ certificate: String = "", passphrase: String = "",
        padding: RSAPadding = .pkcs1
    ) -> SigningFiles {
        var files = SigningFiles()
        files.key = key
        files.certificate = certificate
        files.passphrase = passphrase
        files.padding = padding
        return files
    }

    private func identity(
        _ files: SigningFiles, at now: Int = Int(Date().timeIntervalSince1970),
        changing bytes: [String: [UInt8]] = [:]
    ) throws(KeyFault) -> SigningIdentity {
        try SigningIdentity(files, now: { now }) { name, most in
            let read = bytes[name] ?? keys.bytes(name)
            return read.isEmpty ? nil : Array(read.prefix(most))
        }
    }

    private func fault(
        _ files: SigningFiles, at now: Int = Int(Date().timeIntervalSince1970),
        changing bytes: [String: [UInt8]] = [:]
    ) -> KeyFault? {
        do throws(KeyFault) {
            _ = try identity(files, at: now, changing: bytes)
            return nil
        } catch {
            return error
        }
    }

    /// Verification would report every document as changed.
    @Test func chainsWithAnIssuerThatDidNotSignAreRejected() throws {
        try keys.openssl([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "impostor.key", "-out",
            "impostor.pem", "-days", "9", "-subj", "/CN=Test Root",
        ])
        let chain = keys.bytes("rsa.crt") + keys.bytes("impostor.pem")
        let fault = fault(files("rsa.key", "chain"), changing: ["chain": chain])
        #expect(fault == .brokenChain(subject: "CN=Ana Signer,O=Example,C=DE"))
    }

    /// Readers reject certificates that do not name the curve (RFC 5480, 2.1.1).
    @Test func explicitCurveParametersAreRejected() throws {
        try keys.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-pkeyopt",
            "ec_param_enc:explicit", "-nodes", "-keyout", "explicit.key", "-out", "explicit.pem",
            "-days", "9", "-subj", "/CN=Explicit",
        ])
        let fault = fault(files("explicit.key", "explicit.pem"))
        #expect(fault == .unsupported(kind: "EC with explicit curve parameters"))
    }

    private static let content = Array("A document, and what follows its signature.".utf8)

    /// OpenSSL verifies the signatures by its own rules for CAdES.
    @Test(arguments: [
        ("rsa", RSAPadding.pkcs1), ("rsa", .pss), ("p256", .pkcs1), ("p384", .pkcs1),
    ])
    func opensslVerifies(key: String, padding: RSAPadding) throws {
        let identity = try identity(files(key + ".key", key + ".pem", padding: padding))
        let message = try identity.message(about: SHA2.sha256.digest(of: Self.content[...]))
        let name = UUID().uuidString
        let place = keys.folder.appendingPathComponent(name)
        try Data(message).write(to: place.appendingPathExtension("der"))
        try Data(Self.content).write(to: place)
        func verify() throws {
            try keys.openssl([
                "cms", "-verify", "-cades", "-binary", "-inform", "DER", "-in", name + ".der",
                "-content", name, "-CAfile", "root.pem", "-purpose", "any", "-out", "/dev/null",
            ])
        }
        try verify()
        try Data(Self.content + [0x21]).write(to: place)
        #expect(throws: TestKeys.Failure.self) { try verify() }
    }

    @Test(arguments: ["rsa", "p256", "p384"])
    func signedMessagesAreParsed(key: String) throws {
        let identity = try identity(files(key + ".key", key + ".pem"))
        let digest = [UInt8](repeating: 7, count: 32)
        let message = try ParsedSignedData(identity.message(about: digest))
        #expect(message.signedDigest == digest)
        #expect(message.isSignedRight && message.isConsistent && message.namesCertificate)
        // PAdES forbids a signing time (ETSI EN 319 142-1, 6.3).
        #expect(!message.statesTime)
        #expect(message.signer?.subject == "CN=Ana Signer,O=Example,C=DE")
        #expect(message.certificates.count == 2)
        #expect(message.timestamps.isEmpty)
    }

    /// Including unsigned parts: versions, the list of digests, certificates of issuers.
    @Test(arguments: ["rsa", "p256"])
    func everyFlippedBitIsDetected(key: String) throws {
        let identity = try identity(files(key + ".key", key + ".pem"))
        let digest = [UInt8](repeating: 7, count: 32)
        let whole = try identity.message(about: digest)
        let uncovered = try ParsedSignedData(whole).uncoveredCertificates
        for place in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[place] ^= 1 << bit
                guard let message = try? ParsedSignedData(bytes) else { continue }
                let isRight =
                    message.isSignedRight && message.isConsistent && message.signedDigest == digest
                    && !message.hasBrokenCertificate
                    && message.uncoveredCertificates == uncovered
                #expect(!isRight, "byte \(place), bit \(bit)")
            }
        }
    }

    @Test func keysAreReadFromPKCS12AndEncryptedFiles() throws {
        let packed = try identity(files("rsa.p12", passphrase: "passphrase"))
        let locked = try identity(files("locked.key", "rsa.pem", passphrase: "passphrase"))
        #expect(packed.certificates.own == locked.certificates.own)
        #expect(packed.certificates.own.subject == "CN=Ana Signer,O=Example,C=DE")
        // A file may hold both the key and the certificate.
        let both = keys.bytes("rsa.key") + keys.bytes("rsa.pem")
        let one = try identity(files("both"), changing: ["both": both])
        #expect(one.certificates.own == locked.certificates.own)
    }

    @Test func reportedRoomIsSufficient() throws {
        var files = files("rsa.key", "rsa.pem")
        files.room = 2_000
        let needed: Int
        switch fault(files) {
        case .noRoom(let bytes, 2_000)?: needed = bytes
        case let other: Issue.record("\(String(describing: other))"); return
        }
        files.room = needed
        let identity = try identity(files)
        #expect(try identity.message(about: [UInt8](repeating: 1, count: 32)).count == needed)
    }

    @Test func unusableKeysAreRejected() throws {
        #expect(fault(files("none", "rsa.pem")) == .unreadable(.key, path: "none"))
        #expect(fault(files("", "rsa.pem")) == .missing(.key))
        #expect(fault(files("rsa.key")) == .missing(.certificate))
        #expect(fault(files("rsa.key", "none")) == .unreadable(.certificate, path: "none"))
        #expect(fault(files("rsa.key", "rsa.key")) == .empty(.certificate, path: "rsa.key"))
        #expect(fault(files("rsa.pem", "rsa.pem")) == .empty(.key, path: "rsa.pem"))
        #expect(fault(files("rsa.key", "other.pem")) == .noFit(path: "other.pem"))
        #expect(fault(files("rsa.key", "p256.pem")) == .noFit(path: "p256.pem"))
        #expect(fault(files("weak.key", "weak.pem")) == .weak(bits: 1_024))
        #expect(fault(files("ed25519.key", "ed25519.pem")) == .unsupported(kind: "ED25519"))
        #expect(fault(files("p521.key", "p521.pem")) == .unsupported(kind: "secp521r1"))
        let subject = "CN=Ana Signer,O=Example,C=DE"
        #expect(fault(files("rsa.key", "expired.pem")) == .expired(subject: subject))
        #expect(fault(files("rsa.key", "rsa.pem"), at: 0) == .notYetValid(subject: subject))
        #expect(fault(files("rsa.key", "encryption.pem")) == .notForSigning(subject: subject))
    }

    /// The fault names the file of the certificate, not that of the key.
    @Test func damagedCertificateFilesAreNamed() {
        let text = String(decoding: keys.bytes("rsa.pem"), as: UTF8.self)
        let damaged = [
            Array(keys.bytes("rsa.p12").prefix(100)),
            Array(text.replacing("END", with: "and").utf8),
            Array(text.dropLast(text.count / 2).utf8),
            Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8),
        ]
        for bytes in damaged {
            #expect(
                fault(files("rsa.key", "damaged"), changing: ["damaged": bytes])
                    == .malformed(.certificate, path: "damaged"))
        }
        #expect(
            fault(files("rsa.key", "rsa.p12")) == .wantsPassphrase(.certificate, path: "rsa.p12"))
    }

    @Test func passphrasesAreNeverPrompted() {
        let path = "rsa.p12"
        #expect(fault(files(path)) == .wantsPassphrase(.key, path: path))
        #expect(fault(files(path, passphrase: "wrong")) == .wrongPassphrase(path: path))
        #expect(fault(files(path, passphrase: "none")) == .unreadable(.passphrase, path: "none"))
        let locked = "locked.key"
        #expect(fault(files(locked, "rsa.pem")) == .wantsPassphrase(.key, path: locked))
        #expect(
            fault(files(locked, "rsa.pem", passphrase: "wrong")) == .wrongPassphrase(path: locked))
    }

    @Test func damagedAndLargeFilesAreRejected() {
        let packed = keys.bytes("rsa.p12")
        for count in stride(from: 1, to: packed.count, by: 37) {
            let refused = fault(
                files("cut", passphrase: "passphrase"),
                changing: ["cut": Array(packed.prefix(count))])
            #expect(refused != nil, "\(count) bytes")
        }
        let text = keys.bytes("rsa.key")
        for count in stride(from: 1, to: text.count - 30, by: 41) {
            let refused = fault(
                files("cut", "rsa.pem"), changing: ["cut": Array(text.prefix(count))])
            #expect(refused != nil, "\(count) bytes")
        }
        var large: [UInt8] = []
        while large.count < 4 << 20 { large += keys.bytes("rsa.pem") }
        let limit = KeyFile.maxBytes
        #expect(
            fault(files("rsa.key", "large"), changing: ["large": large])
                == .tooLarge(path: "large", limit: limit))
        #expect(
            fault(files("large", "rsa.pem"), changing: ["large": large])
                == .tooLarge(path: "large", limit: limit))
    }

    @Test func expiredCertificatesStopSigning() throws {
        let clock = Clock(Int(Date().timeIntervalSince1970))
        let identity = try SigningIdentity(
            files("rsa.key", "rsa.pem"), now: { clock.now }
        ) { name, _ in keys.bytes(name) }
        clock.now = identity.certificates.own.notAfter + 1
        #expect(throws: SigningFailure.expired) {
            _ = try identity.message(about: [UInt8](repeating: 1, count: 32))
        }
    }
}

private final class Clock: @unchecked Sendable {
    // Unchecked because only one test uses it, on one thread.
    var now: Int

    init(_ now: Int) { self.now = now }
}

/// The authority is openssl.
@Suite struct TimestampTests {
    private let keys: TestKeys

    init() throws { keys = try TestKeys.shared.get() }

    private func response(to request: [UInt8]) throws -> [UInt8] {
        let name = UUID().uuidString
        try Data(request).write(to: keys.folder.appendingPathComponent(name))
        // Concurrent requests would use the same serial number.
        let serial = name + ".serial"
        try Data("01\n".utf8).write(to: keys.folder.appendingPathComponent(serial))
        let settings = String(decoding: keys.bytes("tsa.cnf"), as: UTF8.self)
            .replacing(keys.path("serial"), with: keys.path(serial))
        try Data(settings.utf8).write(to: keys.folder.appendingPathComponent(name + ".cnf"))
        return Array(
            try keys.openssl([
                "ts", "-reply", "-config", name + ".cnf", "-queryfile", name, "-inkey",
                "stamps.key", "-signer", "stamps.pem", "-chain", "root.pem",
            ]))
    }

    private static let signature = [UInt8](repeating: 9, count: 256)

    @Test func tokensAreRequestedAndAccepted() throws {
        let request = try TimestampRequest(over: Self.signature, hasNonce: true)
        let token = try TimestampToken(request.token(in: try response(to: request.bytes)))
        try token.expect(over: Self.signature[...])
        #expect(token.authority == "CN=Test Authority")
        #expect(token.moment.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
        #expect(throws: TimestampFault.otherImprint) { try token.expect(over: [1, 2, 3]) }
    }

    @Test func responsesToOtherRequestsAreRejected() throws {
        let request = try TimestampRequest(over: Self.signature, hasNonce: true)
        let again = try TimestampRequest(over: Self.signature, hasNonce: true)
        let other = try TimestampRequest(over: [1, 2, 3], hasNonce: true)
        let answer = try response(to: again.bytes)
        #expect(throws: TimestampFault.otherNonce) { _ = try request.token(in: answer) }
        let about = try response(to: other.bytes)
        #expect(throws: TimestampFault.otherImprint) { _ = try request.token(in: about) }
        // PKIStatusInfo of a refusal, without a token.
        let refusal = DER.sequence(DER.sequence(DER.integer([2])))
        #expect(throws: TimestampFault.refused(status: 2)) { _ = try request.token(in: refusal) }
        #expect(throws: TimestampFault.unreadable) { _ = try request.token(in: [1, 2, 3]) }
        #expect(throws: TimestampFault.unreadable) { _ = try request.token(in: []) }
    }

    @Test func changedTokensAreRejected() throws {
        let request = try TimestampRequest(over: Self.signature, hasNonce: false)
        let token = try request.token(in: response(to: request.bytes))
        // Changes the time of the token by one second.
        let start = try #require(
            token.indices.first { token[$0...].starts(with: [0x18, 0x0F] + Array("20".utf8)) })
        var changed = token
        let second = start + 2 + 13
        changed[second] = changed[second] == 0x39 ? 0x38 : changed[second] + 1
        let forged = try TimestampToken(changed)
        #expect(throws: TimestampFault.badSignature) {
            try forged.expect(over: Self.signature[...])
        }
        #expect(throws: TimestampFault.unreadable) { _ = try TimestampToken(token + [0]) }
        for count in stride(from: 0, to: token.count, by: 61) {
            #expect(throws: TimestampFault.unreadable) {
                _ = try TimestampToken(Array(token.prefix(count)))
            }
        }
    }

    /// A token signed with a certificate for documents is not a timestamp.
    @Test func tokensAreAddedToTheirSignature() throws {
        var files = SigningFiles()
        (files.key, files.certificate) = ("rsa.key", "rsa.pem")
        let identity = try SigningIdentity(files, now: { Int(Date().timeIntervalSince1970) }) {
            name, _ in keys.bytes(name)
        }
        let message = try identity.message(about: [UInt8](repeating: 7, count: 32))
        let signature = try ParsedSignedData(message).signature
        let request = try TimestampRequest(over: signature, hasNonce: true)
        let token = try request.token(in: try response(to: request.bytes))
        let stamped = try #require(try SignedMessage.adding(token, to: message))
        let read = try ParsedSignedData(stamped)
        #expect(read.isSignedRight && read.isConsistent)
        #expect(read.timestamps == [token])
        #expect(try SignedMessage.adding(token, to: stamped) == nil)
    }
}

@Suite struct DERTests {
    @Test(
        arguments: [
            (0, [0x04, 0x00]), (127, [0x04, 0x7F]), (128, [0x04, 0x81, 0x80]),
            (255, [0x04, 0x81, 0xFF]), (256, [0x04, 0x82, 0x01, 0x00]),
            (65_536, [0x04, 0x83, 0x01, 0x00, 0x00]),
        ] as [(Int, [UInt8])])
    func lengthsHaveTheShortestForm(count: Int, head: [UInt8]) throws {
        let bytes = DER.octets([UInt8](repeating: 7, count: count))
        #expect(Array(bytes.prefix(head.count)) == head)
        #expect(bytes.count == head.count + count)
        #expect(try DERElement(all: bytes).content.count == count)
    }

    @Test(
        arguments: [
            ([], [2, 1, 0]), ([0, 0], [2, 1, 0]), ([0x7F], [2, 1, 0x7F]),
            ([0x80], [2, 2, 0, 0x80]),
            ([0, 0, 1, 2], [2, 2, 1, 2]),
        ] as [([UInt8], [UInt8])])
    func integersArePositiveAndHaveNoLeadingZeros(magnitude: [UInt8], bytes: [UInt8]) {
        #expect(DER.integer(magnitude) == bytes)
    }

    @Test func objectIdentifiersAreEncodedInBase128() {
        #expect(DER.identifier(NID_sha256) == [6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1])
        #expect(
            DER.identifier(NID_pkcs7_signed)
                == [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2])
    }

    @Test func elementsOfASetAreSortedByTheirBytes() {
        #expect(
            DER.set([4, 1, 9], [4, 1, 2], [2, 1, 5]) == [0x31, 9, 2, 1, 5, 4, 1, 2, 4, 1, 9])
    }

    @Test(
        arguments: [
            [], [0x30], [0x30, 0x05, 0x02, 0x01], [0x30, 0x80, 0x00, 0x00],
            [0x30, 0x81, 0x01, 0x00],
            [0x04, 0x82, 0x00, 0x80], [0x04, 0x85, 1, 1, 1, 1, 1], [0x1F, 0x81, 0x01, 0x00],
            [0x02, 0x01, 0x00, 0x00],
        ] as [[UInt8]])
    func truncatedOverlongAndNonDEREncodingsAreRejected(bytes: [UInt8]) {
        #expect(throws: DERFault.self) { _ = try DERElement(all: bytes) }
    }

    @Test func randomBytesAreReadOrRejected() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0..<64, using: &generator)).map { _ in
                [0x30, 0x31, 0xA0, 0x02, 0x81, 0x04, 0x06, UInt8.random(in: 0...255)]
                    .randomElement()!
            }
            _ = try? ParsedSignedData(bytes)
            _ = try? TimestampToken(bytes)
            _ = Certificate(bytes)
        }
    }
}
