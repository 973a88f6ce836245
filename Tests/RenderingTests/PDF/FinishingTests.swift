import Cairo
import Scene
import Testing

@testable import Rendering

@Suite struct FinishingTests {
    private func archival() throws -> [UInt8] {
        let sample = PDFSample()
        return try sample.write(
            [sample.page("2026-05-31"), sample.page("2026-06-01")], PDFSample.setup(archival: true))
    }

    @Test func writesTheSameBytesTwice() throws {
        #expect(try archival() == archival())
    }

    @Test func saysWhatItIs() throws {
        try QPDFDocument.reading(archival()) { document throws(FinishingFault) in
            let root = document.root
            let missing = [
                "/Lang", "/MarkInfo", "/ViewerPreferences", "/OutputIntents", "/AF", "/Names",
            ].filter { !document.has($0, in: root) }
            #expect(missing.isEmpty)
            let hasID = document.has("/ID", in: document.trailer)
            #expect(hasID)
            let metadata = try document.withContent(of: document.get("/Metadata", of: root)) {
                bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
            }
            #expect(metadata.contains("<pdfaid:part>3</pdfaid:part>"))
            #expect(metadata.contains("<pdfuaid:part>1</pdfuaid:part>"))
            #expect(metadata.contains("Family &amp; friends"))
        }
    }

    @Test func refusesAStructureOfOtherParts() throws {
        let sample = PDFSample()
        let bytes = try sample.write([sample.page("2026-05-31")])
        let part = SpokenPart(tag: .figure, text: "", language: nil)
        #expect(throws: FinishingFault.structure(expected: 1, found: 0)) {
            var sink: [UInt8] = []
            try Finishing(PDFSample.setup()).finish(bytes, parts: [part], into: &sink)
        }
    }

    @Test func refusesWhatIsNoDocument() {
        #expect(throws: FinishingFault.self) {
            var sink: [UInt8] = []
            let bytes = Array("no document".utf8)
            try Finishing(PDFSample.setup()).finish(bytes, parts: [], into: &sink)
        }
    }

    @Test(arguments: [
        ("application/json", "/application#2fjson"), ("a b#(é)", "/a#20b#23#28#c3#a9#29"),
    ])
    func writesNames(text: String, written: String) {
        #expect(PDFName(text).written == written)
    }
}
