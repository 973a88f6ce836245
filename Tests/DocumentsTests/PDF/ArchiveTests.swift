import Scene
import Testing

@testable import Documents

@Suite struct ArchiveTests {
    private func written(archival: Bool) throws -> [UInt8] {
        let sample = PDFSample()
        return try sample.write(
            [sample.page("2026-05-31"), sample.page("2026-06-01")],
            PDFSample.setup(archival: archival))
    }

    @Test func outputIsDeterministic() throws {
        #expect(try written(archival: true) == written(archival: true))
    }

    @Test func metadataStatesTheConformance() throws {
        let document = try ReadDocument(written(archival: true))
        let missing = [
            "/Lang", "/MarkInfo", "/ViewerPreferences", "/OutputIntents", "/AF", "/Names",
            "/Outlines", "/PageLabels", "/StructTreeRoot",
        ].filter { !document.has($0, in: document.root) }
        #expect(missing.isEmpty)
        #expect(document.has("/ID", in: document.trailer))
        let packet = try document.content(of: document.get("/Metadata", of: document.root))
        let words = String(decoding: packet, as: UTF8.self)
        #expect(words.contains("<pdfaid:part>3</pdfaid:part>"))
        #expect(words.contains("<pdfuaid:part>1</pdfuaid:part>"))
        #expect(words.contains("Family &amp; friends"))
    }

    @Test func titleIsEqualInInfoAndXMP() throws {
        var setup = PDFSample.setup(archival: true)
        setup.title = "a\u{FFFE}b\u{1}c\r<d>"
        let document = try ReadDocument(PDFSample().write([], setup))
        let info = document.get("/Info", of: document.trailer)
        #expect(document.text(document.get("/Title", of: info)) == "a\u{FFFD}b\u{FFFD}c\n<d>")
        let packet = try document.content(of: document.get("/Metadata", of: document.root))
        #expect(String(decoding: packet, as: UTF8.self).contains("a\u{FFFD}b\u{FFFD}c\n&lt;d&gt;"))
    }

    @Test func subjectIsInInfoAndXMP() throws {
        var setup = PDFSample.setup(archival: true)
        (setup.author, setup.subject) = ("Ruiz & Lind", "May <2026>")
        setup.keywords = ["lake", "tent & rope"]
        let document = try ReadDocument(PDFSample().write([], setup))
        let info = document.get("/Info", of: document.trailer)
        #expect(document.text(document.get("/Author", of: info)) == "Ruiz & Lind")
        #expect(document.text(document.get("/Subject", of: info)) == "May <2026>")
        #expect(document.text(document.get("/Keywords", of: info)) == "lake, tent & rope")
        let packet = String(
            decoding: try document.content(of: document.get("/Metadata", of: document.root)),
            as: UTF8.self)
        #expect(packet.contains("<dc:creator><rdf:Seq><rdf:li>Ruiz &amp; Lind</rdf:li>"))
        #expect(packet.contains("<rdf:li xml:lang=\"x-default\">May &lt;2026&gt;</rdf:li>"))
        #expect(packet.contains("<rdf:Bag><rdf:li>lake</rdf:li><rdf:li>tent &amp; rope</rdf:li>"))
        #expect(packet.contains("<pdf:Keywords>lake, tent &amp; rope</pdf:Keywords>"))
    }

    /// ISO 19005-3, 6.1.13: no string is longer than 32,767 bytes.
    @Test(arguments: ["T", "ü", "🎉"]) func shortensALongTitle(letter: String) throws {
        var setup = PDFSample.setup(archival: true)
        setup.title = String(repeating: letter, count: 40_000)
        let figure = Node.figure(
            alt: setup.title, [.fill(.rectangle(Rect(0, 0, 9, 9)), .black)])
        let sample = PDFSample()
        let document = try ReadDocument(sample.write([sample.page(of: figure)], setup))
        let info = document.get("/Info", of: document.trailer)
        let title = document.text(document.get("/Title", of: info))
        #expect(title.hasSuffix(letter + "…"))
        #expect(title.utf16.count <= 16_000 && title.utf16.count > 15_990)
        let packet = try document.content(of: document.get("/Metadata", of: document.root))
        #expect(String(decoding: packet, as: UTF8.self).contains(">\(title)<"))
        let part = try #require(document.dictionaries.first { document.has("/Alt", in: $0) })
        #expect(document.text(document.get("/Alt", of: part)) == title)
    }

    @Test func pageLabelsOfPartsContinue() throws {
        var setup = PDFSample.setup()
        setup.firstPage = 13
        let document = try ReadDocument(PDFSample().write([], setup))
        let labels = document.items(
            document.get("/Nums", of: document.get("/PageLabels", of: document.root)))
        #expect(document.number(document.get("/St", of: labels[1])) == 13)
    }

    @Test func plainDocumentsClaimNoConformance() throws {
        let document = try ReadDocument(written(archival: false))
        #expect(!document.has("/OutputIntents", in: document.root))
        #expect(!document.has("/AF", in: document.root))
        let packet = try document.content(of: document.get("/Metadata", of: document.root))
        let words = String(decoding: packet, as: UTF8.self)
        #expect(!words.contains("pdfaid:part"))
        #expect(!words.contains("pdfuaid:part"))
    }

    @Test func embedsFilesByteForByte() throws {
        let document = try ReadDocument(written(archival: true))
        let file = try #require(document.items(document.get("/AF", of: document.root)).first)
        let stream = document.get("/F", of: document.get("/EF", of: file))
        #expect(try document.content(of: stream) == Array(#"{"messages":["Hi"]}"#.utf8))
        #expect(document.text(document.get("/UF", of: file)) == "conversation.json")
    }

    @Test func everyEndstreamIsOnItsOwnLine() throws {
        let bytes = try written(archival: true)
        let end = Array("endstream".utf8)
        for place in bytes.indices where bytes[place...].starts(with: end) {
            #expect(bytes[place - 1] == 0x0A)
        }
    }
}
