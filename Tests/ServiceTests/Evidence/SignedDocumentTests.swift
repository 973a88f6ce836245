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
