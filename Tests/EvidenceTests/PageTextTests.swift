import Basics
import Testing

@testable import Evidence

/// The text of a page as a reader sees it.
@Suite struct PageTextTests {
    private func text(_ content: String, _ annotations: String = "") throws -> PageText {
        func stream(_ data: String) -> String {
            "<</Length \(data.utf8.count)>>stream\n\(data)\nendstream"
        }
        let document = SimplePDF(objects: [
            "<</Pages 2 0 R>>", "<</Kids[3 0 R]>>",
            "<</MediaBox[0 0 600 800]/Contents 4 0 R/Annots[\(annotations)]/Resources<</Font<</F 5 0 R>>"
                + "/ExtGState<</clear<</ca 0>>/half<</ca .5>>>>/XObject<</I 8 0 R/S 9 0 R>>>>>>",
            stream(content), "<</Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[7 0 R]>>",
            stream("3 beginbfchar <0001><0041> <0002><00420043> <0003><0020> endbfchar"),
            "<</W[1[500 900 250]]>>", "<</Subtype/Image/Length 0>>stream\n\nendstream",
            "<</Subtype/Form/BBox[0 0 600 800]/Length \(Self.shown.utf8.count)>>stream\n"
                + "\(Self.shown)\nendstream",
        ])
        let objects = try PDFObjects(document.bytes, limit: 1 << 20, budget: .unlimited)
        let pages = try PDFPages(of: objects, budget: .unlimited).all
        return try PageText(
            pages[0], in: objects, DocumentGlyphs(budget: .unlimited), budget: .unlimited)
    }

    private static let shown = "BT /F 10 Tf 1 0 0 1 50 700 Tm [(\\000\\001)-20(\\000\\002)]TJ ET "

    @Test(arguments: [
        shown, "0 0 1 rg " + shown, "1 0 0 rg 0 0 600 800 re f 0 g " + shown,
        shown + "0 g 0 0 600 600 re f", "/half gs " + shown, "/S Do",
        "Q " + shown + "0 698 600 .5 re f", shown + "1 w 0 702 m 600 702 l S",
        "q 3 Tr Q " + shown, shown + "/clear gs 0 0 600 800 re f",
    ])
    func visibleTextIsRead(content: String) throws {
        let page = try text(content)
        #expect(page.content == "ABC" && page.artifacts.isEmpty && !page.isForeign)
    }

    @Test(arguments: [
        "3 Tr " + shown, "1 g " + shown, "1 1 1 rg " + shown, "/clear gs " + shown,
        "1 0 0 rg 0 0 600 800 re f " + shown, shown + "0 g 40 690 200 40 re f",
        shown + "q 600 0 0 800 0 0 cm /I Do Q", "0 0 20 20 re W n " + shown,
        "1 0 0 1 900 0 cm " + shown, "/OC /oc BDC " + shown + "EMC", ".05 0 0 .05 0 0 cm " + shown,
        shown + "1 G 20 w 0 702 m 600 702 l S", shown + "/S sh", "0 0 20 20 re W n /S Do",
    ])
    func hiddenTextIsIgnored(content: String) throws {
        let page = try text(content)
        #expect(page.content == "" && !page.isForeign)
    }

    @Test func coveredGlyphsAreIgnored() throws {
        #expect(try text(Self.shown + "1 g 49 690 5 40 re f").content == "BC")
        #expect(try text(Self.shown + "1 g 56 690 20 40 re f").content == "A")
    }

    /// Only visible gaps count, whether or not a space is declared.
    @Test func gapsAreReadFromThePlacesOfGlyphs() throws {
        func line(_ parts: String, _ more: String = "") throws -> String {
            try text("BT /F 10 Tf 1 0 0 1 50 700 Tm [\(parts)]TJ \(more) ET").content
        }
        #expect(try line("<0001>-300<0001>") == "A A")
        #expect(try line("<0001>-100<0001>") == "AA")
        #expect(try line("<0001><0003><0001>") == "A A")
        #expect(try line("<0001><0003>250<0001>") == "AA")
        #expect(try line("<0001><0003>", "1 0 0 1 55 700 Tm <0001> Tj") == "AA")
        #expect(try line("<0001>", "1 0 0 1 58 700 Tm <0001> Tj") == "A A")
        #expect(try line("<0001>", "1 0 0 1 50 680 Tm <0001> Tj") == "A\nA")
    }

    @Test(arguments: [
        "3 Tr " + shown, shown + "0 g 40 690 200 40 re f", "1 0 0 1 900 0 cm " + shown,
        "0 0 20 20 re W n " + shown, "1 g " + shown,
    ])
    func whatIsHiddenIsReadApart(content: String) throws {
        let page = try text(content)
        #expect(page.hidden == "ABC" && page.content == "")
        #expect(try text(Self.shown).hidden == "")
    }

    /// A text that glyphs contradict is read by programs all the same.
    @Test func textThatContradictsItsGlyphsIsHidden() throws {
        let page = try text("/Span<</ActualText(Yes)>>BDC " + Self.shown + "EMC")
        #expect(page.content == "ABC" && page.hidden == "Yes")
    }

    @Test func picturesAreCounted() throws {
        #expect(try text(Self.shown + "q 60 0 0 80 300 300 cm /I Do Q").pictures == 1)
        #expect(try text(Self.shown + "q 60 0 0 80 900 0 cm /I Do Q").pictures == 0)
        #expect(try text(Self.shown + "q 15 0 0 15 70 700 cm /I Do Q").pictures == 0)
    }

    @Test(arguments: [
        ("1 g 290 290 90 100 re f", 0), ("1 g 300 300 60 45 re f", 0),
        ("q 60 0 0 80 300 300 cm /I Do Q", 1), ("1 g 300 300 30 30 re f", 1),
        ("1 g 400 290 90 100 re f", 1),
    ])
    func coveredPicturesAreNotCounted(area: String, pictures: Int) throws {
        let picture = "q 60 0 0 80 300 300 cm /I Do Q "
        #expect(try text(Self.shown + picture + area).pictures == pictures)
        #expect(try text("1 g 290 290 90 100 re f " + picture).pictures == 1)
    }

    @Test func artifactsAreSeparate() throws {
        let page = try text("/Artifact <</Type/Pagination>> BDC " + Self.shown + "EMC")
        #expect(page.content == "" && page.artifacts == "ABC")
    }

    /// The `ActualText` of glyphs counts unless the glyphs show other letters.
    @Test func actualTextReplacesItsGlyphs() throws {
        func span(_ text: String) -> String {
            "/Span<</ActualText(\(text))>>BDC " + Self.shown + "EMC"
        }
        #expect(try text(span("CAB")).content == "CAB")
        #expect(try text(span("ABCD")).content == "ABCD")
        #expect(try text(span("Yes")).content == "ABC")
    }

    /// Operators unknown to this reader may show anything.
    @Test(arguments: [
        "BI /W 1 ID x EI", "/F 10 Tf (A)'", "50 Tz", "/X 10 Tf BT (A) Tj ET", "BT 9 TL T* ET",
    ])
    func unknownOperatorsMakeAPageForeign(content: String) throws {
        #expect(try text(Self.shown + content).isForeign)
    }

    @Test func visibleAnnotationsMakeAPageForeign() throws {
        #expect(try !text(Self.shown, "<</Subtype/Link/Rect[0 0 9 9]>>").isForeign)
        #expect(try !text(Self.shown, "<</Subtype/Widget/FT/Sig/Rect[0 0 0 0]>>").isForeign)
        for other in [
            "<</Subtype/Square/Rect[0 0 9 9]/IC[1]>>", "<</Subtype/Link/Rect[0 0 9 9]/AP<<>>>>",
            "<</Subtype/Widget/FT/Sig/Rect[0 0 9 9]>>", "<</Subtype/Widget/Rect[0 0 0 0]>>",
        ] {
            #expect(try text(Self.shown, other).isForeign, "\(other)")
        }
    }

    private func finding(_ texts: [[String]], _ page: String) throws -> TextFinding {
        let messages = texts.enumerated().map {
            ShownMessage(number: $0.offset + 1, texts: $0.element)
        }
        return try TextFinding(
            messages, in: TextPDF([page]).text(), budget: .unlimited)
    }

    @Test func messagesAreFoundInOrder() throws {
        #expect(
            try finding([["Hi, you!"], ["No 7"]], "Ana: Hi\u{AD} you Ben No\n7 x").missing == [])
        #expect(try finding([["Hi"], ["No"]], "No Hi").missing == [2])
        #expect(try finding([["Hi"], ["No"]], "Hi On").missing == [2])
        #expect(try finding([["one", "two"]], "1. one 2. two").missing == [])
        #expect(try finding([["one", "two"]], "1. two 2. one").missing == [1])
        #expect(try finding([["1\u{FE0F}\u{20E3} a"]], "a").missing == [])
        #expect(try finding([["🙂"], []], "").messages == 0)
    }

    /// Pages store right-to-left runs in visual order, from left to right.
    @Test func rightToLeftRunsAreReadInLogicalOrder() throws {
        #expect(try TextPDF(["םולש"]).text().letters == PageLetters.letters(of: "שלום"))
        #expect(try finding([["שלום 12 abc"]], "Ana|םולש|12|abc x").missing == [])
        #expect(try finding([["שלום"]], "שלום").missing == [1])
    }

    @Test func unreadablePagesAreReportedSeparately() throws {
        var pdf = TextPDF(["Hi"])
        pdf.extra = "50 Tz"
        let finding = try TextFinding(
            [ShownMessage(number: 1, texts: ["No"])], in: pdf.text(), budget: .unlimited)
        #expect(finding.unreadable == [1] && finding.messages == 0)
    }

    @Test func pagesWithOtherWordsAreFound() throws {
        func pages(_ one: [String], _ other: [String]) throws -> [Int] {
            try TextPDF(one).text().pages(
                differingFrom: TextPDF(other).text(), without: "tzdata1", "tzdata2"
            ).map(\.page)
        }
        #expect(try pages(["a tzdata1 b", "c?"], ["a tzdata2 b c?"]) == [])
        #expect(try pages(["ab", "cd"], ["ab", "ce"]) == [2])
        #expect(try pages(["ab", "cd"], ["ab"]) == [2])
        #expect(try pages(["ab"], ["ab", "cd"]) == [1])
        #expect(try pages(["Pay."], ["Pay?"]) == [1])
        #expect(try pages(["5 + 1"], ["5 \u{2212} 1"]) == [1])
    }

    @Test func otherGapsAndHiddenWordsOfAPageAreFound() throws {
        func difference(_ one: TextPDF, _ other: TextPDF) throws -> DocumentText.Difference? {
            try one.text().pages(differingFrom: other.text(), without: "", "").first?.difference
        }
        #expect(try difference(TextPDF(["ab", "no where"]), TextPDF(["ab", "no where"])) == nil)
        #expect(try difference(TextPDF(["ab", "no where"]), TextPDF(["ab", "nowhere"])) == .gaps)
        #expect(try difference(TextPDF(["no where"]), TextPDF(["now here"])) == .gaps)
        var hidden = TextPDF(["ab"])
        hidden.extra = "BT 3 Tr /F 10 Tf 1 0 0 1 50 50 Tm <0001> Tj ET"
        #expect(try difference(hidden, TextPDF(["ab"])) == .hiddenWords)
        #expect(try difference(hidden, hidden) == nil)
    }

    @Test func otherGapsInFootersAreFound() throws {
        func page(_ footer: String, _ texts: [String] = ["abc1"]) -> TextPDF {
            var page = TextPDF(texts)
            page.extra = "/Artifact BMC BT /F 10 Tf 1 0 0 1 50 50 Tm [\(footer)]TJ ET EMC"
            return page
        }
        func differences(_ one: TextPDF, _ other: TextPDF) throws -> [DocumentText.Difference] {
            try one.text().pages(differingFrom: other.text(), without: "", "").map(\.difference)
        }
        // The codes of 1, a, b and c are 1 to 4.
        let parted = page("<0002>-500<00030004>")
        #expect(try differences(parted, parted) == [])
        #expect(try differences(parted, page("<00020003>-500<0004>")) == [.gaps])
        #expect(try differences(parted, page("<000200030004>")) == [.gaps])
        #expect(try differences(parted, page("<0002>-500<0003>")) == [.words])
        // With another number of pages, digits are not compared.
        let longer = page("<0001>-500<0002>-500<00030004>", ["ab", "c1"])
        #expect(try differences(page("<0002>-500<00030004>"), longer) == [])
        #expect(try differences(page("<00020003>-500<0004>"), longer) == [.gaps])
    }
}
