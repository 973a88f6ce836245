import Compression
import Scene
import Testing

@testable import PDF

@Suite struct PageContentTests {
    private func letters(
        _ letters: [(code: UInt16, x: Double, y: Double)], clusters: [GlyphRun.Cluster] = []
    ) -> String {
        var placed = GlyphRun(origin: Point(100, 200))
        placed.glyphs = letters.map {
            GlyphRun.Glyph(code: $0.code, width: 500, x: $0.x, y: $0.y)
        }
        placed.clusters = clusters
        var markup = PDFMarkup()
        placed.write(to: &markup, size: 10)
        return String(decoding: markup.bytes, as: UTF8.self)
    }

    @Test func lettersThatFollowOneAnotherAreOneString() {
        let text = letters([(0x4142, 0, 0), (0x4344, 5, 0), (0x4546, 10.01, 0)])
        #expect(text == "1 0 0 -1 100 200 Tm\n[(ABCDEF)]TJ\n")
    }

    @Test func aGapIsStepped() {
        let text = letters([(0x4142, 0, 0), (0x4344, 6, 0), (0x4546, 10.5, 0)])
        #expect(text == "1 0 0 -1 100 200 Tm\n[(AB)-100 (CD)50 (EF)]TJ\n")
    }

    @Test func aMarkAboveIsPlacedByItself() {
        let text = letters([(0x4142, 0, 0), (0x4344, 1, -2)])
        #expect(text == "1 0 0 -1 100 200 Tm\n[(AB)]TJ\n1 0 0 -1 101 198 Tm\n[(CD)]TJ\n")
    }

    @Test func lettersThatStandForATextTogetherSayIt() {
        let cluster = GlyphRun.Cluster(glyphs: 1..<3, text: "क्ष")
        let text = letters([(0x4142, 0, 0), (0x4344, 5, 0), (0x4546, 10, 0)], clusters: [cluster])
        #expect(text.contains("[(AB)]TJ\n/Span<</ActualText("))
        #expect(text.hasSuffix(">>BDC\n[(CDEF)]TJ\nEMC\n"))
    }

    private func content(_ draw: (inout PageContent) throws -> Void) rethrows -> String {
        let zlib = Zlib()
        guard let zlib else { return "" }
        let paints = DocumentPaints(in: PDFFile(zlib: zlib))
        var content = PageContent(height: 400, scale: 1, paints: paints)
        try draw(&content)
        content.finish()
        return String(decoding: content.markup.bytes, as: UTF8.self)
    }

    @Test func aColorIsSetOnce() {
        let drawn = content { content in
            for x in 0..<3 { content.fill(.rectangle(Rect(Double(x), 0, 1, 1)), .black) }
        }
        #expect(drawn.split(separator: "\n").count { $0.hasSuffix("rg") } == 1)
    }

    @Test func aClipUndoesWhatWasSetWithin() throws {
        let drawn = try content { content in
            try content.clip(to: .rectangle(Rect(0, 0, 9, 9))) { content throws(PDFFault) in
                content.fill(.rectangle(Rect(0, 0, 1, 1)), .white)
            }
            content.fill(.rectangle(Rect(0, 0, 1, 1)), .white)
        }
        #expect(drawn.split(separator: "\n").count { $0.hasSuffix("rg") } == 2)
        #expect(drawn.split(separator: "\n").count { $0 == "Q" } == 1)
    }

    @Test func linesWithoutWidthAndDashesWithoutLengthAreNoErrors() {
        let drawn = content { content in
            content.stroke(.rectangle(Rect(0, 0, 1, 1)), Stroke(.black, width: 0))
            content.stroke(.rectangle(Rect(0, 0, 1, 1)), Stroke(.black, width: 1, dashes: [0, 0]))
        }
        #expect(drawn.split(separator: "\n").count { $0 == "S" } == 1)
        #expect(drawn.contains("[]0 d"))
    }

    @Test(arguments: [
        [0.0, 1], [0.2, 0.8], [0, 0, 1, 1], [0.5, 0.5], [-1, 2], [0.3], [],
    ])
    func gradientsHaveBoundsThatGrow(offsets: [Double]) throws {
        let sample = PDFSample()
        let stops = offsets.map {
            LinearGradient.Stop($0, Color(UInt8(max(0, min(1, $0)) * 255), 0, 0))
        }
        let gradient = LinearGradient(from: Point(0, 0), to: Point(0, 100), stops: stops)
        let node = Node.shape(
            .rectangle(Rect(0, 0, 50, 100)), fill: .linear(gradient), stroke: nil)
        let document = try ReadDocument(sample.write([sample.page(of: node)]))
        let pattern = try #require(
            document.dictionaries.first { document.has("/Shading", in: $0) })
        let function = document.get("/Function", of: document.get("/Shading", of: pattern))
        guard document.has("/Bounds", in: function) else { return }
        let bounds = document.items(document.get("/Bounds", of: function)).map {
            document.number($0)
        }
        let all = [0] + bounds + [1]
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
        #expect(document.items(document.get("/Functions", of: function)).count == bounds.count + 1)
    }
}
