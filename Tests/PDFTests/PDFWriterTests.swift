import Imaging
import SVG
import Scene
import Testing

@testable import PDF

@Suite struct PDFWriterTests {
    @Test func writesTheSameBytesTwice() throws {
        func written() throws -> [UInt8] {
            let sample = PDFSample()
            return try sample.write([sample.page("2026-05-31"), sample.page("2026-06-01")])
        }
        #expect(try written() == written())
    }

    @Test(arguments: [1.0, 0.5])
    func laysLinksOverTheirTextAtAnyScale(scale: Double) throws {
        let sample = PDFSample()
        let block = sample.block("https://example.com", y: 100, link: "https://example.com")
        let page = Page(size: Size(600, 800), background: [], blocks: [block])
        let document = try ReadDocument(sample.write([page], scale: scale))
        let link = try #require(document.items(document.get("/Annots", of: document.page(0))).first)
        let corners = document.items(document.get("/Rect", of: link)).map { document.number($0) }
        // Counted from the foot of the page.
        let text = Rect(54, 107, block.frame.width - 28, 20.4)
        #expect(abs(corners[0] - text.minX * scale) <= 1)
        #expect(abs(corners[2] - text.maxX * scale) <= 1)
        #expect(abs(corners[3] - (800 - text.minY) * scale) <= 3)
        #expect(abs(corners[1] - (800 - text.maxY) * scale) <= 3)
    }

    @Test func lettersOfDrawingsAreNoText() throws {
        let sample = PDFSample()
        let words = sample.shape("WH 🎉")
        #expect(try fontCount(.lettering(words, at: Point(20, 20)), in: sample) == 0)
        #expect(try fontCount(.text(words, at: Point(20, 20)), in: sample) > 0)
    }

    @Test func hiddenWordsAreStillFound() throws {
        let sample = PDFSample()
        let words = sample.shape("secret", color: .clear)
        #expect(try fontCount(.text(words, at: Point(20, 20)), in: sample) > 0)
    }

    @Test func anEmojiIsKeptOnceHoweverOftenItIsSaid() throws {
        let sample = PDFSample()
        let node = Node.text(sample.shape("🎉 🎉 🎉"), at: Point(20, 20))
        let document = try ReadDocument(
            sample.write([sample.page(of: node), sample.page(of: node)]))
        let pictures = document.dictionaries.filter {
            document.name(document.get("/Subtype", of: $0)) == "/Image"
        }
        // Its colours and its mask.
        #expect(pictures.count == 2)
    }

    @Test func equalPicturesAreKeptOnce() throws {
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

    /// A pattern behind pages is written once.
    @Test func equalGroundsAreKeptOnce() throws {
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

    @Test func writesAPageEvenOfNothing() throws {
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
    func escapesAddresses(url: String, escaped: String) {
        #expect(LinkAddress.escaped(url) == escaped)
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vbscript:x", "",
        "example.com",
        "JavaScript:alert(1)", " javascript:x", "java\nscript:x",
    ])
    func leavesOutAddressesThatRunCode(url: String) {
        #expect(LinkAddress.escaped(url) == nil)
    }

    @Test func leavesOutAddressesWithoutEnd() {
        #expect(LinkAddress.escaped("https://" + String(repeating: "a", count: 10_000)) == nil)
    }
}
