import Basics
import Testing

@testable import Evidence

/// The parts that a viewer shows besides pages.
@Suite struct DocumentFrameTests {
    private func frame(
        catalog: String = "", outline: String = "", title: String = "Rent", info: String = "Rent"
    ) throws -> DocumentFrame {
        let packet = "<x><dc:title>\(title)</dc:title></x>"
        let document = SimplePDF.update(
            [
                (1, "<</Pages 2 0 R/Lang(en)/Outlines 3 0 R/Metadata 5 0 R\(catalog)>>"),
                (6, "<</Title(\(info))/Producer(x)>>"),
            ],
            of: SimplePDF(objects: [
                "<<>>", "<</Kids[]>>", "<</First 4 0 R/Last 4 0 R/Count 1>>",
                "<</Title(Monday)/Parent 3 0 R/Dest[null/XYZ 0 9 0]\(outline)>>",
                "<</Length \(packet.utf8.count)>>stream\n\(packet)\nendstream",
            ]).bytes
        ) { "<</Root 1 0 R/Info 6 0 R/Size \($0)/Prev \($1)>>" }
        let objects = try PDFObjects(document, limit: 1 << 20, budget: .unlimited)
        return try DocumentFrame(of: objects, budget: .unlimited)
    }

    @Test func otherSettingsAndTitlesAreFound() throws {
        let drawn = try frame(catalog: "/Names<</Dests<<>>/EmbeddedFiles<<>>>>")
        func parts(_ frame: DocumentFrame) -> [DocumentPart] { frame.parts(differingFrom: drawn) }
        #expect(parts(drawn) == [])
        #expect(parts(try frame()) == [])
        #expect(parts(try frame(catalog: "/Names<</Dests<<>>/EmbeddedFiles<</X 1>>>>")) == [])
        #expect(parts(try frame(catalog: "/OpenAction<<>>")) == [.catalog("OpenAction")])
        #expect(parts(try frame(catalog: "/Names<</JavaScript<<>>>>")) == [.catalog("Names")])
        #expect(parts(try frame(title: "Loan")) == [.metadata])
        #expect(parts(try frame(info: "Loan")) == [.information])
        #expect(parts(try frame(outline: "/A<</S/Launch/F(x)>>")) == [.outline])
        #expect(parts(try frame(outline: "/AA<<>>")) == [.outline])
        #expect(parts(try frame(outline: "/A<</S/GoTo/D[]>>")) == [])
    }
}
