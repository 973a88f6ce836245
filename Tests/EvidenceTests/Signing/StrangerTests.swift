import Basics
import CCrypto
import Foundation
import TestKeys
import Testing

@testable import Evidence

/// Signatures that openssl accepts, or makes on request, and that are not valid in a document.
@Suite struct StrangerTests {
    private let keys: TestKeys
    private let authority: TestAuthority

    init() throws {
        keys = try TestKeys.shared.get()
        authority = try Self.authority.get()
    }

    private static let authority = Result { try TestKeys.shared.get().authority() }

    private static let room = Result {
        let plain = SimplePDF(objects: ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]>>"])
        var update = try DocumentUpdate(of: plain.bytes, limit: 1 << 20, budget: .unlimited)
        let value = update.addRoom(bytes: 8_000, entries: "/Type/Sig/SubFilter/ETSI.CAdES.detached")
        let field = try update.add(.dictionary(["FT": .name("Sig"), "V": value]))
        var catalog = try update.catalog()
        catalog["AcroForm"] = .dictionary(["Fields": .array([field])])
        try update.set(update.root, to: .dictionary(catalog))
        return try SignatureRoom(of: update.finish(), limit: 1 << 20)
    }

    private func content() throws -> [UInt8] {
        let room = try Self.room.get()
        let document = try room.filled(with: [])
        return Array(document[..<room.range[1]]) + document[room.range[2]...]
    }

    private func faults(of message: [UInt8]) throws -> [String] {
        let document = try Self.room.get().filled(with: message)
        return try #require(SignatureCheck.findings(in: document, limit: 1 << 20).first).faults
    }

    private func message(
        by key: String = "rsa", _ options: String..., content: [UInt8]? = nil
    ) throws -> [UInt8] {
        let name = UUID().uuidString
        try Data(content ?? self.content()).write(to: keys.folder.appendingPathComponent(name))
        return Array(
            try keys.openssl(
                [
                    "cms", "-sign", "-binary", "-outform", "DER", "-in", name, "-signer",
                    key + ".crt", "-inkey", key + ".key", "-certfile", "root.pem",
                ] + options))
    }

    private static let unreadable = ["its contents cannot be read"]
    private static let otherKey = ["the signature was not made by the key of its certificate"]

    @Test func messagesOfOpenSSLAreValid() throws {
        #expect(try faults(of: message("-cades", "-md", "sha256")) == [])
        #expect(try faults(of: message("-md", "sha384")) == [])
        #expect(try faults(of: message(by: "p256", "-md", "sha512")) == [])
        #expect(try faults(of: message("-keyopt", "rsa_padding_mode:pss")) == [])
    }

    @Test func weakDigestsAndKeysAreRejected() throws {
        for digest in ["sha1", "md5", "sha224"] {
            #expect(try faults(of: message("-md", digest)) == Self.unreadable, "\(digest)")
        }
        #expect(
            try faults(
                of: message("-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_mgf1_md:sha1"))
                == Self.unreadable)
        #expect(
            try faults(of: message(by: "weak"))
                == ["the key of its certificate is too short (1024 bits)"])
    }

    @Test func messagesOfAnotherFormAreRejected() throws {
        #expect(try faults(of: message("-noattr")) == Self.unreadable)
        #expect(try faults(of: message("-keyid")) == Self.unreadable)
        #expect(
            try faults(
                of: message("-signer", keys.path("p256.crt"), "-inkey", keys.path("p256.key")))
                == Self.unreadable)
        // BER with indefinite lengths.
        #expect(try faults(of: message("-nodetach", "-stream")) == Self.unreadable)
        #expect(try faults(of: message("-nocerts")).contains(Self.otherKey[0]))
        #expect(try faults(of: message() + [1]) == ["unsigned data follows it"])
        #expect(
            try faults(of: message(content: [1])) == [
                "the document was changed since it was signed"
            ])
    }

    // MARK: - Attributes

    /// The attributes of a valid message, changed and signed again, and its algorithm.
    private func message(
        by name: String = "rsa", algorithm: [UInt8]? = nil, _ change: (inout [[UInt8]]) -> Void
    ) throws -> [UInt8] {
        let outer = try DERElement(all: message(by: name, "-cades", "-nosmimecap")).children
        var data = try outer[1].only.children.map { Array($0.whole) }
        var signer = try DERElement(all: data[data.count - 1]).only.children.map { Array($0.whole) }
        var attributes = try DERElement(all: signer[3]).children.map { Array($0.whole) }
        change(&attributes)
        let content = DER.setContent(attributes)
        signer[3] = DER.value(DER.context(0), content)
        if let algorithm { signer[4] = algorithm }
        let key = try #require(
            KeyFile(name + ".key", .key, nil) { name, _ in keys.bytes(name) }.key)
        signer[5] = DER.octets(try #require(key.signature(over: DER.value(0x31, content), .rsa)))
        data[data.count - 1] = DER.set(DER.sequence(signer.flatMap { $0 }))
        return DER.sequence(
            Array(outer[0].whole), DER.explicit(0, DER.sequence(data.flatMap { $0 })))
    }

    private func attribute(_ name: Int32, _ values: [UInt8]...) -> [UInt8] {
        DER.sequence(DER.identifier(name), DER.value(0x31, DER.setContent(values)))
    }

    private func isAttribute(_ bytes: [UInt8], _ name: Int32) -> Bool {
        (try? DERElement(all: bytes).children.first?.identifier) == name
    }

    @Test func missingAndRepeatedAttributesAreRejected() throws {
        #expect(try faults(of: message { _ in }) == [])
        for name in [NID_pkcs9_contentType, NID_pkcs9_messageDigest] {
            #expect(
                try faults(of: message { $0.removeAll { isAttribute($0, name) } }).count > 0,
                "\(name)")
        }
        for name in [
            NID_pkcs9_contentType, NID_pkcs9_messageDigest, NID_id_smime_aa_signingCertificateV2,
        ] {
            let repeated = try message { attributes in
                attributes += attributes.filter { isAttribute($0, name) }
            }
            #expect(try faults(of: repeated).count > 0, "\(name)")
        }
        let types = attribute(
            NID_pkcs9_contentType, DER.identifier(NID_pkcs7_data),
            DER.identifier(NID_pkcs7_signed))
        #expect(
            try faults(
                of: message {
                    $0.removeAll { isAttribute($0, NID_pkcs9_contentType) }
                    $0.append(types)
                }
            ).count > 0)
    }

    /// A reference to the signer's certificate must be right. openssl compares it only on request,
    /// and by SHA-1, too.
    @Test func otherCertificatesInTheReferenceAreRejected() throws {
        let name = NID_id_smime_aa_signingCertificateV2
        let own = try #require(
            KeyFile("rsa.crt", .certificate, nil) { name, _ in keys.bytes(name) }
                .certificates.first)
        let other = try #require(
            KeyFile("other.crt", .certificate, nil) { name, _ in keys.bytes(name) }
                .certificates.first)
        func reference(_ parts: [UInt8]...) throws -> [String] {
            let value = DER.sequence(DER.sequence(DER.sequence(parts.flatMap { $0 })))
            return try faults(
                of: message {
                    $0.removeAll { isAttribute($0, name) }
                    $0.append(attribute(name, value))
                })
        }
        #expect(try reference(DER.octets(SHA256.digest(of: own.bytes))) == [])
        #expect(try reference(DER.octets(SHA256.digest(of: other.bytes))) == Self.otherKey)
        var sha1 = [UInt8](repeating: 0, count: 20)
        _ = unsafe EVP_Digest(own.bytes, own.bytes.count, &sha1, nil, EVP_sha1(), nil)
        #expect(try reference(DER.algorithm(NID_sha1), DER.octets(sha1)) == Self.otherKey)
        #expect(try reference() == Self.otherKey)
        // The reference may be missing.
        #expect(try faults(of: message { $0.removeAll { isAttribute($0, name) } }) == [])
    }

    /// A message that this program writes into a document follows all of PAdES.
    @Test func messagesToWriteHaveAReferenceNoTimeAndAStrongKey() throws {
        let digest = try Self.room.get().digest
        func isTaken(by key: String = "rsa", without names: Int32...) throws -> Bool {
            let bytes = try message(by: key) { attributes in
                attributes.removeAll { own in names.contains { isAttribute(own, $0) } }
            }
            return (try? SignedMessage.checked(bytes, about: digest)) != nil
        }
        #expect(try isTaken(without: NID_pkcs9_signingTime))
        #expect(try !isTaken())
        #expect(try !isTaken(without: NID_pkcs9_signingTime, NID_id_smime_aa_signingCertificateV2))
        #expect(try !isTaken(by: "weak", without: NID_pkcs9_signingTime))
    }

    @Test(arguments: [
        (NID_rsaEncryption, true), (NID_sha256WithRSAEncryption, true),
        (NID_sha1WithRSAEncryption, false), (NID_sha512WithRSAEncryption, false),
        (NID_ecdsa_with_SHA256, false), (NID_sha256, false),
    ])
    func algorithmsMustAgree(name: Int32, isValid: Bool) throws {
        let message = try message(algorithm: DER.algorithm(name, DER.null)) { _ in }
        #expect(try faults(of: message).isEmpty == isValid)
    }

    // MARK: - Timestamps

    /// openssl refuses to make such tokens, but not to sign their content.
    @Test(arguments: [
        ("extendedKeyUsage=critical,timeStamping", true), ("extendedKeyUsage=timeStamping", false),
        ("extendedKeyUsage=critical,timeStamping,codeSigning", false),
        ("keyUsage=critical,digitalSignature", false),
        ("extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,keyEncipherment", false),
    ])
    func onlyCertificatesForTimestampsMakeThem(extensions: String, isValid: Bool) throws {
        let name = UUID().uuidString
        try authority.write(Array(extensions.utf8), to: name + ".ext")
        try authority.issue(name, by: "root", name + ".ext", "Clock")
        let signature: [UInt8] = [1, 2, 3]
        let info = DER.sequence(
            DER.integer([1]), DER.identifier(NID_sha256),
            DER.sequence(DER.algorithm(NID_sha256), DER.octets(try SHA256.digest(of: signature))),
            DER.integer([1]), DER.value(0x18, Array("20260531094000Z".utf8)))
        let token = try TimestampToken(
            message(
                by: authority.path(name), "-nodetach", "-econtent_type",
                "1.2.840.113549.1.9.16.1.4",
                content: info))
        #expect(((try? token.expect(over: signature[...])) != nil) == isValid)
        #expect(token.moment == "2026-05-31T09:40:00Z")
    }

    // MARK: - Paths

    /// What the path lacks from a certificate to the root, each issuing the next.
    private func lack(
        of names: [String], _ files: [[UInt8]] = []
    ) throws -> ValidationFault.Lack? {
        var data = ValidationData()
        for name in names + ["root"] {
            try data.add(file: authority.bytes(name + ".crt"), path: name)
        }
        for file in files { try data.add(file: file, path: "") }
        let leaf = try authority.certificate(names[0])
        do throws(ValidationFault) {
            _ = try CertificatePath(
                of: leaf, by: data,
                at: CertificatePath.Moment(
                    proven: nil, now: Int(Date().timeIntervalSince1970) + 60))
            return nil
        } catch {
            guard case .lacking(_, let lack) = error else { throw error }
            return lack
        }
    }

    @Test(arguments: [
        ("basicConstraints=critical,CA:true,pathlen:0", "path length constraint exceeded"),
        (
            "basicConstraints=critical,CA:true\nnameConstraints=critical,permitted;dirName:name\n"
                + "[name]\nCN=Other", "permitted subtree violation"
        ),
        (
            "basicConstraints=critical,CA:true\n1.2.3.4=critical,ASN1:NULL",
            "unhandled critical extension"
        ),
        // For openssl, this key usage makes an authority.
        ("keyUsage=critical,keyCertSign", nil),
        ("basicConstraints=critical,CA:false", nil),
    ])
    func issuersMustFollowTheRules(extensions: String, rule: String?) throws {
        let name = UUID().uuidString
        try authority.write(Array(extensions.utf8), to: name + ".ext")
        try authority.issue(name, by: "root", name + ".ext", "Top")
        try authority.issue(name + "2", by: name, "ca.ext", "Middle")
        try authority.issue(name + "3", by: name + "2", "signer.ext", "Ana")
        let expected: ValidationFault.Lack = rule.map { .rule($0) } ?? .issuer("CN=Top")
        #expect(try lack(of: [name + "3", name + "2", name]) == expected)
    }

    @Test func weakIssuersAreRejected() throws {
        let short = UUID().uuidString
        try authority.issue(short, by: "root", "ca.ext", "Short", key: "rsa:1024")
        try authority.issue(short + "2", by: short, "signer.ext", "Ana")
        #expect(try lack(of: [short + "2", short]) == .rule("CA certificate key too weak"))
        let old = UUID().uuidString
        try authority.issue(old, by: "inter", "signer.ext", "Ana", digest: "sha1")
        #expect(try lack(of: [old, "inter"]) == .issuer("CN=Lasting Authority"))
    }

    // MARK: - Revocation

    private func reasons(_ file: [UInt8]) throws -> ValidationFault.Lack? {
        try lack(of: ["signer", "inter"], [authority.list(by: "root"), file])
    }

    @Test func listsOfAnotherFormAreRejected() throws {
        #expect(try reasons(authority.list(by: "inter")) == nil)
        #expect(
            try reasons(authority.list(by: "inter", digest: "sha1"))
                == .revocation([.badSignature]))
        for extensions in ["1.2.3.4=critical,ASN1:NULL", "2.5.29.27=ASN1:INTEGER:1"] {
            #expect(
                try reasons(authority.list(by: "inter", extensions: extensions))
                    == .revocation([.otherScope]), "\(extensions)")
        }
    }

    /// A list without the time of the next one could be of any age.
    @Test func listsWithoutAnEndAreRejected() throws {
        let parts = try DERElement(all: authority.list(by: "inter")).children
        var facts = try parts[0].children.map { Array($0.whole) }
        facts.remove(at: 4)
        let long = DER.sequence(facts.flatMap { $0 })
        let key = try #require(
            KeyFile("inter.key", .key, nil) { name, _ in authority.bytes(name) }.key)
        let signature = try #require(key.signature(over: long, .rsa))
        let list = DER.sequence(long, Array(parts[1].whole), DER.value(0x03, [0] + signature))
        #expect(try reasons(list) == .revocation([.endless]))
    }

    /// An authority whose key usage excludes lists.
    @Test func listsOfOtherKeysAreRejected() throws {
        let name = UUID().uuidString
        try authority.write(
            Array("basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\n".utf8),
            to: name + ".ext")
        try authority.issue(name, by: "root", name + ".ext", "Without lists")
        try authority.issue(name + "2", by: name, "signer.ext", "Ana")
        #expect(
            try lack(
                of: [name + "2", name], [authority.list(by: "root"), authority.list(by: name)])
                == .revocation([.badSignature]))
    }

    @Test func responsesOfOtherAuthoritiesAreRejected() throws {
        let bad = ValidationFault.Lack.revocation([.badSignature])
        #expect(try reasons(authority.response()) == nil)
        #expect(try reasons(authority.response(digest: "sha1")) == bad)
        // A responder of another authority, and one that may not sign.
        let name = UUID().uuidString
        try authority.issue(name, by: "root", "responder.ext", "Stranger")
        #expect(try reasons(authority.response(by: name)) == bad)
        try authority.write(
            Array("extendedKeyUsage=OCSPSigning\nkeyUsage=keyEncipherment\nnoCheck=yes\n".utf8),
            to: name + ".ext")
        try authority.issue(name + "2", by: "inter", name + ".ext", "Silent")
        #expect(try reasons(authority.response(by: name + "2")) == bad)
        try authority.issue(name + "3", by: "inter", "responder.ext", "Short", key: "rsa:1024")
        #expect(try reasons(authority.response(by: name + "3")) == bad)
    }
}
