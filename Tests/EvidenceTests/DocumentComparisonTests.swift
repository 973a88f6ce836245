import Basics
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

    /// Programs may rewrite whitespace, strings and numbers.
    @Test(arguments: [
        ("[(A\\(B)-20 .5]TJ /N gs", "[ (A\\050B) -20 0.50 ] TJ\n/N gs\n", true),
        ("(AB) Tj", "<4142>Tj", true), ("(AB) Tj", "(AC) Tj", false),
        ("1 w", "1 w 2 w", false), ("1 w", "1 w )", false), ("1 0 0 rg", "1 0 rg 0", false),
        ("BI ID a EI", "BI ID  a EI", false),
        ("0 g", "1-0 g", false), ("1-0 g", "2-0 g", false), ("(A", "(B", false),
    ])
    func contentsAreComparedByTheirTokens(one: String, other: String, isSame: Bool) throws {
        let found = try differences(
            Self.document([one, "2 w"]), from: Self.document([other, "2 w"]))
        #expect(found == (isSame ? [] : [.page(1, .content)]))
    }

    /// Parameters may be separate objects.
    @Test func packingIsComparedByItsObjects() throws {
        func packed(_ entries: String) -> [UInt8] {
            SimplePDF(objects: [
                "<</Pages 2 0 R>>", "<</Kids[3 0 R]/MediaBox[0 0 9 9]>>", "<</Contents 4 0 R>>",
                "<<\(entries)/Length 3>>stream\n1 w\nendstream", "12", "/ASCIIHexDecode",
            ]).bytes
        }
        let plain = packed("")
        #expect(try differences(plain, from: plain) == [])
        for entries in ["/Filter[6 0 R]", "/Filter 6 0 R"] {
            #expect(try differences(packed(entries), from: plain) != [], "\(entries)")
        }
        for entries in [
            "/Filter[5 0 R]", "/DecodeParms[null<<>>]",
            "/DecodeParms<</Predictor 5 0 R/Columns 7>>",
        ] {
            #expect(throws: PDFReadFault.self) { try differences(packed(entries), from: plain) }
        }
    }

    /// qpdf leaves them where it took a password off.
    @Test func extensionsOfPackingDoNotCount() throws {
        func differ(_ entries: String) throws -> Bool {
            try differences(Self.document(catalog: "/Extensions<<\(entries)>>")) != []
        }
        #expect(try !differ("/ADBE<</BaseVersion/1.7/ExtensionLevel 8>>"))
        #expect(try differ("/ADBE<</BaseVersion/1.7/ExtensionLevel(I owe you)>>"))
        #expect(try differ("/X<</BaseVersion/1.7/ExtensionLevel 8>>"))
    }

    /// Programs that rewrite metadata keep its tags, attributes and texts.
    @Test func packetsAreComparedByTheirTags() throws {
        let one = #"<?xpacket begin="" id="a"?><x a="1" b='2'><y>T u</y></x><?xpacket end="r"?>"#
        func isSame(_ other: String) -> Bool {
            guard let first = PacketForm(Array(one.utf8)),
                let second = PacketForm(Array(other.utf8))
            else { return false }
            return first == second
        }
        #expect(isSame("<x b='2'  a=\"1\">\n <y>T u</y>\n</x>\n\n<?xpacket end=\"w\"?>"))
        #expect(!isSame(#"<x a="1" b='2'><y>T  u</y></x>"#))
        #expect(!isSame(#"<x a="1" b='3'><y>T u</y></x>"#))
        #expect(!isSame(#"<x a="1" b='2'><y>T u</y><z/></x>"#))
        #expect(!isSame(#"<x a="1" b='2'><y>T u</y></x><!-- more -->"#))
        #expect(!isSame(#"<x a="1" b='2'><y>T u</y></x"#))
    }

    /// A picture whose rows are packed by predictors of PNG, and as it is.
    @Test func predictorsAreUndone() {
        #expect(PNGRows.plain([1, 5, 1, 2, 2, 2], length: 2) == [5, 6, 7, 8])
        #expect(PNGRows.plain([1, 1, 2, 3, 1, 1, 1], length: 6, pixel: 3) == [1, 2, 3, 2, 3, 4])
        #expect(PNGRows.plain([5, 9, 4], length: 2) == nil)
        #expect(PNGRows.plain([0, 9, 4, 4, 1, 7], length: 2) == [9, 4, 10, 11])
        #expect(PNGRows.plain([0, 9], length: 2) == nil && PNGRows.plain([], length: 0) == nil)
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
