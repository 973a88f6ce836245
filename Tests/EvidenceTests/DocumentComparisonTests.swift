import Resources
import Testing

@testable import Evidence

/// Documents with equal content in different objects, and documents that differ.
@Suite struct DocumentComparisonTests {
    private static func stream(_ data: String) -> String {
        "<</Length \(data.utf8.count)>>stream\n\(data)\nendstream"
    }

    /// - Parameters:
    ///   - order: the object numbers in the page list.
    ///   - page: additional entries of the first page.
    private static func document(
        _ contents: [String] = ["1 w", "2 w"], order: [Int] = [3, 4], page: String = "",
        catalog: String = ""
    ) -> [UInt8] {
        SimplePDF(objects: [
            "<</Type/Catalog/Pages 2 0 R\(catalog)>>",
            "<</Type/Pages/Count 2/Kids[\(order[0]) 0 R \(order[1]) 0 R]/MediaBox[0 0 9 9]>>",
            "<</Type/Page/Parent 2 0 R/Contents 5 0 R\(page)>>",
            "<</Type/Page/Parent 2 0 R/Contents 6 0 R>>",
            stream(contents[0]), stream(contents[1]),
        ]).bytes
    }

    private func differences(
        _ other: [UInt8], from one: [UInt8] = document()
    ) throws -> [DocumentPart] {
        try DocumentComparison(
            PDFObjects(one, limit: 1 << 20, budget: .unlimited),
            PDFObjects(other, limit: 1 << 20, budget: .unlimited), budget: .unlimited
        ).differences
    }

    @Test func objectNumbersAndOrderAreIgnored() throws {
        let other = SimplePDF(objects: [
            "<</Pages 3 0 R/Type/Catalog>>", Self.stream("2 w"),
            "<</Type/Pages/MediaBox[0 0 9.0 9]/Count 2/Kids[6 0 R 5 0 R]>>", Self.stream("1 w"),
            "<</Type/Page/Parent 3 0 R/Contents 2 0 R>>",
            "<</Type/Page/Parent 3 0 R/Contents 4 0 R>>",
        ])
        #expect(try differences(other.bytes) == [])
    }

    @Test func changesAreReportedWithTheirPage() throws {
        #expect(try differences(Self.document(["1 w", "3 w"])) == [.page(2, .content)])
        #expect(
            try differences(Self.document(order: [4, 3]))
                == [.page(1, .content), .page(2, .content)])
        #expect(
            try differences(Self.document(page: "/Annots[<</Subtype/Square>>]"))
                == [.page(1, .annotations)])
        #expect(try differences(Self.document(page: "/Rotate 90")) == [.page(1, .attributes)])
        #expect(
            try differences(Self.document(page: "/Resources<</Font<</F 5 0 R>>>>"))
                == [.page(1, .fonts)])
        #expect(
            try differences(Self.document(catalog: "/OpenAction<</S/JavaScript>>"))
                == [.catalog("OpenAction")])
    }

    /// An inherited rotation turns pages like their own.
    @Test func inheritedAttributesAreCompared() throws {
        let turned = SimplePDF(objects: [
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Rotate 90/Kids[3 0 R 4 0 R]/MediaBox[0 0 9 9]>>",
            "<</Type/Page/Contents 5 0 R>>", "<</Type/Page/Contents 6 0 R>>",
            Self.stream("1 w"), Self.stream("2 w"),
        ])
        #expect(
            try differences(turned.bytes) == [.page(1, .attributes), .page(2, .attributes)])
    }

    @Test(arguments: [
        "<</Kids[2 0 R]>>", "<</Kids[3 0 R 3 0 R]>>", "<</Kids[9 0 R]>>", "<</Kids 3 0 R>>",
    ])
    func invalidPageListsAreDamage(pages: String) {
        let document = SimplePDF(objects: ["<</Pages 2 0 R>>", pages, "<</Type/Page>>"])
        #expect(throws: PDFReadFault.self) { try differences(document.bytes, from: document.bytes) }
    }

    /// Objects in a reference cycle are compared once.
    @Test func referenceCyclesEnd() throws {
        let document = Self.document(catalog: "/X 1 0 R/Y[1 0 R 2 0 R 3 0 R]")
        #expect(try differences(document, from: document) == [])
    }
}
