import Foundation
import TestKeys
import Testing

/// Long-term signatures: validation data and document timestamps may follow a signed document, and
/// nothing else.
@Suite struct LastingSignatureTests {
    private let authority: TestAuthority
    private let folder: URL

    init() throws {
        authority = try Self.shared.get()
        folder = authority.folder.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// An authority with a folder `data` of all validation data.
    private static let shared = Result {
        let authority = try TestKeys.shared.get().authority()
        try FileManager.default.createDirectory(
            atPath: authority.path("data"), withIntermediateDirectories: true)
        try authority.write(try authority.list(by: "root"), to: "data/root.crl")
        try authority.write(try authority.response(), to: "data/signer.ocsp")
        try authority.write(authority.bytes("root.crt"), to: "data/root.pem")
        return authority
    }

    private func run(
        _ words: [String], input: String = ""
    ) throws -> (code: Int32, output: Data, errors: String) {
        try RunningService.run(
            [RunningService.executable.path] + words, input: Data(input.utf8), folder: folder)
    }

    private func expect(_ words: [String], input: String = "") throws {
        let result = try run(words, input: input)
        #expect(result.code == 0, "\(words): \(result.errors)")
    }

    private func document(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(name))
    }

    private static let talk = #"{"messages":["Hi!","Hello"]}"#

    /// Creates `signed.pdf`, with a signature timestamp unless `isStamped` is false.
    private func sign(_ words: [String] = ["--profile", "evidence"], isStamped: Bool = true) throws
    {
        try expect(
            [
                "render", "-", "-o", "signed.pdf", "--quiet", "--sign-key",
                authority.path("signer.key"),
                "--sign-cert", authority.path("signer.pem"),
            ] + words
                + (isStamped ? ["--timestamp-hook", authority.path("stamp")] : []),
            input: Self.talk)
    }

    private var data: [String] { ["--validation-data", authority.path("data")] }
    private var stamp: [String] {
        ["--document-timestamp", "--timestamp-hook", authority.path("stamp")]
    }

    private func findings(_ name: String) throws -> [String: Any] {
        let result = try run(["verify", name, "--json"])
        return try #require(
            try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    }

    private func signatures(_ name: String) throws -> [[String: Any]] {
        try #require(try findings(name)["signatures"] as? [[String: Any]])
    }

    private func level(_ name: String) throws -> String? {
        try signatures(name).first?["level"] as? String
    }

    private func verdict(_ document: Data, by service: InProcessService) throws -> String? {
        let answer = try service.post(
            document, to: "/verify", ["Content-Type: application/pdf"])
        // A document that cannot be parsed has no verdict.
        if answer.status == 422 { return "unreadable" }
        return answer.text.firstMatch(of: /"verdict":"([a-z-]+)"/).map { String($0.1) }
    }

    // MARK: - Levels

    @Test(arguments: [[], ["--set", "archival=false"], ["--set", "archival=4f"]])
    func eachStepRaisesTheSignatureLevel(words: [String]) throws {
        try sign(words + ["--profile", "standard"], isStamped: false)
        #expect(try level("signed.pdf") == "B-B")
        let hook = ["--timestamp-hook", authority.path("stamp")]
        try expect(["finish", "signed.pdf", "-o", "t.pdf"] + hook)
        #expect(try level("t.pdf") == "B-T")
        try expect(["finish", "t.pdf", "-o", "lt.pdf"] + data)
        #expect(try level("lt.pdf") == "B-LT")
        try expect(["finish", "lt.pdf", "-o", "lta.pdf"] + stamp)
        #expect(try level("lta.pdf") == "B-LTA")
        // All steps at once.
        try expect(["finish", "signed.pdf", "-o", "all.pdf"] + data + stamp)
        #expect(try level("all.pdf") == "B-LTA")
        // Another timestamp, as before the authority's certificate expires.
        try expect(["finish", "lta.pdf", "-o", "renewed.pdf"] + data + stamp)
        let kinds = try signatures("renewed.pdf").map { $0["kind"] as? String }
        #expect(kinds == ["ETSI.CAdES.detached", "ETSI.RFC3161", "ETSI.RFC3161"])
        for name in ["t", "lt", "lta", "all", "renewed"] {
            let file = name + ".pdf"
            #expect(try findings(file)["verdict"] as? String == "not-evidence", "\(name)")
            for signature in try signatures(file) {
                #expect(
                    signature["fits"] as? Bool == true && signature["reaches_end"] as? Bool == true)
            }
            let checked = try RunningService.run(["qpdf", "--check", folder.path + "/" + file])
            #expect(checked.code == 0, "\(name)")
            let words = try RunningService.run(["pdfsig", "-nocert", folder.path + "/" + file])
            #expect(String(decoding: words.output, as: UTF8.self).contains("Signature is Valid."))
        }
        #expect(try document("lt.pdf").starts(with: document("t.pdf")))
        #expect(try document("lta.pdf").starts(with: document("lt.pdf")))
    }

    /// Verification redraws an evidence document whatever follows it.
    @Test func evidenceStaysIdentical() throws {
        try sign()
        try expect(["finish", "signed.pdf", "-o", "lta.pdf"] + data + stamp)
        #expect(try findings("lta.pdf")["verdict"] as? String == "identical")
    }

    @Test func timestampsCanBeObtainedExternally() throws {
        try sign()
        try expect(
            [
                "finish", "signed.pdf", "-o", "room.pdf", "--document-timestamp",
                "--timestamp-request", "request",
            ] + data)
        #expect(try findings("room.pdf")["verdict"] as? String == "changed")
        let response = try RunningService.run(
            [authority.path("stamp")], input: try document("request"))
        try response.output.write(to: folder.appendingPathComponent("response"))
        try expect(["finish", "room.pdf", "-o", "lta.pdf", "--timestamp", "response"])
        #expect(try level("lta.pdf") == "B-LTA")
        let twice = try run(["finish", "lta.pdf", "-o", "x.pdf", "--timestamp", "response"])
        #expect(twice.code == 1 && twice.errors.contains("already"))
        let other = try run(["finish", "signed.pdf", "-o", "x.pdf", "--document-timestamp"] + data)
        #expect(other.code == 2 && other.errors.contains("--timestamp-hook"))
    }

    @Test func externalKeysSignLongTermDocuments() throws {
        let chain = ["--sign-cert", authority.path("signer.pem")]
        try expect(
            ["prepare", "-", "-o", "room.pdf", "--to-sign", "room.json"] + chain, input: Self.talk)
        let facts = try JSONSerialization.jsonObject(with: document("room.json"))
        let text = try #require((facts as? [String: Any])?["signed_attributes"] as? String)
        try #require(Data(base64Encoded: text)).write(
            to: folder.appendingPathComponent("attributes"))
        let signature = try RunningService.run([
            "openssl", "dgst", "-sha256", "-sign", authority.path("signer.key"),
            folder.path + "/attributes",
        ])
        try signature.output.write(to: folder.appendingPathComponent("signature"))
        try expect(
            ["finish", "room.pdf", "-o", "lta.pdf", "--signature", "signature"] + chain + data
                + stamp)
        #expect(try level("lta.pdf") == "B-LTA")
    }

    /// A timestamp does not cover data added after it.
    @Test func orderOfDataAndTimestampMatters() throws {
        try sign()
        try expect(["finish", "signed.pdf", "-o", "stamped.pdf"] + stamp)
        #expect(try level("stamped.pdf") == "B-T")
        try expect(["finish", "stamped.pdf", "-o", "late.pdf"] + data)
        #expect(try level("late.pdf") == "B-LT")
        try expect(["finish", "late.pdf", "-o", "lta.pdf"] + stamp)
        #expect(try level("lta.pdf") == "B-LTA")
    }

    // MARK: - Rejected data

    @Test func incompleteValidationDataIsRejected() throws {
        func refused(_ files: [String], _ document: String = "signed.pdf") throws -> String {
            let result = try run(
                ["finish", document, "-o", "x.pdf"]
                    + files.flatMap { ["--validation-data", authority.path($0)] })
            #expect(result.code == 1)
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/x.pdf"))
            return result.errors
        }
        try sign()
        #expect(
            try refused(["data/root.crl"]).contains(
                "the certificate of CN=Ana Lasting lacks a revocation list or an OCSP response"))
        #expect(
            try refused(["data/signer.ocsp"]).contains("the certificate of CN=Lasting Authority"))
        try authority.write(
            try authority.list(by: "inter", revoked: ["signer": "200101000000Z"]), to: "revoked")
        #expect(
            try refused(["data/root.crl", "data/signer.ocsp", "revoked"]).contains(
                "CN=Ana Lasting was revoked on 2020-01-01"))
        try authority.write(Array("no list".utf8), to: "words")
        #expect(try refused(["words"]).contains("words is not a certificate"))
        #expect(try refused(["absent"]).contains("absent cannot be read"))
        try sign(isStamped: false)
        #expect(try refused(["data"]).contains("has no timestamp"))
        try expect(["render", "-", "-o", "plain.pdf", "--quiet"], input: Self.talk)
        #expect(try refused(["data"], "plain.pdf").contains("is not signed"))
        var broken = try document("signed.pdf")
        broken[10] ^= 1
        try broken.write(to: folder.appendingPathComponent("broken.pdf"))
        #expect(try refused(["data"], "broken.pdf").contains("is not valid"))
    }

    // MARK: - Forbidden additions

    private func adding(
        _ objects: [(Int, String)], to document: Data, before: String = ""
    ) throws -> Data {
        try document.updated(objects, before: before)
    }

    @Test(arguments: ["signed.pdf", "lt.pdf", "lta.pdf"])
    func anyOtherAdditionIsAChange(name: String) throws {
        for words in [["--profile", "evidence"], []] {
            try sign(words)
            try expect(["finish", "signed.pdf", "-o", "lt.pdf"] + data)
            try expect(["finish", "lt.pdf", "-o", "lta.pdf"] + stamp)
            try expectChanges(of: try document(name))
        }
    }

    /// The number of objects in the signed document.
    private func signedSize() throws -> Int {
        let text = String(decoding: try document("signed.pdf"), as: Unicode.ASCII.self)
        return try #require(text.matches(of: /\/Size (\d+)/).last.flatMap { Int($0.1) })
    }

    private func expectChanges(of whole: Data) throws {
        let text = String(decoding: whole, as: Unicode.ASCII.self)
        let size = try #require(text.matches(of: /\/Size (\d+)/).last.flatMap { Int($0.1) })
        let catalog = try catalog(of: whole)
        let root = try #require(text.matches(of: /\/Root (\d+) 0 R/).last.flatMap { Int($0.1) })
        let service = try InProcessService()
        func isChange(_ document: Data, _ words: String) throws {
            let found = try verdict(document, by: service)
            #expect(found == "changed" || found == "unreadable", "\(words)")
        }
        try isChange(try adding([], to: whole, before: "% more\n"), "a comment")
        try isChange(try adding([(size, "<</A 1>>")], to: whole, before: "more\n"), "words")
        let unused = "<</Length 1>>\nstream\nx\nendstream"
        try isChange(try adding([(size, unused)], to: whole), "an object that nothing refers to")
        for trailer in [
            "<</Root ROOT/Prev PREV>>", "<</Size SIZE/Prev PREV>>", "<</Prev PREV>>",
            "<</Size 1/Root ROOT/Prev PREV>>", "<</Size SIZE/Root ROOT/Prev 9>>",
        ] {
            try isChange(
                try whole.updated([(root, catalog)], trailer: trailer), "trailer \(trailer)")
        }
        let own = try signedSize()
        for number in 1..<own where number != root {
            // Replaces every object of the document in turn.
            guard number % 16 == 1 || number < 4 else { continue }
            try isChange(try adding([(number, "<</Changed true>>")], to: whole), "object \(number)")
        }
        func withCatalog(_ more: String) throws -> Data {
            try adding([(root, String(catalog.dropLast(2)) + more + ">>")], to: whole)
        }
        try isChange(try withCatalog("/OpenAction[1 0 R/Fit]"), "an action")
        try isChange(try withCatalog("/Lang(xx)"), "a language")
        try isChange(
            try adding([(root, catalog.replacing("/SigFlags 3", with: "/SigFlags 1"))], to: whole),
            "the form's flags")
        try isChange(
            try adding(
                [(root, catalog.replacing("/DocMDP", with: "/DocMDX"))], to: whole), "permissions")
        // An annotation on the first page.
        let page = try self.page(of: whole)
        let seen = page.entries.replacing("/Annots[", with: "/Annots[\(size) 0 R ")
        try isChange(
            try adding(
                [
                    (size, "<</Type/Annot/Subtype/FreeText/Rect[0 0 300 300]/Contents(x)>>"),
                    (page.number, seen),
                ], to: whole), "an annotation")
        let last = page.entries.dropLast(2) + "/Rotate 180>>"
        try isChange(try adding([(page.number, String(last))], to: whole), "a turned page")
    }

    /// The catalog dictionary as qpdf writes it.
    private func catalog(of document: Data) throws -> String {
        let text = String(decoding: document, as: Unicode.ASCII.self)
        let root = try #require(text.matches(of: /\/Root (\d+) 0 R/).last?.1)
        return try object(String(root), of: document)
    }

    private func object(_ number: String, of document: Data) throws -> String {
        try document.write(to: folder.appendingPathComponent("shown.pdf"))
        let shown = try RunningService.run(
            ["qpdf", "--show-object=\(number)", folder.path + "/shown.pdf"])
        return String(decoding: shown.output, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func page(of document: Data) throws -> (number: Int, entries: String) {
        try document.write(to: folder.appendingPathComponent("shown.pdf"))
        let shown = try RunningService.run(["qpdf", "--show-pages", folder.path + "/shown.pdf"])
        let words = String(decoding: shown.output, as: UTF8.self)
        let number = try #require(words.firstMatch(of: /page 1: (\d+) 0 R/)?.1)
        return (
            try #require(Int(number)),
            try object(String(number), of: document).replacing("/Annots [ ", with: "/Annots[")
        )
    }

    /// The validation data of a signature is keyed by that signature's digest.
    @Test func dataForAnotherSignatureIsAChange() throws {
        try sign([])
        try expect(["finish", "signed.pdf", "-o", "lt.pdf"] + data)
        let whole = try document("lt.pdf")
        let key = try #require(whole.range(of: Data("/VRI <</".utf8))).upperBound
        var lying = whole
        lying[key] = lying[key] == 0x41 ? 0x42 : 0x41
        let service = try InProcessService()
        #expect(try verdict(whole, by: service) == "not-evidence")
        #expect(try verdict(lying, by: service) == "changed")
    }

    /// Modified validation data does not count.
    @Test func changedDataDoesNotCount() throws {
        try sign([])
        try expect(["finish", "signed.pdf", "-o", "lt.pdf"] + data)
        var whole = try document("lt.pdf")
        let list = Data(authority.bytes("data/root.crl"))
        let place = try #require(whole.range(of: list))
        whole[place.lowerBound + 200] ^= 1
        try whole.write(to: folder.appendingPathComponent("changed.pdf"))
        #expect(try level("changed.pdf") == "B-T")
        let lacks = try signatures("changed.pdf").first?["validation_lacks"] as? String
        #expect(lacks != nil)
    }
}
