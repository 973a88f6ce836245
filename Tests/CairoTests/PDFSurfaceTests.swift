import Cairo
import Scene
import Testing

@Suite struct PDFSurfaceTests {
    @Test func canBeTakenPageByPage() throws {
        let surface = try PDFSurface(firstPage: Size(100, 50))
        var bytes: [UInt8] = []
        for _ in 0..<3 {
            try surface.draw { canvas throws(CairoFailure) in
                canvas.setSource(Color.black)
                canvas.add(Rect(10, 10, 20, 20))
                canvas.fill()
            }
            surface.endPage()
            bytes += surface.takeBytes()
        }
        bytes += try surface.finish()
        #expect(bytes.starts(with: Array("%PDF-1.".utf8)))
        #expect(String(decoding: bytes.suffix(6), as: UTF8.self) == "%%EOF\n")
        #expect(String(decoding: bytes, as: UTF8.self).contains("/Count 3"))
    }

    @Test func canBeAbandoned() throws {
        let surface = try PDFSurface(firstPage: Size(100, 50))
        try surface.draw { canvas throws(CairoFailure) in canvas.paint() }
    }
}
