import Basics
import Testing

@testable import Evidence

/// Differences between the pages of two documents of the same conversation.
@Suite struct DocumentTextTests {
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

    @Test func otherLinksAndPicturesAreFound() throws {
        func difference(_ extra: String) throws -> DocumentText.Difference? {
            var one = TextPDF(["ab"])
            one.extra = extra
            return try one.text().pages(
                differingFrom: TextPDF(["ab"]).text(), without: "", ""
            ).first?.difference
        }
        let emoji = "BT 3 Tr /F 500 Tf <> Tj ET q 60 0 0 60 300 300 cm /I Do Q"
        #expect(try difference(emoji) == .pictures)
        #expect(try difference(emoji.replacing("60", with: "15")) == nil)
        let picture = "q 60 0 0 60 300 300 cm /I Do Q "
        for width in [0, 50, 80] {
            #expect(try difference(picture + "1 g 290 290 \(width) 90 re f") == .pictures)
        }
        let link = "<</Subtype/Link/Rect[0 0 9 9]/Border[0 0 0]/Contents(a)/A<</S/URI/URI(b)>>>>"
        var (one, other) = (TextPDF(["ab"]), TextPDF(["ab"]))
        (one.annotations, other.annotations) = (link, link)
        #expect(try one.text().pages(differingFrom: other.text(), without: "", "").isEmpty)
        other.annotations = link.replacing("(b)", with: "(c)")
        #expect(
            try one.text().pages(differingFrom: other.text(), without: "", "").map(\.difference)
                == [.links])
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
