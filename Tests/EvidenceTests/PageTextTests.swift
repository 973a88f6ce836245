import Resources
import Testing

@testable import Evidence

/// The text of a page as a reader sees it.
@Suite struct PageTextTests {
    private func text(_ content: String) throws -> String {
        func stream(_ data: String) -> String {
            "<</Length \(data.utf8.count)>>stream\n\(data)\nendstream"
        }
        let document = SimplePDF(objects: [
            "<</Pages 2 0 R>>", "<</Kids[3 0 R]>>",
            "<</MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>"
                + "/ExtGState<</clear<</ca 0>>/half<</ca .5>>>>/XObject<</I 8 0 R>>>>>>",
            stream(content), "<</Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[7 0 R]>>",
            stream("2 beginbfchar <0001><0041> <0002><00420043> endbfchar"),
            "<</W[1[500 900]]>>", "<</Subtype/Image/Length 0>>stream\n\nendstream",
        ])
        let objects = try PDFObjects(document.bytes, limit: 1 << 20, allowance: .unlimited)
        let pages = try PDFPages(of: objects, allowance: .unlimited).all
        return try PageText(pages[0], in: objects, allowance: .unlimited).text
    }

    private static let shown = "BT /F 10 Tf 1 0 0 1 50 700 Tm [(\\000\\001)-20(\\000\\002)]TJ ET "

    @Test(arguments: [
        shown, "0 0 1 rg " + shown, "1 0 0 rg 0 0 600 800 re f 0 g " + shown,
        shown + "0 g 0 0 600 600 re f", "/half gs " + shown,
        "q 3 Tr Q " + shown, shown + "/clear gs 0 0 600 800 re f",
    ])
    func whatCanBeSeenIsRead(content: String) throws {
        #expect(try text(content) == "ABC")
    }

    @Test(arguments: [
        "3 Tr " + shown, "1 g " + shown, "1 1 1 rg " + shown, "/clear gs " + shown,
        "1 0 0 rg 0 0 600 800 re f " + shown, shown + "0 g 40 690 200 40 re f",
        shown + "q 600 0 0 800 0 0 cm /I Do Q", "0 0 20 20 re W n " + shown,
        "1 0 0 1 900 0 cm " + shown, "/Artifact <</Type/Pagination>> BDC " + shown + "EMC",
    ])
    func whatIsHiddenIsNot(content: String) throws {
        #expect(try text(content) == "")
    }

    @Test func messagesAreFoundInTheirOrder() throws {
        func finding(_ texts: [String], _ page: String) throws -> TextFinding {
            let messages = texts.map { #"{"text":"\#($0)"}"# }.joined(separator: ",")
            let read = try ConversationText(
                Array(#"{"messages":[\#(messages)]}"#.utf8), numbers: [], allowance: .unlimited)
            return TextFinding(read.messages, in: ConversationText.letters(of: page))
        }
        #expect(try finding(["Hi, you!", "No 7"], "Ana: Hi\u{AD} you Ben No\n7 x").missing == [])
        #expect(try finding(["Hi", "No"], "No Hi").missing == [2])
        #expect(try finding(["Hi", "No"], "Hi On").missing == [2])
        // Not looked for: without letters, in Markdown, from right to left.
        #expect(try finding(["🙂", "שלום", "[redacted]"], "").messages == 0)
    }
}
