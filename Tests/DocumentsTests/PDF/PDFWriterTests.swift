import Basics
import Evidence
import Graphics
import Scene
import Synchronization
import Testing

@testable import Documents

@Suite struct PDFWriterTests {
    @Test func outputIsDeterministic() throws {
        func written() throws -> [UInt8] {
            let sample = PDFSample()
            return try sample.write([sample.page("2026-05-31"), sample.page("2026-06-01")])
        }
        #expect(try written() == written())
    }

    @Test(arguments: [1.0, 0.5])
    func linksCoverTheirTextAtAnyScale(scale: Double) throws {
        let sample = PDFSample()
        let block = sample.block("https://example.com", y: 100, link: "https://example.com")
        let page = Page(size: Size(600, 800), background: [], blocks: [block])
        let document = try ReadDocument(sample.write([page], scale: scale))
        let link = try #require(document.items(document.get("/Annots", of: document.page(0))).first)
        let corners = document.items(document.get("/Rect", of: link)).map { document.number($0) }
        // Measured from the bottom of the page.
        let text = Rect(54, 107, block.frame.width - 28, 20.4)
        #expect(abs(corners[0] - text.minX * scale) <= 1)
        #expect(abs(corners[2] - text.maxX * scale) <= 1)
        #expect(abs(corners[3] - (800 - text.minY) * scale) <= 3)
        #expect(abs(corners[1] - (800 - text.maxY) * scale) <= 3)
    }

    @Test func letteringIsNotText() throws {
        let sample = PDFSample()
        let words = sample.shape("WH 🎉")
        #expect(try fontCount(.lettering(words, at: Point(20, 20)), in: sample) == 0)
        #expect(try fontCount(.text(words, at: Point(20, 20)), in: sample) > 0)
    }

    @Test func invisibleTextIsSearchable() throws {
        let sample = PDFSample()
        let words = sample.shape("secret", color: .clear)
        #expect(try fontCount(.text(words, at: Point(20, 20)), in: sample) > 0)
    }

    @Test func repeatedEmojiAreStoredOnce() throws {
        let sample = PDFSample()
        let node = Node.text(sample.shape("🎉 🎉 🎉"), at: Point(20, 20))
        let document = try ReadDocument(
            sample.write([sample.page(of: node), sample.page(of: node)]))
        let pictures = document.dictionaries.filter {
            document.name(document.get("/Subtype", of: $0)) == "/Image"
        }
        // The colors and the mask of the emoji.
        #expect(pictures.count == 2)
    }

    @Test func equalPicturesAreStoredOnce() throws {
        let sample = PDFSample()
        let bytes = Bitmap(
            size: PixelSize(2, 2), pixels: [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0xFF12_3456],
            isOpaque: true
        ).encodedAsPNG()
        let picture = EncodedPicture(
            bytes: bytes, facts: try PictureProbe(limits: PictureLimits()).facts(of: bytes))
        let nodes = (0..<3).map {
            Node.picture(PlacedPicture(PictureID($0), frame: Rect(0, 40 * Double($0), 20, 20)))
        }
        let document = try ReadDocument(
            sample.write(nodes.map { sample.page(of: $0) }, pictures: [picture, picture, picture]))
        let pictures = document.dictionaries.filter {
            document.name(document.get("/Subtype", of: $0)) == "/Image"
        }
        #expect(pictures.count == 1)
    }

    /// The picture is embedded unchanged, and the document states the meaning of its grays (ISO
    /// 32000-1, 8.6.5.5).
    @Test func grayPicturesKeepTheirProfile() throws {
        func big(_ value: Int) -> [UInt8] {
            [24, 16, 8, 0].map { (shift: Int) -> UInt8 in UInt8(value >> shift & 255) }
        }
        let white = Array("XYZ \0\0\0\0".utf8) + big(0xF6D6) + big(0x1_0000) + big(0xD32D)
        let curve = Array("curv\0\0\0\0".utf8) + big(1) + [1, 0, 0, 0]
        var profile = [UInt8](repeating: 0, count: 128) + big(2)
        profile += Array("wtpt".utf8) + big(156) + big(20)
        profile += Array("kTRC".utf8) + big(176) + big(14) + white + curve
        let words = [
            (0, big(192)), (8, [2, 0x10, 0, 0]), (68, big(0xF6D6)), (72, big(0x1_0000)),
            (76, big(0xD32D)),
        ]
        let names = [(12, "mntr"), (16, "GRAY"), (20, "XYZ "), (36, "acsp")]
        for (place, bytes) in words + names.map({ ($0.0, Array($0.1.utf8)) }) {
            profile.replaceSubrange(place..<place + 4, with: bytes)
        }
        let rows = [UInt32](repeating: 0xFF80_8080, count: 64)
        let coded = JPEGStripes(
            size: PixelSize(8, 8), rows: 8, quality: 90, isGray: true, density: 72
        ).encoded(rows.span, rows: 8, stride: 8)
        let grey = try #require(coded)
        let head =
            [0xFF, 0xE2, 0, UInt8(profile.count + 16)] + Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
        let bytes = grey.prefix(2) + head + profile + grey.dropFirst(2)
        let picture = EncodedPicture(
            bytes: Array(bytes),
            facts: try PictureProbe(limits: PictureLimits()).facts(of: Array(bytes)))
        let sample = PDFSample()
        let node = Node.picture(PlacedPicture(PictureID(0), frame: Rect(0, 0, 20, 20)))
        let document = try ReadDocument(sample.write([sample.page(of: node)], pictures: [picture]))
        let image = try #require(
            document.dictionaries.first {
                document.name(document.get("/Subtype", of: $0)) == "/Image"
            })
        let space = document.items(document.get("/ColorSpace", of: image))
        #expect(space.count == 2 && document.name(space[0]) == "/ICCBased")
        let stream = try #require(
            document.dictionaries.first {
                document.has("/N", in: $0) && document.has("/Alternate", in: $0)
            })
        #expect(document.number(document.get("/N", of: stream)) == 1)
        #expect(document.name(document.get("/Alternate", of: stream)) == "/DeviceGray")
    }

    @Test func equalBackgroundsAreStoredOnce() throws {
        let sample = PDFSample()
        let ground = (0..<40).map { Node.fill(.rectangle(Rect(Double($0), 0, 0.5, 9)), .black) }
        let page = Page(size: Size(400, 400), background: ground, blocks: [])
        let document = try ReadDocument(sample.write([page, page, page]))
        let forms = document.dictionaries.filter {
            document.name(document.get("/Subtype", of: $0)) == "/Form"
        }
        #expect(forms.count == 1)
        let content = try document.content(of: document.get("/Contents", of: document.page(2)))
        #expect(content.count < 200)
    }

    private func fontCount(_ node: Node, in sample: PDFSample) throws -> Int {
        let document = try ReadDocument(sample.write([sample.page(of: node)]))
        return document.dictionaries.count {
            document.name(document.get("/Type", of: $0)) == "/Font"
        }
    }

    @Test func writesAnEmptyDocument() throws {
        #expect(try PDFSample().write([]).starts(with: Array("%PDF-".utf8)))
    }

    @Test(arguments: [
        ("https://example.com/a?b=c#d", "https://example.com/a?b=c#d"),
        ("https://example.com/a(b)'\\", "https://example.com/a(b)%27%5C"),
        ("https://exämple.com/ \n", "https://ex%C3%A4mple.com/%20%0A"),
        ("HTTPS://example.com", "HTTPS://example.com"), ("mailto:a@b.c", "mailto:a@b.c"),
        ("tel:+49151", "tel:+49151"),
    ])
    func escapesURLs(url: String, escaped: String) {
        #expect(LinkAddress.escaped(url) == escaped)
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vbscript:x", "",
        "example.com", "JavaScript:alert(1)", " javascript:x", "java\nscript:x",
    ])
    func omitsURLsThatRunCode(url: String) {
        #expect(LinkAddress.escaped(url) == nil)
    }

    @Test func omitsVeryLongURLs() {
        #expect(LinkAddress.escaped("https://" + String(repeating: "a", count: 10_000)) == nil)
    }
}

@Suite struct CrossReferenceTests {
    @Test func offsetsUseFourBytesIfTheyFit() {
        let table = CrossReferences([
            .unwritten, .offset(0xFFFF_FFFF), .packed(stream: 1, index: 2),
        ])
        #expect(table.width == 4)
        #expect(
            table.bytes == [
                0, 0, 0, 0, 0, 255, 255, 1, 255, 255, 255, 255, 0, 0, 2, 0, 0, 0, 1, 0, 2,
            ])
    }

    /// As readers decode it (ISO 32000-1, 7.4.4.4).
    @Test func rowsAreEncodedWithTheUpPredictor() {
        let table = CrossReferences([
            .unwritten, .offset(300), .offset(40), .packed(stream: 7, index: 513),
        ])
        var rows: [UInt8] = []
        for start in stride(from: 0, to: table.filtered.count, by: table.columns + 1) {
            #expect(table.filtered[start] == 2)
            for column in 0..<table.columns {
                let above = rows.count < table.columns ? 0 : rows[rows.count - table.columns]
                rows.append(table.filtered[start + 1 + column] &+ above)
            }
        }
        #expect(rows == table.bytes)
    }

    @Test(arguments: [(1 << 32, 5), ((1 << 40) - 1, 5), (1 << 40, 6)])
    func offsetsBeyondFourGibibytesAreWider(offset: Int, width: Int) {
        let table = CrossReferences([.offset(offset)])
        #expect(table.width == width && table.bytes.count == width + 3)
        #expect(table.bytes[1...width].reduce(0) { $0 << 8 | Int($1) } == offset)
    }
}

@Suite struct StreamCompressorTests {
    private let compressor: StreamCompressor

    init() throws {
        let zlib = try #require(Zlib())
        compressor = StreamCompressor(zlib, recurring: zlib)
    }

    /// Streams of one length that differ in a few bytes.
    private func stream(_ number: Int, count: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            + (8..<count).map { UInt8($0 * $0 % 251) }
    }

    @Test(arguments: [0, 1, 300, 16 << 10, 20 << 10])
    func recurringStreamsAreCompressedLikeOthers(count: Int) {
        let bytes = [UInt8](stream(1, count: max(8, count)).prefix(count))
        let compressed = compressor.compress(bytes)
        #expect(compressor.compressRecurring(bytes) == compressed)
        #expect(compressor.compressRecurring(bytes) == compressed)
    }

    @Test func streamsThatDifferInAByteAreNotConfused() {
        for number in 0..<300 {
            let bytes = stream(number, count: 1_000)
            #expect(compressor.compressRecurring(bytes) == compressor.compress(bytes))
        }
    }

    @Test func keptStreamsAreLimited() {
        for number in 0..<2_000 {
            _ = compressor.compressRecurring(stream(number, count: 4_000))
            #expect(compressor.keptBytes <= StreamCompressor.maxKeptBytes)
        }
        #expect(compressor.keptBytes > 0)
        let before = compressor.keptBytes
        _ = compressor.compressRecurring(stream(0, count: 17 << 10))
        #expect(compressor.keptBytes == before)
    }
}

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
        let figure = Node.figure(alt: setup.title, [.fill(.rectangle(Rect(0, 0, 9, 9)), .black)])
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
        for place in bytes.indices where bytes[place...].starts(with: Array("endstream".utf8)) {
            #expect(bytes[place - 1] == 0x0A)
        }
    }
}

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
        let text = String(decoding: document[(range[1] + 1)..<(range[2] - 1)], as: UTF8.self)
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
