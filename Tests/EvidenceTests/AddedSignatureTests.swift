import Basics
import Testing

@testable import Evidence

/// Signatures added to a document: only an invisible signature may follow.
@Suite struct AddedSignatureTests {
    private static func document(
        annotations: String = "5 0 R", catalog: String = "", content: String = "1 w",
        field: String = "<</Subtype/Widget/FT/Sig/Rect[0 0 0 0]>>"
    ) -> [UInt8] {
        SimplePDF(objects: [
            "<</Type/Catalog/Pages 2 0 R\(catalog)>>", "<</Type/Pages/Kids[3 0 R]>>",
            "<</Type/Page/MediaBox[0 0 9 9]/Contents 4 0 R/Annots[\(annotations)]>>",
            "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream",
            "<</Subtype/Link/Rect[0 0 9 9]>>", field, "<</Subtype/Link/Rect[1 1 9 9]>>",
        ]).bytes
    }

    private func differences(_ file: [UInt8]) throws -> [DocumentPart] {
        try AddedSignature(
            to: Self.document(), in: file, limit: 1 << 20, budget: .unlimited
        ).differences
    }

    @Test func invisibleSignatureFieldsAreAllowed() throws {
        #expect(try differences(Self.document()) == [])
        #expect(try differences(Self.document(annotations: "5 0 R 6 0 R")) == [])
        #expect(
            try differences(
                Self.document(
                    annotations: "5 0 R 6 0 R", catalog: "/AcroForm<</Fields[6 0 R]>>/DSS<<>>"))
                == [])
    }

    @Test(arguments: [
        "<</Subtype/Widget/FT/Sig/Rect[0 0 9 9]>>", "<</Subtype/Widget/FT/Tx/Rect[0 0 0 0]>>",
        "<</Subtype/Square/Rect[0 0 0 0]>>", "<</Subtype/Widget/FT/Sig/Rect[0 0 0]>>",
        "<</Subtype/Widget/FT/Sig>>", "[]",
    ])
    func otherAnnotationsAreDifferences(field: String) throws {
        let file = Self.document(annotations: "5 0 R 6 0 R", field: field)
        #expect(try differences(file) == [.page(1, .annotations)])
    }

    @Test(arguments: ["6 0 R 5 0 R", "7 0 R 6 0 R", "6 0 R", ""])
    func existingAnnotationsMustStay(annotations: String) throws {
        #expect(
            try differences(Self.document(annotations: annotations)) == [.page(1, .annotations)])
    }

    @Test func changedContentIsReported() throws {
        #expect(try differences(Self.document(content: "2 w")) == [.page(1, .content)])
        #expect(
            try differences(Self.document(catalog: "/OpenAction<<>>")) == [.catalog("OpenAction")])
        #expect(try differences(Self.document(catalog: "/Names<<>>")) == [.attachments])
    }
}
