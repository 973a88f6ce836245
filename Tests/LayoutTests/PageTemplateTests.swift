import Model
import Scene
import TestSupport
import Testing

@testable import Layout

@Suite struct PageTemplateTests {
    private func filled(_ template: String) -> String {
        let digests = PageDigests(source: "0123456789abcdef", chain: nil)
        return PageTemplate.filled(template) { name in
            switch name {
            case "title": "Costs {page}"
            case "page": "7"
            default: digests.value(of: name, or: "–")
            }
        }
    }

    @Test(arguments: [
        ("{page}", "7"), ("Page {page} of “{title}”", "Page 7 of “Costs {page}”"),
        ("{sha256} {sha256:4} {chain} {chain:3}", "0123456789abcdef 0123 – –"),
        ("{sha256:0} {sha256:x} {sha256:-1} {sha25}", "{sha256:0} {sha256:x} {sha256:-1} {sha25}"),
        ("{{page}} {no {page}", "{7} {no 7"), ("{page", "{page"), ("} {", "} {"), ("", ""),
    ])
    func namesInBracesAreFilledOnce(template: String, expected: String) {
        #expect(filled(template) == expected)
    }

    /// Header, footer and stamps.
    private func furniture(
        title: String, width: Double, margin: Double, _ change: (inout PageSetup) -> Void
    ) -> [[String]] {
        var setup = PageSetup()
        setup.size = .custom(width: width, height: 500)
        setup.margin = Edges(margin)
        change(&setup)
        let theme = Looks.named("print")
        var conversation = Talk.conversation(["<Hi"])
        conversation.title = title
        let paper = Paper(setup, width: nil, for: theme)
        let transcript = Talk.transcript(conversation, theme: theme, width: paper.columnWidth)
        let blocks = Pages(transcript, on: paper).page(0, with: MonospaceMeasurer()).blocks
        return blocks.filter { [.header, .footer].contains($0.role) }.map { block in
            let room = block.role == .header ? paper.content.minY : paper.size.height
            #expect(block.frame.maxY <= room && block.frame.minY >= 0)
            return block.nodes.flatMap(\.placedTexts).flatMap { text, _ in
                text.lines.map { text.keeping([$0]).visibleText }
            }
        }
    }

    /// A line that is too long loses the end of the title, never the page's number.
    @Test func longTitlesAreShortenedBeforeNumbers() {
        let title = String(repeating: "Title ", count: 40)
        let lines = furniture(title: title, width: 400, margin: 0) {
            $0.header = "{title} – {page} of {pages}"
            $0.footer = title + "{page} / {pages}"
        }
        #expect(lines.count == 2 && lines.allSatisfy { $0.count == 1 })
        #expect(lines.first?.first?.hasSuffix("… – 1 of 1") == true, "\(lines)")
        #expect(lines.first?.first?.hasPrefix("Title Title") == true)
        #expect(lines.last?.first?.hasSuffix("…1 / 1") == true)
    }

    /// Where the margin has room, all words are on several lines.
    @Test func longLinesContinueInTheMargin() {
        let words = "The whole title of a conversation about a journey to the lake and back"
        let title = words + " and " + words
        let legend = "Confidential and only for the parties of the case"
        let lines = furniture(title: title, width: 500, margin: 80) {
            $0.header = "{title} – {page} of {pages}"
            $0.footer = nil
            $0.legend = legend
        }
        #expect(lines.map { $0.joined(separator: " ") } == [legend, title + " – 1 of 1"])
        #expect(lines.allSatisfy { $0.count > 1 })
    }

    /// The digits of a case number are never cut.
    @Test func longPrefixesAreShortenedBeforeDigits() {
        let lines = furniture(title: "", width: 400, margin: 0) {
            $0.bates = BatesNumbers()
            $0.bates?.prefix = String(repeating: "EXAMPLE-", count: 20)
            $0.bates?.start = 17
        }
        #expect(lines.first?.last?.hasSuffix("…000017") == true, "\(lines)")
    }
}
