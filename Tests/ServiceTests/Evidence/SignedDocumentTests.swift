import Foundation
import TestKeys
import Testing

@testable import chatprint

/// Documents that the service signs, and requests that it refuses to sign.
@Suite struct SignedDocumentTests {
    private let keys: TestKeys

    init() throws { keys = try TestKeys.shared.get() }

    private static let talk = #"{"messages":["Hi!","Hello"],"output":{"sign":true}}"#

    private func flags(_ key: String = "rsa.key", _ certificate: String? = "rsa.pem") -> [String] {
        ["--sign-key", keys.path(key)]
            + (certificate.map { ["--sign-certificate", keys.path($0)] } ?? [])
    }

    @Test func signingWithoutAKeyIsRejected() throws {
        for path in ["/render.pdf", "/render", "/validate"] {
            let type = path == "/validate" ? "json" : "pdf"
            let answer = try service.post(Self.talk, to: path, ["Accept: application/" + type])
            #expect(answer.status == 422, "\(path)")
            #expect(answer.text.contains("/problems/no-signing-key"), "\(path)")
            #expect(answer.text.contains(#""setting":"sign_key""#))
            #expect(answer.text.contains(#""pointer":"/output/sign""#))
        }
        let asked = try service.post(#"{"messages":["Hi!"]}"#, to: "/render.pdf?sign=true")
        #expect(asked.text.contains("/problems/no-signing-key"))
        _ = try service.render(#"{"messages":["Hi!"]}"#, to: "/render.pdf?sign=false")
    }

    @Test func documentsAreSignedWithTheKey() throws {
        let service = try InProcessService(flags())
        try expectSigned(service.render(Self.talk, to: "/render.pdf").body)
        let plain = try service.post(#"{"messages":["Hi!"]}"#, to: "/render.pdf")
        #expect(plain.body.range(of: Data("/ByteRange".utf8)) == nil)
        for query in ["?archival=false", "?profile=evidence", "?page.size=endless"] {
            try expectSigned(service.post(Self.talk, to: "/render.pdf" + query).body)
        }
    }

    @Test func signatureFieldsAreSetAndRedacted() throws {
        let service = try InProcessService(flags("p256.key", "p256.pem"))
        let talk = #"""
            {"me":"ana","participants":[{"id":"ana","name":"Ana"},{"id":"ben","name":"Ben Doe"}],
             "messages":[{"from":"ana","text":"Hi"},{"from":"ben","text":"Hello"}],
             "output":{"sign":{"reason":"Asked by Ben Doe","location":"Kraków","name":"Ana"}}
            """#
        let document = try service.post(talk + "}", to: "/render.pdf").body
        try expectSigned(document)
        #expect(document.range(of: Data("/Reason(Asked by Ben Doe)".utf8)) != nil)
        #expect(document.range(of: Data("/Name(Ana)".utf8)) != nil)
        let redaction = #","options":{"redact":[{"participant":"ben"}]}}"#
        let redacted = try service.render(talk + redaction, to: "/render.pdf")
        try expectSigned(redacted.body)
        #expect(redacted.body.range(of: Data("Ben Doe".utf8)) == nil)
    }

    @Test(arguments: ["/render.png", "/render.zip", "/render.svg", "/render.pdf?engine=cairo"])
    func formatsWithoutSignaturesRejectThem(path: String) throws {
        let answer = try InProcessService(flags()).post(Self.talk, to: path)
        #expect(answer.status == 422 && answer.text.contains("/problems/invalid"))
    }

    @Test(arguments: [
        #"{"messages":["Hi!"],"output":{"sign":1}}"#,
        #"{"messages":["Hi!"],"output":{"sign":"on"}}"#,
        #"{"messages":["Hi!"],"output":{"sign":["rsa"]}}"#,
        #"{"messages":["Hi!"],"output":{"sign":{"reason":7}}}"#,
    ])
    func invalidSignOptionsAreRejected(talk: String) throws {
        let answer = try InProcessService(flags()).post(talk, to: "/render.pdf")
        #expect(answer.status == 422 && answer.text.contains("/output/sign"))
    }

    /// The text of the first page, or of the last.
    private func text(_ document: Data, isFirst: Bool = false) throws -> String {
        let pages = try pageText(of: document).split(separator: "\u{C}")
        return try String(#require(isFirst ? pages.first : pages.last))
    }

    @Test(arguments: [
        "sign=true&sign.name=Zed", "sign.name=Zed&sign=true", "sign.name=Zed",
    ])
    func signParametersApplyInAnyOrder(query: String) throws {
        let service = try InProcessService(flags("p256.key", "p256.pem"))
        for talk in [#"{"messages":["Hi"]}"#, #"{"messages":["Hi"],"output":{"sign":true}}"#] {
            let document = try service.post(talk, to: "/render.pdf?" + query).body
            #expect(document.range(of: Data("/Name(Zed)".utf8)) != nil, "\(query)")
        }
    }

    /// A caller may state any name; the name in the certificate is the operator's.
    @Test func signatureLineStatesSignerAndTime() throws {
        let service = try InProcessService(flags())
        let messages = (1...60).map { #""Message \#($0)""# }.joined(separator: ",")
        func document(_ sign: String, _ query: String = "") throws -> Data {
            let document = try service.render(
                #"{"messages":[\#(messages)],"output":{"created":"2026-05-31T09:40:00+02:00","sign":\#(sign)}}"#,
                to: "/render.pdf?page.size=a5" + query
            ).body
            try expectSigned(document)
            return document
        }
        let line = "Signed by Ana Signer (Ana Doe) · 2026-05-31 09:40:00 +02:00"
        for (place, first) in [("last", false), ("every", true)] {
            let signed = try document(#"{"name":"Ana Doe","line":"\#(place)"}"#)
            #expect(try text(signed, isFirst: true).contains(line) == first, "\(place)")
            #expect(try text(signed).contains(line), "\(place)")
        }
        let plain = try document(#"{"line":"last"}"#, "&page.size=endless")
        #expect(try text(plain).contains("Signed by Ana Signer · 2026-05-31"))
        #expect(try !text(document(#"{"name":"Ana Doe","line":"none"}"#)).contains("Signed by"))
        // The same request gives the same bytes.
        #expect(try document(#"{"line":"every"}"#) == document(#"{"line":"every"}"#))
        let wrong = try service.post(
            #"{"messages":["a"],"output":{"sign":{"line":"first"}}}"#, to: "/render.pdf")
        #expect(wrong.status == 422 && wrong.text.contains("/output/sign/line"))
        // Verification redraws an evidence document with its signature line.
        for line in ["last", "every"] {
            let evidence = try document(#"{"line":"\#(line)"}"#, "&profile=evidence")
            let verified = try InProcessService().verify(evidence)
            #expect(verified.text.contains(#""verdict":"identical""#), "\(verified.text)")
        }
    }

    @Test func everyPartIsSigned() throws {
        let service = try InProcessService(flags())
        let talk = #"{"messages":["a","b","c","d","e"],"output":{"sign":true}}"#
        let answer = try service.render(talk, to: "/render.pdf?split_by=2")
        let parts = try UnpackedZIP(answer.body).files.filter { $0.key.hasSuffix(".pdf") }
        #expect(parts.count == 3)
        for part in parts.values { try expectSigned(part) }
    }

    /// The key is in the service process; render processes request signatures from it.
    @Test func renderProcessesRequestSignatures() throws {
        let service = try RunningService(flags() + ["--processes", "2", "--log-level", "info"])
        #expect(service.beginning.contains("signs_as"))
        for _ in 0..<4 {
            let answer = try service.post(Self.talk, to: "/render.pdf")
            #expect(answer.status == 200)
            try expectSigned(answer.body)
        }
        let parts = #"{"messages":["a","b","c","d","e"],"output":{"sign":true}}"#
        #expect(try service.post(parts, to: "/render.pdf?split_by=1").status == 200)
        // Signatures are also verified within the sandbox, for each kind of key.
        for key in ["rsa", "p256"] {
            let document = try InProcessService(flags(key + ".key", key + ".pem"))
                .post(Self.talk, to: "/render.pdf").body
            let checked = try service.curl(
                "/verify", ["-H", "Content-Type: application/pdf"], body: document)
            #expect(checked.text.contains(#""signature_right":true"#), "\(checked.text)")
        }
        // No render process has a part of the key in memory.
        for process in try service.children {
            for name in ["environ", "cmdline"] {
                let facts = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/\(name)"))
                #expect(facts.range(of: Data("rsa.key".utf8)) == nil)
            }
        }
        #expect(service.stop() == 0)
        let log = service.restOfLog()
        #expect(log.split(separator: "\n").filter { $0.contains(" signed ") }.count == 9, "\(log)")
    }

    @Test(arguments: [
        ("other.key", "rsa.pem", "sign_certificate"), ("weak.key", "weak.pem", "sign_key"),
        ("rsa.key", "expired.pem", "sign_certificate"), ("none.key", "rsa.pem", "sign_key"),
        ("ed25519.key", "ed25519.pem", "sign_key"), ("rsa.p12", nil, "sign_passphrase_file"),
    ])
    func unusableKeysFailStartup(key: String, certificate: String?, setting: String) {
        let failure = #expect(throws: CommandFailure.self) {
            try InProcessService(flags(key, certificate))
        }
        #expect(failure?.code == 78 && failure?.sentence.contains(setting) == true)
    }

    /// An attacker who takes over a render process can read what that process can read.
    @Test func keysReadableByRenderProcessesAreRejected() throws {
        let folder = try TemporaryFolder()
        let own = try folder.write(Data(keys.bytes("rsa.key")), to: "own.key")
        let result = try RunningService.program([
            "serve", "--port", "0", "--config", folder.path, "--sign-key", own,
            "--sign-certificate", keys.path("rsa.pem"),
        ])
        #expect(result.code == 78)
        #expect(result.errors.contains("sign_key: render processes"), "\(result.errors)")
    }

    @Test func commandSignsAndTimestamps() throws {
        let folder = try SigningFolder()
        func render(_ words: [String]) throws -> (code: Int32, errors: String) {
            try folder.run(["render", "talk.json", "-o", "signed.pdf"] + words)
        }
        let key = ["--sign-key", keys.path("rsa.key"), "--sign-cert", keys.path("rsa.pem")]
        #expect(try render(key).code == 0)
        let signed = try folder.bytes("signed.pdf")
        #expect(try render(key + ["--timestamp-hook", keys.path("stamp")]).code == 0)
        let stamped = try folder.bytes("signed.pdf")
        for document in [signed, stamped] { try expectSigned(document) }
        #expect(stamped.count == signed.count && stamped != signed)
        for hook in ["false", "cat", "true", "none-of-this-name"] {
            let result = try render(key + ["--timestamp-hook", hook])
            #expect(result.code == 1, "\(hook)")
            #expect(result.errors.contains("Could not obtain a timestamp"), "\(result.errors)")
        }
        let unsigned = try render(["--sign"])
        #expect(unsigned.code == 1 && unsigned.errors.contains("sign_key"), "\(unsigned.errors)")
        // The file of the last success is kept.
        #expect(try folder.bytes("signed.pdf") == stamped)
    }
}

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

/// A folder in which the commands that sign documents run, with files named relative to it.
final class SigningFolder {
    private let folder: TemporaryFolder
    private static let talk = #"{"messages":["Hi!","Hello"]}"#

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.talk, to: "talk.json")
    }

    func path(_ name: String) -> String { folder.place(name) }

    func has(_ name: String) -> Bool { folder.names.contains(name) }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.file(name)) }

    func write(_ bytes: Data, to name: String) throws { try folder.write(bytes, to: name) }

    /// Runs a command. A word with a dot is a file, and talk.json the conversation to render.
    func run(_ words: [String]) throws -> (code: Int32, errors: String) {
        try command(words.map { $0.contains(".") && !$0.contains(/[\/=]/) ? folder.place($0) : $0 })
    }

    func expect(_ words: [String]) throws {
        let result = try run(words)
        #expect(result.code == 0, "\(words): \(result.errors)")
    }

    /// What `verify` finds about a file.
    func findings(_ name: String) throws -> Answer { try InProcessService().verify(bytes(name)) }

    /// Signs the attributes that `prepare` wrote with a key that Chatprint never sees.
    func sign(_ facts: String, with key: String, _ options: [String] = []) throws {
        let object = try JSONSerialization.jsonObject(with: bytes(facts)) as? [String: Any]
        let text = try #require(object?["signed_attributes"] as? String)
        try write(try #require(Data(base64Encoded: text)), to: "attributes")
        try TestKeys.shared.get().openssl(
            ["dgst", "-sha256", "-sign", key] + options + [
                "-out", path("signature.bin"), path("attributes"),
            ])
    }

    /// Asks an authority for a timestamp, as a caller does without `--timestamp-hook`.
    func stamp(by hook: String) throws {
        let response = try RunningService.run([hook], input: bytes("request.tsq"))
        try write(response.output, to: "response.tsr")
    }
}

/// Expects a signature that Poppler finds valid for the whole document.
func expectSigned(_ document: Data) throws {
    let words = try tool(["pdfsig", "-nocert", "FILE"], on: document).text
    #expect(words.contains("Signature is Valid."), "\(words)")
    #expect(words.contains("Total document signed"), "\(words)")
}
