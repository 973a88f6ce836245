import Foundation
import TestKeys
import Testing

/// With `verify`, and two-step signing with an external key.
@Suite struct SignatureCheckTests {
    private let keys: TestKeys
    private let folder: SigningFolder

    init() throws {
        keys = try TestKeys.shared.get()
        folder = try SigningFolder()
    }

    private static let talk = #"{"messages":["Hi!","Hello"]}"#

    private func signed(_ query: String = "", key: String = "rsa") throws -> Data {
        let service = try InProcessService([
            "--sign-key", keys.path(key + ".key"), "--sign-certificate", keys.path(key + ".pem"),
        ])
        return try service.render(Self.talk, to: "/render.pdf?sign=true" + query).body
    }

    private func verified(_ document: Data) throws -> Answer {
        try InProcessService().verify(document)
    }

    @Test(arguments: ["rsa", "p256", "p384"])
    func signedDocumentsVerify(key: String) throws {
        for query in ["", "&profile=evidence", "&archival=false"] {
            let answer = try verified(signed(query, key: key))
            #expect(answer.text.contains(#""fits":true"#), "\(query): \(answer.text)")
            for fact in [
                #""covers_all":true"#, #""digest_fits":true"#, #""signature_right":true"#,
                #""signer":"CN=Ana Signer,O=Example,C=DE""#, #""trust":"not judged""#,
                #""kind":"ETSI.CAdES.detached""#,
            ] { #expect(answer.text.contains(fact), "\(answer.text)") }
            let verdict = query.contains("evidence") ? "identical" : "not-evidence"
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
            return try open..<#require(document[open...].firstIndex(of: UInt8(ascii: ">"))) + 1
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
        let evidence = try service.post(Self.talk, to: "/render.pdf?profile=evidence").body
        #expect(try verified(evidence).text.contains(#""signatures":[]"#))
    }

    // MARK: - Two steps

    private func prepare(_ words: [String] = []) throws {
        try folder.expect(
            ["prepare", "talk.json", "-o", "room.pdf", "--to-sign", "room.json"] + words)
    }

    private func finish(
        _ document: String, _ output: String, _ words: [String]
    ) throws -> (code: Int32, errors: String) {
        try folder.run(["finish", document, "-o", output] + words)
    }

    @Test(arguments: [
        ("rsa", []), ("p256", []), ("p384", []),
        ("rsa", ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32"]),
    ])
    func externalKeysSignInTwoSteps(key: String, options: [String]) throws {
        let padding = options.isEmpty ? [] : ["--sign-padding", "pss"]
        let chain = ["--sign-cert", keys.path(key + ".pem")] + padding
        try prepare(chain)
        try folder.sign("room.json", with: key + ".key", options)
        let signed = ["--signature", "signature.bin"]
        try folder.expect(["finish", "room.pdf", "-o", "done.pdf"] + signed + chain)
        try expectSigned(folder.bytes("done.pdf"))
        let found = try folder.findings("done.pdf").text
        #expect(found.contains(#""signer":"CN=Ana Signer,O=Example,C=DE""#))
        #expect(found.contains(#""covers_all":true"#))
        // A document is not signed twice, nor with another key.
        let again = try finish("done.pdf", "x.pdf", signed + chain)
        #expect(again.code == 1 && again.errors.contains("already signed"))
        let other = try finish(
            "room.pdf", "x.pdf", signed + ["--sign-cert", keys.path("other.pem")])
        #expect(other.code == 1 && other.errors.contains("not a valid signature"))
        #expect(!folder.has("x.pdf"))
    }

    @Test func cmsMessagesAreAcceptedIfPAdES() throws {
        try prepare()
        // The CMS message that openssl makes has a signing time, which PAdES forbids.
        let document = try folder.bytes("room.pdf")
        let text = String(decoding: document, as: Unicode.ASCII.self)
        let found = try #require(text.firstMatch(of: /\/ByteRange\[0 (\d+) (\d+) (\d+) */))
        let (end, start) = (try #require(Int(found.1)), try #require(Int(found.2)))
        try folder.write(document[..<end] + document[start...], to: "content")
        try keys.openssl([
            "cms", "-sign", "-binary", "-cades", "-in", folder.path("content"), "-signer",
            "rsa.pem", "-inkey", "rsa.key", "-outform", "DER", "-out", folder.path("timed.der"),
            "-md", "sha256",
        ])
        let timed = try finish("room.pdf", "x.pdf", ["--cms", "timed.der"])
        #expect(timed.code == 1 && timed.errors.contains("without a time"), "\(timed.errors)")
        // A message made by Chatprint in the other way is accepted.
        let chain = ["--sign-cert", keys.path("rsa.pem")]
        try prepare(chain)
        try folder.sign("room.json", with: "rsa.key")
        _ = try finish("room.pdf", "done.pdf", ["--signature", "signature.bin"] + chain)
        let done = String(decoding: try folder.bytes("done.pdf"), as: Unicode.ASCII.self)
        let digits = try #require(done.firstMatch(of: /\/Contents<(30[0-9a-f]+)>/)?.1)
        var message = stride(from: 0, to: digits.utf8.count, by: 2).compactMap {
            let place = digits.index(digits.startIndex, offsetBy: $0)
            return UInt8(digits[place..<digits.index(place, offsetBy: 2)], radix: 16)
        }
        while message.last == 0 { message.removeLast() }
        try folder.write(Data(message), to: "whole.der")
        try folder.expect(["finish", "room.pdf", "-o", "same.pdf", "--cms", "whole.der"])
        try expectSigned(folder.bytes("same.pdf"))
    }

    @Test func timestampsAreAddedToSignatures() throws {
        try folder.write(signed(), to: "signed.pdf")
        let asked = ["finish", "signed.pdf", "-o", "same.pdf"]
        try folder.expect(asked + ["--timestamp-request", "request.tsq"])
        try folder.stamp(by: keys.path("stamp"))
        let stamp = ["--timestamp", "response.tsr"]
        try folder.expect(["finish", "signed.pdf", "-o", "stamped.pdf"] + stamp)
        try expectSigned(folder.bytes("stamped.pdf"))
        let found = try folder.findings("stamped.pdf").text
        #expect(found.contains("CN=Test Authority"), "\(found)")
        let twice = try finish("stamped.pdf", "x.pdf", ["--timestamp-hook", keys.path("stamp")])
        #expect(twice.code == 1 && twice.errors.contains("already"))
        // The timestamp of another signature.
        try folder.write(signed("&title=Other"), to: "other.pdf")
        let other = try finish("other.pdf", "x.pdf", stamp)
        #expect(other.code == 1 && other.errors.contains("another signature"), "\(other.errors)")
    }

    @Test func tooSmallSignatureRoomIsReported() throws {
        let chain = ["--sign-cert", keys.path("rsa.pem")]
        let words = ["--signature", "signature.bin"] + chain
        try prepare(chain + ["--sign-room", "2000"])
        try folder.sign("room.json", with: "rsa.key")
        let small = try finish("room.pdf", "x.pdf", words)
        #expect(small.code == 1 && small.errors.contains("sign_room"), "\(small.errors)")
        try folder.expect(["render", "talk.json", "-o", "plain.pdf"])
        let none = try finish("plain.pdf", "x.pdf", words)
        #expect(none.code == 1 && none.errors.contains("reserves no bytes"), "\(none.errors)")
    }
}
