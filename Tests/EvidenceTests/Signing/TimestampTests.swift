import Foundation
import TestKeys
import Testing

@testable import Evidence

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
        let bytes = try request.token(in: try response(to: request.bytes))
        let token = try TimestampToken(bytes)
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
        let answer = try response(to: request.bytes)
        let token = try request.token(in: answer)
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
