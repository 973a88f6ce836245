import Conversation
import Layout
import Scene
import TestSupport
import Testing
import Theme

@Suite struct PaginationTests {
    private func pages(_ conversation: Conversation, height: Double) -> Pages {
        var setup = PageSetup()
        setup.size = .custom(width: 400, height: height)
        setup.margin = 20
        let theme = Looks.named("imessage")
        let paper = Paper(setup, width: nil, themeWidth: theme.width)
        let transcript = Talk.transcript(conversation, theme: theme, width: paper.content.width)
        return Pages(transcript, on: paper)
    }

    private func words(_ pages: Pages) -> [String] {
        let measurer = MonospaceMeasurer()
        return (0..<pages.count).flatMap { number in
            pages.page(number, with: measurer).blocks
                .filter { $0.role == .message }
                .flatMap { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) }
                // Whoever begins to speak is named to readers.
                .filter { !["Ben", "Berg", "Ana"].contains($0) }
        }
    }

    @Test(arguments: [120, 157, 200, 260, 333, 420, 512, 640, 777, 900])
    func everyWordStandsOnExactlyOnePage(height: Double) {
        let texts = (0..<40).map { number in
            (number % 3 == 0 ? ">" : "<")
                + (0...(number * 7 % 60)).map { "w\(number)x\($0)" }.joined(separator: " ")
        }
        let said = texts.flatMap { $0.dropFirst().split(separator: " ").map(String.init) }
        #expect(words(pages(Talk.conversation(texts), height: height)) == said)
    }

    @Test func aMessageTallerThanAPageIsPartedBetweenLines() {
        let text = (0..<400).map { "word\($0)" }.joined(separator: " ")
        let pages = pages(Talk.conversation(["<" + text]), height: 400)
        #expect(pages.count > 2)
        for number in 0..<pages.count {
            for row in pages.placedRows(on: number) {
                #expect(row.block.frame.maxY <= pages.paper.content.maxY + 0.001)
            }
        }
    }

    @Test(arguments: [150, 161, 180, 203, 240, 277, 310, 350, 401, 499])
    func noHeaderStandsAloneAtAPagesFoot(height: Double) {
        let conversation = Talk.conversation(
            (0..<30).map { "<message number \($0) with some more words" }, secondsApart: 40_000)
        let pages = pages(conversation, height: height)
        for number in 0..<(pages.count - 1) {
            let last = pages.slices[number].rows.last
            let role = last.map { pages.transcript.placedRow($0).block.role }
            #expect(role == .message)
        }
    }

    @Test func noGapAboveAQuarterPageIsLeft() {
        let texts = (0..<60).map { number in
            "<" + (0...(number * 13 % 90)).map { "word\($0)" }.joined(separator: " ")
        }
        let pages = pages(Talk.conversation(texts), height: 600)
        for number in 0..<(pages.count - 1) {
            let bottom = pages.placedRows(on: number).map(\.block.frame.maxY).max() ?? 0
            // A quarter page, the marks' room, and the gap to the row that did not fit.
            let allowed = pages.paper.content.height * 0.25 + 38 + 45
            #expect(pages.paper.content.maxY - bottom <= allowed)
        }
    }
}
