import Basics
import Testing

@testable import Evidence

/// The text of a page as a reader sees it.
@Suite struct PageTextTests {
    private func text(
        _ content: String, _ annotations: String = "", page: String = "", form: String = ""
    ) throws -> PageText {
        func stream(_ data: String) -> String {
            "<</Length \(data.utf8.count)>>stream\n\(data)\nendstream"
        }
        let document = SimplePDF(objects: [
            "<</Pages 2 0 R/AcroForm<</Fields[12 0 R]>>>>", "<</Kids[3 0 R]>>",
            "<</MediaBox[0 0 600 800]/Contents 4 0 R/Annots[\(annotations)]/Resources<</Font<</F 5 0 R>>"
                + "/ExtGState<</clear<</ca 0>>/half<</ca .5>>/faint<</ca .1>>/mode<</BM/Lighten>>"
                + "/mask<</SMask<</S/Luminosity/G 9 0 R>>>>>>/XObject<</I 8 0 R/S 9 0 R>>"
                + "/Pattern<</G<</PatternType 2>>/T 10 0 R/W 11 0 R>>>>\(page)>>",
            stream(content), "<</Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[7 0 R]>>",
            stream("3 beginbfchar <0001><0041> <0002><00420043> <0003><0020> endbfchar"),
            "<</W[1[500 900 250]]>>", "<</Subtype/Image/Length 0>>stream\n\nendstream",
            "<</Subtype/Form/BBox[0 0 600 800]\(form)/Length \(Self.shown.utf8.count)>>stream\n"
                + "\(Self.shown)\nendstream",
            "<</PatternType 1/Resources<</XObject<</I 8 0 R>>>>/Length 22>>stream\n"
                + "9 0 0 -9 0 9 cm/I Do\n \nendstream",
            "<</PatternType 1/Length 20>>stream\n1 1 1 rg 0 0 9 9 re f\nendstream",
            "<</Subtype/Widget/FT/Sig/F 132/Rect[0 0 300 400]/AP<</N 9 0 R>>>>",
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

    /// A clip of odd form may hide any of the text within its box.
    @Test(arguments: [
        ("0 0 600 800 re W n ", "ABC"),
        (
            "10 0 m 590 0 l 595 0 600 5 600 10 c 600 790 l 600 795 595 800 590 800 c "
                + "10 800 l 5 800 0 795 0 790 c 0 10 l 0 5 5 0 10 0 c h W n ", "ABC"
        ),
        ("0 0 m 600 0 l 0 0 l 0 800 l h W n ", ""), ("0 0 m 600 0 l 0 800 l h W n ", ""),
        ("0 0 9 9 re 591 791 9 9 re W n ", ""),
        ("0 0 m 1 0 l 0 1 l f 0 0 m 1 0 l 0 1 l h 600 800 m 599 800 l 600 799 l h W n ", ""),
        ("0 0 m 600 0 l 600 400 l 0 400 l 0 800 l h W n ", ""),
        (
            "300 0 m 600 0 600 400 600 400 c 600 800 300 800 300 800 c "
                + "0 800 0 400 0 400 c 0 0 300 0 300 0 c W n ", ""
        ),
    ])
    func clipsOfOddFormHideText(clip: String, shown: String) throws {
        #expect(try text(clip + Self.shown).content == shown)
    }

    /// White on a white page, behind an area that is hardly seen.
    @Test(arguments: ["/faint gs ", "/faint gs 0 0 0 rg "])
    func groundsAreBlended(state: String) throws {
        let page = try text("q \(state)0 0 600 800 re f Q .95 g " + Self.shown)
        #expect(page.content == "")
        #expect(try text("q 0 0 600 800 re f Q .95 g " + Self.shown).content == "ABC")
    }

    @Test func faintTextIsHidden() throws {
        #expect(try text("/faint gs " + Self.shown).content == "")
        #expect(try text("2 2 2 rg " + Self.shown).content == "")
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
        #expect(try text(Self.shown + "q 60 0 0 80 300 300 cm /I Do Q").pictures.count == 1)
        #expect(try text(Self.shown + "q 60 0 0 80 900 0 cm /I Do Q").pictures.count == 0)
        #expect(try text(Self.shown + "q 15 0 0 15 70 700 cm /I Do Q").pictures.count == 0)
        // A font size that no letters have.
        let unused = " BT /F 500 Tf ET "
        let behind = try text(Self.shown + unused + "q 60 0 0 80 300 300 cm /I Do Q")
        #expect(behind.pictures.count == 1)
        #expect(try text(Self.shown + "/Pattern cs/T scn 300 300 60 60 re f").pictures.count == 1)
    }

    /// Letters too large to be read cannot make a picture an emoji.
    @Test func theLargestEmojiIsMeasured() throws {
        let page = try text(
            Self.shown + "BT 3 Tr /F 500 Tf <0003> Tj ET q 60 0 0 80 300 300 cm /I Do Q")
        #expect(page.pictures.count == 0 && page.pictures.emojiWidth == 60)
        #expect(page.letterSize == 10)
    }

    /// Areas may be transparent, so covered pictures count as well.
    @Test(arguments: [
        ("1 g 290 290 90 100 re f", 0), ("1 g 300 300 60 45 re f", 0),
        ("/faint gs 1 g 290 290 90 100 re f", 0), ("1 g 300 300 30 30 re f", 1),
        ("1 g 400 290 90 100 re f", 1),
    ])
    func coveredPicturesAreCountedApart(area: String, clear: Int) throws {
        let picture = "q 60 0 0 80 300 300 cm /I Do Q "
        let pictures = try text(Self.shown + picture + area).pictures
        #expect(pictures.count == 1 && pictures.clearCount == clear)
        #expect(try text("1 g 290 290 90 100 re f " + picture).pictures.clearCount == 1)
        let both = try text(Self.shown + picture + picture).pictures
        #expect(both.count == 2 && both.clearCount == 1)
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
        "1-0 g", "--1 g", "1 1 1 1 rg", "1 rg", "0 0 0 0 k", "/None gs", "/mode gs", "1 Tr", "7 Tr",
        "/Pattern cs/W scn", "/X scn", "/DeviceRGB cs", "/None Do", "/mask gs /I Do",
        "/mask gs BT /F 9 Tf <0001> Tj ET", "/Pattern cs/G scn BT /F 9 Tf <0001> Tj ET",
        "BT /F 9 Tf <00> Tj ET", "BT /F 9 Tf [/A <0001>]TJ ET", "(A", "] 0 0 9 9 re f", "9 9",
    ])
    func unknownOperatorsMakeAPageForeign(content: String) throws {
        #expect(try text(Self.shown + content).isForeign, "\(content)")
    }

    @Test func unknownEntriesMakeAPageForeign() throws {
        for entry in ["/UserUnit .01", "/AA<<>>", "/Rotate 90", "/CropBox[0 0 9 9]"] {
            #expect(try text(Self.shown, page: entry).isForeign, "\(entry)")
        }
        #expect(try text("/S Do", form: "/Group<</S/Transparency/K true>>").isForeign)
        #expect(try text("/S Do", form: "/OC<<>>").isForeign)
    }

    @Test func visibleAnnotationsMakeAPageForeign() throws {
        let link = "<</Subtype/Link/Rect[0 0 9 9]/Border[0 0 0]/Contents(a)/A<</S/URI/URI(b)>>"
        #expect(try !text(Self.shown, link + ">>").isForeign)
        #expect(try !text(Self.shown, "<</Subtype/Widget/FT/Sig/Rect[0 0 0 0]>>").isForeign)
        for other in [
            "<</Subtype/Square/Rect[0 0 9 9]/IC[1]>>", link + "/AP<<>>>>", link + "/BS<</W 9>>>>",
            link + "/C[1 1 1]>>", link + "/AA<<>>>>",
            link.replacing("/Border[0 0 0]", with: "/Border[0 0 900]") + ">>",
            link.replacing("/Border[0 0 0]", with: "") + ">>",
            link.replacing("/S/URI", with: "/S/Launch") + ">>",
            link.replacing("/S/URI", with: "/Next<<>>/S/URI") + ">>",
            "<</Subtype/Widget/FT/Sig/Rect[0 0 9 9]>>", "<</Subtype/Widget/Rect[0 0 0 0]>>",
        ] {
            #expect(try text(Self.shown, other).isForeign, "\(other)")
        }
    }

    @Test func linksAreReadWithTheirActions() throws {
        let link = "<</Subtype/Link/Rect[0 0 9 9]/Border[0 0 0]/Contents(a)/A<</S/URI/URI(b)>>>>"
        let links = try text(Self.shown, link + link.replacing("(b)", with: "(c)")).links
        let targets = links.map { String(decoding: $0.target, as: UTF8.self) }
        #expect(targets.sorted() == ["b", "c"])
    }

    /// The line that shows who signed, and when.
    @Test func appearanceOfTheSignatureIsRead() throws {
        let page = try text("1 w", "12 0 R")
        #expect(page.content == "ABC" && !page.isForeign && page.letterSize == 5)
        // The field must be the form's.
        let other = "<</Subtype/Widget/FT/Sig/F 132/Rect[0 0 300 400]/AP<</N 9 0 R>>>>"
        #expect(try text("1 w", other).isForeign)
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
}
