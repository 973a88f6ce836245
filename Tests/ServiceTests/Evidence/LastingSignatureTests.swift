import Foundation
import TestKeys
import Testing

/// Long-term signatures: validation data and document timestamps may follow a signed document, and
/// nothing else.
@Suite struct LastingSignatureTests {
    private let authority: TestAuthority
    private let folder: SigningFolder

    init() throws {
        authority = try Self.shared.get()
        folder = try SigningFolder()
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

    private func expect(_ words: [String]) throws { try folder.expect(words) }

    private func document(_ name: String) throws -> Data { try folder.bytes(name) }

    /// Creates `signed.pdf`, with a signature timestamp unless `isStamped` is false.
    private func sign(_ words: [String] = ["--profile", "evidence"], isStamped: Bool = true) throws
    {
        let key = ["--sign-key", authority.path("signer.key")]
        let chain = ["--sign-cert", authority.path("signer.pem")]
        let stamp = isStamped ? ["--timestamp-hook", authority.path("stamp")] : []
        try expect(
            ["render", "talk.json", "-o", "signed.pdf", "--quiet"] + key + chain + words + stamp)
    }

    private var data: [String] { ["--validation-data", authority.path("data")] }
    private var stamp: [String] {
        ["--document-timestamp", "--timestamp-hook", authority.path("stamp")]
    }

    private func findings(_ name: String) throws -> [String: Any] { try folder.findings(name).json }

    private func signatures(_ name: String) throws -> [[String: Any]] {
        try #require(try findings(name)["signatures"] as? [[String: Any]])
    }

    private func level(_ name: String) throws -> String? {
        try signatures(name).first?["level"] as? String
    }

    private func verdict(_ document: Data, by service: InProcessService) throws -> String? {
        let answer = try service.verify(document)
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
            #expect(try tool(["qpdf", "--check", "FILE"], on: document(file)).code == 0, "\(name)")
            let words = try tool(["pdfsig", "-nocert", "FILE"], on: document(file)).text
            #expect(words.contains("Signature is Valid."))
        }
        #expect(try document("lt.pdf").starts(with: document("t.pdf")))
        #expect(try document("lta.pdf").starts(with: document("lt.pdf")))
    }

    /// Verification redraws an evidence document whatever follows it.
    @Test func evidenceStaysIdentical() throws {
        try sign()
        try expect(["finish", "signed.pdf", "-o", "lta.pdf"] + data + stamp)
        #expect(try folder.run(["verify", "lta.pdf"]).code == 0)
    }

    @Test func timestampsCanBeObtainedExternally() throws {
        try sign()
        try expect(
            [
                "finish", "signed.pdf", "-o", "room.pdf", "--document-timestamp",
                "--timestamp-request", "request.tsq",
            ] + data)
        #expect(try findings("room.pdf")["verdict"] as? String == "changed")
        try folder.stamp(by: authority.path("stamp"))
        try expect(["finish", "room.pdf", "-o", "lta.pdf", "--timestamp", "response.tsr"])
        #expect(try level("lta.pdf") == "B-LTA")
        let twice = try folder.run([
            "finish", "lta.pdf", "-o", "x.pdf", "--timestamp", "response.tsr",
        ])
        #expect(twice.code == 1 && twice.errors.contains("already"))
        let other = try folder.run(
            ["finish", "signed.pdf", "-o", "x.pdf", "--document-timestamp"] + data)
        #expect(other.code == 2 && other.errors.contains("--timestamp-hook"))
    }

    @Test func externalKeysSignLongTermDocuments() throws {
        let chain = ["--sign-cert", authority.path("signer.pem")]
        try expect(["prepare", "talk.json", "-o", "room.pdf", "--to-sign", "room.json"] + chain)
        try folder.sign("room.json", with: authority.path("signer.key"))
        try expect(
            ["finish", "room.pdf", "-o", "lta.pdf", "--signature", "signature.bin"] + chain + data
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
            let result = try folder.run(
                ["finish", document, "-o", "x.pdf"]
                    + files.flatMap { ["--validation-data", authority.path($0)] })
            #expect(result.code == 1)
            #expect(!folder.has("x.pdf"))
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
        try expect(["render", "talk.json", "-o", "plain.pdf", "--quiet"])
        #expect(try refused(["data"], "plain.pdf").contains("is not signed"))
        var broken = try document("signed.pdf")
        broken[10] ^= 1
        try folder.write(broken, to: "broken.pdf")
        #expect(try refused(["data"], "broken.pdf").contains("is not valid"))
    }

    // MARK: - Forbidden additions

    /// AddedSignatureTests of Evidence have the rules; these are the documents that we write.
    @Test(arguments: ["signed.pdf", "lt.pdf", "lta.pdf"], [["--profile", "evidence"], []])
    func anyOtherAdditionIsAChange(name: String, words: [String]) throws {
        try sign(words)
        try expect(["finish", "signed.pdf", "-o", "lt.pdf"] + data)
        try expect(["finish", "lt.pdf", "-o", "lta.pdf"] + stamp)
        let whole = try document(name)
        let size = try #require(whole.lastNumber(of: #/\/Size (\d+)/#))
        let own = try #require(document("signed.pdf").lastNumber(of: #/\/Size (\d+)/#))
        let unused = (size, "<</Length 1>>\nstream\nx\nendstream")
        var changes = [
            try whole.updated([], before: "% more\n"), try whole.updated([unused]),
            try whole.updated([(size, "<</A 1>>")], before: "more\n"),
            try whole.updated([], trailer: "<</Size SIZE/Prev PREV>>"),
        ]
        // Replaces objects of the document in turn.
        for number in 1..<own where number % 16 == 1 || number < 4 {
            changes.append(try whole.updated([(number, "<</Changed true>>")]))
        }
        let service = try InProcessService()
        for (number, change) in changes.enumerated() {
            let found = try verdict(change, by: service)
            #expect(found == "changed" || found == "unreadable", "\(number)")
        }
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

    @Test func changedDataDoesNotCount() throws {
        try sign([])
        try expect(["finish", "signed.pdf", "-o", "lt.pdf"] + data)
        var whole = try document("lt.pdf")
        let place = try #require(whole.range(of: Data(authority.bytes("data/root.crl"))))
        whole[place.lowerBound + 200] ^= 1
        try folder.write(whole, to: "changed.pdf")
        #expect(try level("changed.pdf") == "B-T")
        let lacks = try signatures("changed.pdf").first?["validation_lacks"] as? String
        #expect(lacks != nil)
    }
}
