import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct SheetTests {
    private func pages(people count: Int, name: (Int) -> String = { "Person \($0)" }) -> Pages {
        var conversation = Conversation()
        conversation.participants = (0..<count).map { Participant(id: "p\($0)", name: name($0)) }
        conversation.messages = (0..<count).map { index in
            var message = Message()
            (message.from, message.number) = (index, index + 1)
            return message
        }
        var sheet = SheetFacts()
        sheet.evidence = EvidenceFacts(program: "x", theme: "print", chain: "0", total: count)
        var options = Options()
        options.showAllDetails()
        let theme = Looks.named("print")
        let paper = Paper(PageSetup(), width: nil, for: theme)
        let measurer = MonospaceMeasurer()
        let layout = Layout(
            conversation, theme: theme, options: options, width: paper.columnWidth,
            pictures: PictureTable(sizes: [], mediaCount: 0), language: Languages.of("en"),
            sheet: sheet, measurer: measurer)
        let rows = layout.rows(0..<layout.entries.count, with: measurer)
        return Pages(Transcript(layout, rows: rows), on: paper)
    }

    private func title(_ pages: Pages) -> Block? {
        pages.blocks(of: 0, with: MonospaceMeasurer()).first { $0.role == .title }
    }

    @Test func titleCountsPeopleThatItDoesNotName() {
        let many = title(pages(people: 60))
        let words = "Person 0, Person 1, Person 2, Person 3, Person 4, Person 5 and 54 more"
        #expect(many?.text == words)
        #expect(title(pages(people: 3))?.text == "Person 0, Person 1, Person 2")
    }

    @Test(arguments: [4, 60]) func countIsNeverCut(people: Int) throws {
        let name = "Maximiliane von der Weide zu Hohenfels"
        let long = try #require(title(pages(people: people) { name + " \($0)" }))
        let drawn = long.nodes.flatMap(\.placedTexts).map(\.0)
        #expect(drawn.count == 1 && drawn[0].lines.count == 2)
        #expect(long.text.hasSuffix(" more") && drawn.map(\.text) == [long.text])
    }

    /// A table that continues on the next page ends with its last row there: below the row are half
    /// of the rule and nothing else.
    @Test func tableEndsAtTheRow() throws {
        let pages = pages(people: 200)
        let measurer = MonospaceMeasurer()
        let isSplit = (1..<pages.count).map { number in
            let blocks = pages.blocks(of: number, with: measurer)
            guard let table = blocks.first(where: { $0.role == .facts }) else { return false }
            for case .clipped(let path, _) in table.nodes where table.continues {
                #expect(path.bounds.maxY <= table.frame.maxY + 0.25)
            }
            return table.continues
        }
        #expect(isSplit.contains(true))
    }
}
