import Foundation
import TestKeys
import Testing

/// Signature verification with `verify`, and two-step signing with an external key.
@Suite struct SignatureCheckTests {
    private let keys: TestKeys
    private let folder: URL

    init() throws {
        keys = try TestKeys.shared.get()
        folder = keys.folder.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func run(
        _ words: [String], input: String = ""
    ) throws -> (code: Int32, output: Data, errors: String) {
        try RunningService.run(
            [RunningService.executable.path] + words, input: Data(input.utf8), folder: folder)
    }

    private static let talk = #"{"messages":["Hi!","Hello"]}"#

    private func signed(_ query: String = "", key: String = "rsa") throws -> Data {
        let service = try InProcessService([
            "--sign-key", keys.path(key + ".key"), "--sign-certificate", keys.path(key + ".pem"),
        ])
        let answer = try service.post(Self.talk, to: "/render.pdf?sign=true" + query)
        #expect(answer.status == 200)
        return answer.body
    }

    private func verified(_ document: Data) throws -> Answer {
        try InProcessService().post(document, to: "/verify", ["Content-Type: application/pdf"])
    }

    @Test(arguments: ["rsa", "p256", "p384"])
    func signedDocumentsVerify(key: String) throws {
        for query in ["", "&profile=evidence", "&archival=false"] {
            let answer = try verified(signed(query, key: key))
            #expect(answer.status == 200)
            #expect(answer.text.contains(#""fits":true"#), "\(query): \(answer.text)")
            for fact in [
                #""covers_all":true"#, #""digest_fits":true"#, #""signature_right":true"#,
                #""signer":"CN=Ana Signer,O=Example,C=DE""#, #""trust":"not judged""#,
                #""kind":"ETSI.CAdES.detached""#,
            ] { #expect(answer.text.contains(fact), "\(answer.text)") }
            let isEvidence = query.contains("evidence")
            let verdict = isEvidence ? "identical" : "not-evidence"
            #expect(answer.text.contains(#""verdict":"\#(verdict)""#), "\(answer.text)")
        }
    }

    @Test func changesOfSignedBytesAreReported() throws {
        let document = try signed("&archival=false")
        // A byte of the comment after the first line, which readers never show.
        var changed = document
        changed[10] ^= 1
        let answer = try verified(changed)
        #expect(answer.text.contains(#""verdict":"changed""#), "\(answer.text)")
        #expect(answer.text.contains("was changed since it was signed"))
        #expect(answer.text.contains(#""signature_right":true"#))
    }

    @Test func additionsAfterASignatureAreReported() throws {
        let document = try signed()
        let text = String(decoding: document, as: Unicode.ASCII.self)
        let start = try #require(text.firstMatch(of: /startxref\n(\d+) \n%%EOF/)?.1)
        let added = document + Data("% more\nstartxref\n\(start)\n%%EOF\n".utf8)
        let answer = try verified(added)
        #expect(answer.text.contains(#""verdict":"changed""#), "\(answer.text)")
        #expect(answer.text.contains(#""covers_all":false"#))
        #expect(answer.text.contains("were added after the signed part"))
        #expect(answer.text.contains(#""digest_fits":true"#))
    }

    @Test func swappedAndEmptiedSignaturesAreReported() throws {
        let (one, other) = (try signed(), try signed("&title=Other"))
        // At the same position: the signature of another document.
        func room(_ document: Data) throws -> Range<Data.Index> {
            let start = try #require(document.range(of: Data("/Contents<30".utf8))).lowerBound
            let open = start + "/Contents".utf8.count
            let close = try #require(document[open...].firstIndex(of: UInt8(ascii: ">")))
            return open..<close + 1
        }
        var swapped = one
        swapped.replaceSubrange(try room(one), with: other[try room(other)])
        #expect(try verified(swapped).text.contains("was changed since it was signed"))
        var emptied = one
        let place = try room(one)
        emptied.replaceSubrange(
            place.lowerBound + 1..<place.upperBound - 1,
            with: Data(repeating: 0x30, count: place.count - 2))
        #expect(try verified(emptied).text.contains("it is empty"))
        var broken = one
        // The last byte of the signature value.
        let last = try #require(broken[place].dropLast().lastIndex { $0 != 0x30 })
        broken[last] = broken[last] == 0x66 ? 0x65 : 0x66
        #expect(try verified(broken).text.contains("not made by the key of its certificate"))
        var smuggled = one
        smuggled[place.upperBound - 2] = 0x31
        #expect(try verified(smuggled).text.contains("unsigned data follows it"))
    }

    /// A signature's dictionary counts as it was signed.
    @Test(arguments: ["", "&profile=evidence"])
    func changedSignatureDictionariesAreReported(query: String) throws {
        let document = try signed(query)
        let start = try #require(document.range(of: Data("<</Type/Sig/".utf8))).lowerBound
        let end = try #require(
            document.range(of: Data("\nendobj".utf8), in: start..<document.endIndex)
        ).lowerBound
        let line = String(decoding: document[..<start].suffix(20), as: Unicode.ASCII.self)
        let number = try #require(line.firstMatch(of: /(\d+) 0 obj\n$/).flatMap { Int($0.1) })
        let forged = String(decoding: document[start..<end], as: Unicode.ASCII.self)
            .replacing("/DocMDP", with: "/FieldMDP")
        let answer = try verified(document.updated([(number, forged)]))
        #expect(answer.text.contains("a later update changes its dictionary"), "\(answer.text)")
        #expect(answer.text.contains("bytes were added after the signed part"))
    }

    /// Bytes between the ranges that are not the signature could display anything.
    @Test func widenedByteRangeGapsAreReported() throws {
        let document = try signed()
        let text = String(decoding: document, as: Unicode.ASCII.self)
        let found = try #require(text.firstMatch(of: /\/ByteRange\[0 (\d+) (\d+) (\d+) */))
        let numbers = [found.1, found.2, found.3].compactMap { Int($0) }
        let written = String(found.0)
        let wider = "/ByteRange[0 \(numbers[0] - 10) \(numbers[1]) \(numbers[2])"
        let padded = wider + String(repeating: " ", count: written.utf8.count - wider.utf8.count)
        var changed = document
        changed.replaceSubrange(
            try #require(changed.range(of: Data(written.utf8))), with: Data(padded.utf8))
        let answer = try verified(changed)
        #expect(answer.text.contains("range of signed bytes is invalid"), "\(answer.text)")
    }

    @Test func unsignedDocumentsReportNoSignature() throws {
        let service = try InProcessService()
        let plain = try service.post(Self.talk, to: "/render.pdf").body
        #expect(try verified(plain).text.contains(#""verdict":"not-evidence""#))
        let evidence = try service.post(Self.talk, to: "/render.pdf?profile=evidence").body
        #expect(try verified(evidence).text.contains(#""signatures":[]"#))
    }

    // MARK: - Two steps

    private func prepare(_ words: [String] = []) throws -> [String: Any] {
        let result = try run(
            ["prepare", "-", "-o", "room.pdf", "--to-sign", "room.json"] + words,
            input: Self.talk)
        #expect(result.code == 0, "\(result.errors)")
        let facts = try Data(contentsOf: folder.appendingPathComponent("room.json"))
        return try #require(try JSONSerialization.jsonObject(with: facts) as? [String: Any])
    }

    /// Signs the prepared attributes with a key that Chatprint never sees.
    private func sign(_ facts: [String: Any], with key: String, _ options: [String] = []) throws {
        let text = try #require(facts["signed_attributes"] as? String)
        try #require(Data(base64Encoded: text)).write(
            to: folder.appendingPathComponent("attributes"))
        try keys.openssl(
            ["dgst", "-sha256", "-sign", key + ".key"] + options + [
                "-out", path("signature"), path("attributes"),
            ])
    }

    private func expectValid(_ name: String) throws {
        let words = try RunningService.run(["pdfsig", "-nocert", path(name)])
        let text = String(decoding: words.output, as: UTF8.self)
        #expect(text.contains("Signature is Valid.") && text.contains("Total document signed"))
    }

    @Test(arguments: [
        ("rsa", []), ("p256", []), ("p384", []),
        ("rsa", ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32"]),
    ])
    func externalKeysSignInTwoSteps(key: String, options: [String]) throws {
        let padding = options.isEmpty ? [] : ["--sign-padding", "pss"]
        let chain = ["--sign-cert", keys.path(key + ".pem")] + padding
        let facts = try prepare(chain)
        #expect(facts["signer"] as? String == "CN=Ana Signer,O=Example,C=DE")
        try sign(facts, with: key, options)
        let finished = try run(
            ["finish", "room.pdf", "-o", "done.pdf", "--signature", "signature"] + chain)
        #expect(finished.code == 0, "\(finished.errors)")
        try expectValid("done.pdf")
        let verified = try run(["verify", "done.pdf"])
        #expect(verified.code == 5)
        let words = String(decoding: verified.output, as: UTF8.self)
        #expect(words.contains("signed by CN=Ana Signer") && words.contains("all of the file"))
        // A document is not signed twice, nor with another key.
        let again = try run(
            ["finish", "done.pdf", "-o", "x.pdf", "--signature", "signature"] + chain)
        #expect(again.code == 1 && again.errors.contains("already signed"))
        let other = try run([
            "finish", "room.pdf", "-o", "x.pdf", "--signature", "signature", "--sign-cert",
            keys.path("other.pem"),
        ])
        #expect(other.code == 1 && other.errors.contains("not a valid signature"))
        #expect(!FileManager.default.fileExists(atPath: path("x.pdf")))
    }

    @Test func cmsMessagesAreAcceptedIfPAdES() throws {
        let facts = try prepare()
        #expect(facts["signed_attributes"] == nil)
        // The CMS message that openssl makes has a signing time, which PAdES forbids.
        let document = try Data(contentsOf: folder.appendingPathComponent("room.pdf"))
        let text = String(decoding: document, as: Unicode.ASCII.self)
        let found = try #require(text.firstMatch(of: /\/ByteRange\[0 (\d+) (\d+) (\d+) */))
        let (end, start) = (try #require(Int(found.1)), try #require(Int(found.2)))
        try (document[..<end] + document[start...]).write(
            to: folder.appendingPathComponent("content"))
        try keys.openssl([
            "cms", "-sign", "-binary", "-cades", "-in", path("content"), "-signer", "rsa.pem",
            "-inkey", "rsa.key", "-outform", "DER", "-out", path("timed.der"), "-md", "sha256",
        ])
        let timed = try run(["finish", "room.pdf", "-o", "x.pdf", "--cms", "timed.der"])
        #expect(timed.code == 1 && timed.errors.contains("without a time"), "\(timed.errors)")
        // A message made by Chatprint in the other way is accepted.
        let chain = ["--sign-cert", keys.path("rsa.pem")]
        try sign(try prepare(chain), with: "rsa")
        _ = try run(
            ["finish", "room.pdf", "-o", "done.pdf", "--signature", "signature"] + chain)
        let done = try String(
            decoding: Data(contentsOf: folder.appendingPathComponent("done.pdf")),
            as: Unicode.ASCII.self)
        let digits = try #require(done.firstMatch(of: /\/Contents<(30[0-9a-f]+)>/)?.1)
        var message = stride(from: 0, to: digits.utf8.count, by: 2).compactMap {
            let place = digits.index(digits.startIndex, offsetBy: $0)
            return UInt8(digits[place..<digits.index(place, offsetBy: 2)], radix: 16)
        }
        while message.last == 0 { message.removeLast() }
        try Data(message).write(to: folder.appendingPathComponent("whole.der"))
        let whole = try run(["finish", "room.pdf", "-o", "same.pdf", "--cms", "whole.der"])
        #expect(whole.code == 0, "\(whole.errors)")
        try expectValid("same.pdf")
    }

    @Test func timestampsAreAddedToSignatures() throws {
        try signed().write(to: folder.appendingPathComponent("signed.pdf"))
        let asked = try run([
            "finish", "signed.pdf", "-o", "same.pdf", "--timestamp-request", "request",
        ])
        #expect(asked.code == 0, "\(asked.errors)")
        let response = try RunningService.run(
            [keys.path("stamp")],
            input: try Data(contentsOf: folder.appendingPathComponent("request")))
        try response.output.write(to: folder.appendingPathComponent("response"))
        let words = ["finish", "signed.pdf", "-o", "stamped.pdf"]
        let stamped = try run(words + ["--timestamp", "response"])
        #expect(stamped.code == 0, "\(stamped.errors)")
        try expectValid("stamped.pdf")
        let verified = try run(["verify", "stamped.pdf", "--json"])
        let text = String(decoding: verified.output, as: UTF8.self)
        #expect(text.contains("CN=Test Authority"), "\(text)")
        let twice = try run([
            "finish", "stamped.pdf", "-o", "x.pdf", "--timestamp-hook", keys.path("stamp"),
        ])
        #expect(twice.code == 1 && twice.errors.contains("already"))
        // The timestamp of another signature.
        try signed("&title=Other").write(to: folder.appendingPathComponent("other.pdf"))
        let other = try run([
            "finish", "other.pdf", "-o", "x.pdf", "--timestamp", "response",
        ])
        #expect(other.code == 1 && other.errors.contains("another signature"), "\(other.errors)")
    }

    @Test func tooSmallSignatureRoomIsReported() throws {
        let chain = ["--sign-cert", keys.path("rsa.pem")]
        try sign(try prepare(chain + ["--sign-room", "2000"]), with: "rsa")
        let result = try run(
            ["finish", "room.pdf", "-o", "x.pdf", "--signature", "signature"] + chain)
        #expect(result.code == 1)
        #expect(result.errors.contains("sign_room"), "\(result.errors)")
        let plain = try run(["render", "-", "-o", "plain.pdf"], input: Self.talk)
        #expect(plain.code == 0)
        let none = try run(
            ["finish", "plain.pdf", "-o", "x.pdf", "--signature", "signature"] + chain)
        #expect(none.code == 1 && none.errors.contains("reserves no bytes"), "\(none.errors)")
    }
}
