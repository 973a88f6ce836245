import Graphics
import Scene
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
            sample.write(
                nodes.map { sample.page(of: $0) }, pictures: [picture, picture, picture]))
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
        let bytes = try PDFSample().write([])
        #expect(bytes.starts(with: Array("%PDF-".utf8)))
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
        "example.com",
        "JavaScript:alert(1)", " javascript:x", "java\nscript:x",
    ])
    func omitsURLsThatRunCode(url: String) {
        #expect(LinkAddress.escaped(url) == nil)
    }

    @Test func omitsVeryLongURLs() {
        #expect(LinkAddress.escaped("https://" + String(repeating: "a", count: 10_000)) == nil)
    }
}
