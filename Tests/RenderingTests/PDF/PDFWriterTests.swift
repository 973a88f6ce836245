import Scene
import Testing

@testable import Rendering

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
        let corners = try QPDFDocument.reading(sample.write([page], scale: scale)) {
            document throws(FinishingFault) in
            let annotations = document.get("/Annots", of: document.page(0))
            let rect = document.get("/Rect", of: document.item(annotations, 0))
            return (0..<4).map { document.number(document.item(rect, $0)) }
        }
        // Whole points, counted from the foot of the page.
        let text = Rect(54, 107, block.frame.width - 28, 20.4)
        #expect(abs(corners[0] - text.minX * scale) <= 1)
        #expect(abs(corners[2] - text.maxX * scale) <= 1)
        #expect(abs(corners[3] - (800 - text.minY) * scale) <= 3)
        #expect(abs(corners[1] - (800 - text.maxY) * scale) <= 3)
    }

    /// Poppler takes a Type 3 font's first glyph for the measure of all, so each begins with the guide.
    @Test func beginsEveryTextOnlyFontWithItsGuide() throws {
        let sample = PDFSample()
        let texts = [12.0, 17, 50].map { sample.shape("🎉🙂", size: $0) }
        let nodes = texts.enumerated().map { Node.text($1, at: Point(20, 100 * Double($0))) }
        let block = Block(role: .message, frame: Rect(0, 0, 400, 400), text: "🎉", nodes: nodes)
        let page = Page(size: Size(400, 400), background: [], blocks: [block])
        let widths = try QPDFDocument.reading(sample.write([page])) {
            document throws(FinishingFault) in
            var widths: [[Double]] = []
            for number in 1...document.objectCount {
                let font = document.object(number)
                guard document.isDictionary(font), document.isName("/Type3", "/Subtype", of: font)
                else { continue }
                let array = document.get("/Widths", of: font)
                widths.append(
                    (0..<document.count(array)).map { document.number(document.item(array, $0)) })
            }
            return widths
        }
        #expect(widths == Array(repeating: [0.5, 1.275, 1.275], count: 3))
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

    private func fontCount(_ node: Node, in sample: PDFSample) throws -> Int {
        let block = Block(role: .message, frame: Rect(0, 0, 400, 400), text: "", nodes: [node])
        let page = Page(size: Size(400, 400), background: [], blocks: [block])
        return try QPDFDocument.reading(sample.write([page])) {
            document throws(FinishingFault) in
            (1...document.objectCount).count { number in
                let object = document.object(number)
                return document.isDictionary(object)
                    && document.isName("/Font", "/Type", of: object)
            }
        }
    }

    @Test func writesAPageEvenOfNothing() throws {
        let bytes = try PDFSample().write([])
        #expect(bytes.starts(with: Array("%PDF-".utf8)))
    }

    @Test(arguments: [
        ("https://example.com/a?b=c#d", "https://example.com/a?b=c#d"),
        ("https://example.com/a(b)'\\", "https://example.com/a%28b%29%27%5C"),
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

    @Test func clearsRepeatedNamesAndNothingElse() {
        let given =
            "\n   /XObject << /x3 3 0 R /x4 4 0 R /x3 3 0 R >>\n /XObject << /x3 3 0 R /x3 3 0 R"
        let wanted =
            "\n   /XObject << /x3 3 0 R /x4 4 0 R           >>\n /XObject << /x3 3 0 R /x3 3 0 R"
        var bytes = Array(given.utf8)
        RepeatedResources.clear(in: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == wanted)
    }
}
