import Foundation
import TestKeys
import Testing

@testable import Evidence

@Suite struct ValidationTests {
    private let authority: TestAuthority
    /// A time after everything was issued.
    private var now: Int { Int(Date().timeIntervalSince1970) + 60 }

    init() throws { authority = try Self.shared.get() }

    private static let shared = Result { try TestKeys.shared.get().authority() }

    private static let day = 86_400

    private func data(_ files: [[UInt8]], with names: [String] = ["inter", "root"]) throws
        -> ValidationData
    {
        var data = ValidationData()
        for name in names { try data.add(file: authority.bytes(name + ".crt"), path: name) }
        for file in files { try data.add(file: file, path: "file") }
        return data
    }

    private func path(
        _ files: [[UInt8]], of name: String = "signer", proven: Int? = nil, now: Int? = nil,
        with names: [String] = ["inter", "root"]
    ) throws -> CertificatePath {
        try CertificatePath(
            of: authority.certificate(name), by: data(files, with: names),
            at: CertificatePath.Moment(proven: proven, now: now ?? self.now))
    }

    private func lack(
        _ files: [[UInt8]], proven: Int? = nil, now: Int? = nil
    ) throws -> ValidationFault.Lack? {
        do {
            _ = try path(files, proven: proven, now: now)
            return nil
        } catch ValidationFault.lacking(let subject, let lack) {
            #expect(subject == "CN=Ana Lasting")
            return lack
        }
    }

    private func time(_ seconds: Int) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "UTC")
        format.dateFormat = "yyMMddHHmmss'Z'"
        return format.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private var rootList: [UInt8] { get throws { try authority.list(by: "root") } }

    // MARK: - Complete

    @Test func listsOrResponsesCoverThePathToTheRoot() throws {
        let lists = [try rootList, try authority.list(by: "inter")]
        let byLists = try path(lists)
        #expect(byLists.lists == lists.reversed() && byLists.responses == [])
        #expect(
            byLists.certificates.map(\.subject)
                == ["CN=Ana Lasting", "CN=Lasting Authority", "CN=Lasting Root"])
        let response = try authority.response()
        let byResponse = try path([try rootList, response])
        #expect(byResponse.responses == [response] && byResponse.lists.count == 1)
        #expect(byResponse.certificates.contains { $0.subject == "CN=Lasting Responder" })
        // A root certificate needs no validation data.
        #expect(try path([], of: "root", with: []).certificates.count == 1)
    }

    @Test func dataMayBePEM() throws {
        let list = try authority.list(by: "inter")
        let text = Data(list).base64EncodedString(options: .lineLength64Characters)
        let pem = "Text before\n-----BEGIN X509 CRL-----\n\(text)\n-----END X509 CRL-----\n"
        #expect(try path([try rootList, Array(pem.utf8)]).lists.contains(list))
        for broken in [pem.replacing("END", with: "and"), "-----BEGIN X509 CRL-----\n", "", "x"] {
            var data = ValidationData()
            #expect(throws: ValidationFault.malformed(path: "x")) {
                try data.add(file: Array(broken.utf8), path: "x")
            }
        }
    }

    /// A list issued after the proven signing time is valid indefinitely.
    @Test func dataNewerThanTheSignatureDoesNotExpire() throws {
        let files = [try rootList, try authority.list(by: "inter")]
        let later = now + 100 * Self.day
        let signed = try authority.certificate("signer").notBefore
        #expect(try lack(files, proven: signed, now: later) == nil)
        #expect(
            try lack(files, proven: now + Self.day, now: later)
                == .revocation([.expired(on: Certificate.day(now + 30 * Self.day - 60))]))
    }

    // MARK: - Missing

    @Test func missingDataIsNamed() throws {
        #expect(try lack([try rootList]) == .revocation([]))
        #expect(
            throws: ValidationFault.lacking(subject: "CN=Lasting Authority", .revocation([]))
        ) { _ = try path([try authority.list(by: "inter")]) }
        #expect(
            throws: ValidationFault.lacking(
                subject: "CN=Lasting Authority", .issuer("CN=Lasting Root"))
        ) { _ = try path([try authority.list(by: "inter")], with: ["inter"]) }
        // The response for another certificate of the same authority.
        #expect(
            try lack([try rootList, try authority.response(about: "other")]) == .revocation([]))
    }

    @Test func expiredAndFutureDataIsRejected() throws {
        let files = [try rootList, try authority.list(by: "inter")]
        let day = Certificate.day(now - 60)
        #expect(
            try lack(files, now: now - 10 * Self.day)
                == .validity(from: day, to: try authority.certificate("signer").lastDay))
        let response = [try rootList, try authority.response()]
        #expect(
            try lack(response, now: now + 8 * Self.day)
                == .revocation([.expired(on: Certificate.day(now - 60 + 7 * Self.day))]))
        // Signed and validated before the list was issued.
        let early = CertificatePath.Moment(proven: now, now: now - 3_600)
        #expect(
            throws: ValidationFault.lacking(
                subject: "CN=Ana Lasting", .revocation([.tooEarly(from: day)]))
        ) {
            _ = try CertificatePath(of: authority.certificate("signer"), by: data(files), at: early)
        }
    }

    @Test func dataOfOtherIssuersIsRejected() throws {
        try authority.issue("twin", by: "root", "ca.ext", "Lasting Authority")
        let twin = try authority.list(by: "twin")
        #expect(try lack([try rootList, twin]) == .revocation([.badSignature]))
        for responder in ["signer", "stamps", "other"] {
            let response = try authority.response(by: responder)
            #expect(
                try lack([try rootList, response]) == .revocation([.badSignature]), "\(responder)")
        }
        // A responder whose own certificate requires a revocation check.
        let checked = try authority.response(by: "checked")
        #expect(try lack([try rootList, checked]) == .revocation([.responder]))
        #expect(try lack([try rootList, checked, try authority.list(by: "inter")]) == nil)
    }

    @Test func listsWithAnotherScopeAreRejected() throws {
        func reasons(_ extensions: String) throws -> ValidationFault.Lack? {
            try lack([try rootList, try authority.list(by: "inter", extensions: extensions)])
        }
        let other = ValidationFault.Lack.revocation([.otherScope])
        let point = "issuingDistributionPoint=critical,@point\n[point]\n"
        #expect(try reasons(point + "onlyCA=TRUE") == other)
        #expect(try reasons(point + "onlyuser=TRUE") == nil)
        #expect(try reasons(point + "indirectCRL=TRUE\nonlyuser=TRUE") == other)
        #expect(try reasons(point + "onlysomereasons=keyCompromise") == other)
        #expect(try reasons(point + "fullname=URI:http://lists.invalid/2") == other)
        #expect(try reasons(point + "fullname=URI:http://lists.invalid/1") == nil)
        // A delta list, which only has changes.
        #expect(try reasons("2.5.29.27=critical,ASN1:INTEGER:1") == other)
    }

    // MARK: - Revoked

    @Test func revokedCertificatesAreRejectedUnlessTheSignatureIsOlder() throws {
        let revoked = now - 5 * Self.day
        let day = ValidationFault.Lack.revoked(on: Certificate.day(revoked))
        let list = try authority.list(by: "inter", revoked: ["signer": time(revoked)])
        let response = try authority.response(revoked: time(revoked))
        for file in [list, response] {
            #expect(try lack([try rootList, file]) == day)
            #expect(try lack([try rootList, file], proven: now) == day)
        }
        // Even if another list or response states that the certificate is valid.
        #expect(try lack([try rootList, list, try authority.response()]) == day)
        #expect(try lack([try rootList, try authority.list(by: "inter"), response]) == day)
        let other = try authority.list(by: "inter", revoked: ["other": time(revoked)])
        #expect(try lack([try rootList, other]) == nil)
        let signed = try authority.certificate("signer").notBefore
        let later = try authority.list(by: "inter", revoked: ["signer": time(signed + 1)])
        #expect(try lack([try rootList, later], proven: signed) == nil)
        let unknown = try authority.response(isKnown: false)
        #expect(try lack([try rootList, unknown]) == .revocation([.unknownCertificate]))
    }

    // MARK: - Hostile

    @Test func truncatedAndChangedDataIsRejected() throws {
        let root = try rootList
        for whole in [try authority.list(by: "inter"), try authority.response()] {
            for count in stride(from: 1, to: whole.count, by: 7) {
                var data = ValidationData()
                #expect(throws: ValidationFault.malformed(path: "x")) {
                    try data.add(file: Array(whole.prefix(count)), path: "x")
                }
            }
            #expect(throws: ValidationFault.malformed(path: "x")) {
                var data = ValidationData()
                try data.add(file: whole + [0], path: "x")
            }
            for place in stride(from: 0, to: whole.count, by: 3) {
                var changed = whole
                changed[place] ^= 0x04
                // Certificates in a response may be available elsewhere or be irrelevant.
                let isTaken = (try? path([root, changed])) != nil
                let isCertificate = whole.count > 1_000 && place > 400
                #expect(!isTaken || isCertificate, "byte \(place)")
            }
        }
    }

    @Test func dataBeyondTheLimitsIsRejected() throws {
        var data = ValidationData()
        let limit = ValidationData.Limits.fileBytes
        #expect(throws: ValidationFault.tooLarge(path: "x", limit: limit)) {
            try data.add(file: [UInt8](repeating: 0x30, count: limit + 1), path: "x")
        }
        // An OCSP response that only states an error.
        #expect(throws: ValidationFault.noResponse(path: "x")) {
            try data.add(file: DER.sequence([0x0A, 1, 6]), path: "x")
        }
    }

    @Test func largeListsAreRead() throws {
        let parts = try DERElement(all: authority.list(by: "inter")).children
        let facts = try parts[0].children.map { Array($0.whole) }
        let entry = DER.sequence(DER.integer([7]), DER.value(0x17, Array("260101000000Z".utf8)))
        // Sequences of sequences take seconds to join without optimization.
        var entries: [UInt8] = []
        for _ in 0..<500_000 { entries += entry }
        let long = DER.value(
            0x30, (facts.prefix(5) + [DER.value(0x30, entries)] + facts.dropFirst(5)).reduce([], +))
        let bytes = DER.sequence(long, Array(parts[1].whole), Array(parts[2].whole))
        var data = ValidationData()
        try data.add(file: bytes, path: "list")
        let statement = try #require(data.lists.first).statement(
            about: authority.certificate("signer"), of: authority.certificate("inter"))
        #expect(throws: ValidationFault.Reason.badSignature) { try statement.get() }
    }
}

extension TestAuthority {
    func certificate(_ name: String) throws -> Certificate {
        var data = ValidationData()
        try data.add(file: bytes(name + ".crt"), path: name)
        return try #require(data.certificates.first)
    }
}
