import Basics
import Evidence
import Scene
import Synchronization
import Testing

@testable import Documents

@Suite struct SignatureTests {
    private struct EchoingSigner: DocumentSigner {
        let name: String? = "Ana"
        var room = 2_000
        var failure: SigningFailure?
        var repetitions = 2

        func message(about digest: [UInt8]) throws(SigningFailure) -> [UInt8] {
            if let failure { throw failure }
            return (0..<repetitions).flatMap { _ in digest }
        }
    }

    private func written(
        by signer: EchoingSigner = EchoingSigner(), pages: Int = 2, made: String? = nil
    ) throws -> [UInt8] {
        let sample = PDFSample()
        var signature = PDFSignature(by: signer)
        signature.reason = "A (reason) — «näher»"
        let pages = (0..<pages).map { sample.page("2026-05-\(10 + $0)") }
        var setup = PDFSample.setup(archival: true)
        setup.signature = signature
        setup.created = made
        return try sample.write(pages, setup)
    }

    private func range(in document: [UInt8]) throws -> [Int] {
        let mark = Array("/ByteRange[".utf8)
        let start = try #require(document.indices.first { document[$0...].starts(with: mark) })
        let text = document[(start + mark.count)...].prefix { $0 != 0x5D }
        return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    }

    @Test(arguments: [1, 2, 200])
    func everythingExceptTheSignatureIsSigned(pages: Int) throws {
        let document = try written(pages: pages)
        let range = try range(in: document)
        try #require(range.count == 4)
        #expect(range[0] == 0)
        #expect(range[2] + range[3] == document.count)
        #expect(document[range[1]] == UInt8(ascii: "<"))
        #expect(document[range[2] - 1] == UInt8(ascii: ">"))
        #expect(range[2] - range[1] == 2 * 2_000 + 2)
        let digest = try SHA256.digest(
            of: Array(document[..<range[1]]), Array(document[range[2]...]))
        let contents = document[(range[1] + 1)..<(range[2] - 1)]
        let text = String(decoding: contents, as: UTF8.self)
        let digits = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(text.hasPrefix(digits + digits))
        #expect(text.dropFirst(128).allSatisfy { $0 == "0" })
    }

    @Test func documentHasOneInvisibleField() throws {
        let document = try ReadDocument(written(made: "2026-05-31T09:40:00+02:00"))
        let form = document.get("/AcroForm", of: document.root)
        #expect(document.number(document.get("/SigFlags", of: form)) == 3)
        #expect(!document.has("/NeedAppearances", in: form))
        let fields = document.items(document.get("/Fields", of: form))
        let field = try #require(fields.first)
        #expect(fields.count == 1)
        #expect(document.number(document.get("/F", of: field)) == 132)
        #expect(
            document.items(document.get("/Rect", of: field)).map { document.number($0) } == [
                0, 0, 0, 0,
            ])
        #expect(document.has("/TU", in: field) && document.has("/StructParent", in: field))
        #expect(!document.has("/A", in: field) && !document.has("/AA", in: field))
        let signature = document.get("/V", of: field)
        #expect(document.name(document.get("/SubFilter", of: signature)) == "/ETSI.CAdES.detached")
        #expect(document.has("/M", in: signature))
        let reference = try #require(
            document.items(document.get("/Reference", of: signature)).first)
        #expect(document.name(document.get("/TransformMethod", of: reference)) == "/DocMDP")
        let parameters = document.get("/TransformParams", of: reference)
        #expect(document.number(document.get("/P", of: parameters)) == 1)
        #expect(document.has("/DocMDP", in: document.get("/Perms", of: document.root)))
        let annotations = document.items(document.get("/Annots", of: document.page(0)))
        #expect(
            annotations.contains { document.name(document.get("/Subtype", of: $0)) == "/Widget" })
    }

    /// A visible field is on the page that shows it, with the same text for screen readers.
    @Test func visibleFieldIsOnItsPage() throws {
        let sample = PDFSample()
        var signature = PDFSignature(by: EchoingSigner())
        signature.isShown = true
        var setup = PDFSample.setup(archival: true)
        setup.signature = signature
        let face = Block(
            role: .signature, frame: Rect(100, 700, 120, 12), text: "Signed by Ana",
            nodes: [.fill(.rectangle(Rect(100, 700, 120, 0.5)), .black)])
        let (first, plain) = (sample.page("2026-05-10"), sample.page("2026-05-11"))
        let last = Page(
            size: plain.size, background: plain.background, blocks: plain.blocks + [face])
        let document = try ReadDocument(sample.write([first, last], setup))
        let form = document.get("/AcroForm", of: document.root)
        let field = try #require(document.items(document.get("/Fields", of: form)).first)
        let rect = document.items(document.get("/Rect", of: field)).map { document.number($0) }
        let height = last.size.height
        #expect(rect == [100, height - 712, 220, height - 700])
        #expect(document.has("/N", in: document.get("/AP", of: field)))
        #expect(document.has("/StructParent", in: field) && document.has("/TU", in: field))
        func hasField(_ page: Int) -> Bool {
            document.items(document.get("/Annots", of: document.page(page)))
                .contains { document.name(document.get("/Subtype", of: $0)) == "/Widget" }
        }
        #expect(!hasField(0) && hasField(1))
        // A document whose pages do not show the field is an error.
        #expect(throws: PDFFault.signature(.refused)) { _ = try sample.write([first], setup) }
    }

    @Test func noSigningTimeIsAdded() throws {
        let document = try ReadDocument(written())
        let form = document.get("/AcroForm", of: document.root)
        let field = try #require(document.items(document.get("/Fields", of: form)).first)
        #expect(!document.has("/M", in: document.get("/V", of: field)))
    }

    @Test func signingFailuresAreErrors() throws {
        var signer = EchoingSigner()
        signer.failure = .expired
        #expect(throws: PDFFault.signature(.expired)) { _ = try written(by: signer) }
        signer = EchoingSigner(repetitions: 63)
        #expect(throws: PDFFault.signature(.noRoom(needed: 2_016, room: 2_000))) {
            _ = try written(by: signer)
        }
        // A signature that exactly fits is accepted.
        signer = EchoingSigner(room: 2_016, repetitions: 63)
        _ = try written(by: signer)
    }

    @Test func unsignedDocumentsHaveNoField() throws {
        let sample = PDFSample()
        let document = try ReadDocument(sample.write([sample.page("2026-05-31")]))
        #expect(!document.has("/AcroForm", in: document.root))
        #expect(!document.has("/Perms", in: document.root))
    }
}
