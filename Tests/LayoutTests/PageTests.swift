import Glibc
import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct CanvasPagesTests {
    private func pages(
        _ conversation: Conversation, width: Int, height: Int, look: String = "imessage",
        _ change: (inout PictureCanvas) -> Void = { _ in }
    ) -> Pages {
        var canvas = PictureCanvas(width: width, height: height)
        change(&canvas)
        let theme = Looks.named(look)
        let paper = Paper(canvas, width: Double(canvas.room.width), scale: 1, for: theme)
        let transcript = Talk.transcript(conversation, theme: theme, width: paper.columnWidth)
            .fitted(to: paper, with: MonospaceMeasurer())
        return Pages(transcript, on: paper)
    }

    private func words(_ pages: Pages) -> [String] {
        let measurer = MonospaceMeasurer()
        return (0..<pages.count).flatMap { number -> [String] in
            pages.blocks(of: number, with: measurer)
                .filter { $0.role == .message }
                .flatMap { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) }
                .filter { $0.hasPrefix("w") }
        }
    }

    @Test func bubblesThatFitAreNotSplit() throws {
        let texts = (0..<80).map { number in
            (number % 3 == 0 ? ">" : "<")
                + (0...(number * 7 % 40)).map { "w\(number).\($0)" }.joined(separator: " ")
        }
        let pages = pages(Talk.conversation(texts), width: 300, height: 420)
        #expect(pages.count > 5)
        for row in pages.transcript.rows { #expect(row.height <= pages.paper.content.height) }
        for number in 0..<pages.count {
            #expect(pages.slices[number].from == 0 && pages.slices[number].to == nil)
            for row in pages.placedRows(on: number) {
                #expect(row.block.frame.maxY <= 420 && row.block.frame.minY >= 0)
            }
        }
        // Each page holds as many rows as fit: the first row of the next page would not.
        for number in 1..<pages.count {
            let before = pages.slices[number - 1].rows
            let used = before.reduce(0.0) {
                let row = pages.transcript.rows[$1]
                return $0 + row.height + ($1 == before.lowerBound ? 0 : row.gap)
            }
            let next = pages.transcript.rows[pages.slices[number].rows.lowerBound]
            let follower = pages.transcript.rows[
                min(pages.slices[number].rows.lowerBound + 1, pages.transcript.rows.count - 1)]
            let least =
                next.keepsWithNext ? next.height + follower.gap + follower.height : next.height
            #expect(used + next.gap + least > pages.paper.content.height)
        }
    }

    @Test func tallMessagesSplitBetweenLinesAndAreReadOnce() {
        let said = (0..<900).map { "w\($0)" }
        let pages = pages(
            Talk.conversation(["<w-1", "<" + said.joined(separator: " "), ">w-2"]), width: 300,
            height: 300)
        #expect(pages.count > 4)
        #expect(words(pages) == ["w-1"] + said + ["w-2"])
        for number in 0..<pages.count {
            for row in pages.placedRows(on: number) {
                #expect(row.block.frame.maxY <= 300.01 && row.block.frame.minY >= -0.01)
            }
        }
    }

    /// A day header is not the last row of a canvas, unless the next message leaves it no room.
    @Test(arguments: [120, 200, 300, 420])
    func headersStayWithTheirMessages(height: Int) {
        let texts = (0..<40).map { "<" + String(repeating: "word ", count: $0 * 11 % 45 + 1) }
        // Ten hours apart, so two or three messages a day.
        let pages = pages(
            Talk.conversation(texts, secondsApart: 36_000), width: 300, height: height)
        let room = pages.paper.content.height
        for slice in pages.slices {
            let row = pages.transcript.rows[slice.rows.upperBound - 1]
            guard row.keepsWithNext, slice.rows.upperBound < pages.transcript.rows.count else {
                continue
            }
            let next = pages.transcript.rows[slice.rows.upperBound]
            #expect(row.height + next.gap + next.height > room)
        }
        for (number, slice) in pages.slices.enumerated() where slice.to != nil {
            #expect(pages.transcript.rows[slice.rows.upperBound - 1].height > room, "\(number)")
        }
    }

    @Test func tallMessagesSplitBetweenBubblesThatFit() throws {
        var conversation = Talk.conversation(["<w-1", ">w-2"])
        for (index, count) in [3, 5].enumerated() {
            for number in 0..<count {
                var attachment = Attachment(kind: .file)
                attachment.name = "file-\(number).pdf"
                attachment.caption = String(repeating: "wish ", count: 4 + number * 5)
                conversation.messages[index].attachments.append(attachment)
            }
        }
        for height in [190, 240, 333] {
            let pages = pages(conversation, width: 300, height: height)
            let rows = pages.transcript.rows
            #expect(rows.contains { $0.height > pages.paper.content.height })
            #expect(rows.contains { $0.seams.count > 1 })
            for slice in pages.slices {
                guard let cut = slice.to else { continue }
                let row = rows[slice.rows.upperBound - 1]
                guard !row.seams.contains(cut) else { continue }
                // Only a bubble too tall for any canvas is split.
                let next = row.seams.firstIndex { $0 > cut } ?? row.seams.count
                let start = next == 0 ? 0 : row.seams[next - 1]
                let end = next == row.seams.count ? row.height : row.seams[next]
                #expect(end - start > pages.paper.content.height - 2 * pages.continuedHeight)
            }
        }
    }

    @Test(arguments: ["imessage", "whatsapp", "discord", "print"])
    func appBarIsTheTopOfTheBackground(look: String) throws {
        var conversation = Talk.conversation(["<w1", ">w2"])
        conversation.title = "Bread"
        for (isCard, padding) in [(false, 0), (false, 30), (true, 30)] {
            var theme = Looks.named(look)
            theme.header.isShown = true
            var canvas = PictureCanvas(width: 300, height: 600)
            canvas.ownPadding = Edges(padding)
            canvas.ownShadow = isCard
            let paper = Paper(canvas, width: Double(canvas.room.width), scale: 1, for: theme)
            var options = Options()
            options.show.header = true
            let pages = Pages(
                Talk.transcript(
                    conversation, theme: theme, options: options, width: paper.columnWidth),
                on: paper)
            let rows = pages.placedRows(on: 0)
            let title = try #require(rows.first)
            #expect(title.block.role == .title && pages.count == 1)
            let ground = try #require(pages.ground(of: 0))
            #expect(title.block.frame.minY == (isCard ? ground.place.ground.minY : Double(padding)))
            let said = rows.dropFirst().filter { $0.block.role != .note || $0.message != nil }
            let (first, last) = (try #require(said.first), try #require(said.last))
            if !isCard {
                let above = first.block.frame.minY - title.block.frame.maxY
                let below = Double(600 - padding) - last.block.frame.maxY
                #expect(above > 100 && abs(above - below) < 60)
            } else {
                #expect(ground.place.ground.height < 300)
                #expect(abs(ground.place.ground.midY - 300) <= 1)
            }
        }
    }
}

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

@Suite struct WatermarkTests {
    /// Whatever its length and angle, the watermark stays within the content area and is as large
    /// as possible.
    @Test(
        arguments: ["D", "DRAFT", "Not for distribution outside of the parties"],
        [-90, -30, 0, 45, 90])
    func watermarkFillsTheContentArea(words: String, angle: Double) throws {
        var setup = PageSetup()
        setup.watermark = Watermark(words)
        setup.watermark?.angle = angle
        let theme = Looks.named("print")
        let transcript = Talk.transcript(Talk.conversation(["<Hi"]), theme: theme)
        let paper = Paper(setup, width: nil, for: theme)
        let page = Pages(transcript, on: paper).page(0, with: MonospaceMeasurer())
        let block = try #require(page.blocks.last)
        #expect(block.role == .watermark(angle: angle))
        let (sine, cosine) = (abs(sin(angle * .pi / 180)), abs(cos(angle * .pi / 180)))
        let frame = block.frame
        let width = frame.width * cosine + frame.height * sine
        let height = frame.width * sine + frame.height * cosine
        #expect(width <= paper.content.width * 1.01 && height <= paper.content.height * 1.01)
        let isHigh = frame.height > paper.content.height * 0.11
        #expect(isHigh || width > paper.content.width * 0.9 || height > paper.content.height * 0.9)
        #expect(abs(frame.midX - paper.content.midX) < 0.01)
    }

    @Test func pagesHaveNoWatermarkByDefault() {
        let theme = Looks.named("print")
        let transcript = Talk.transcript(Talk.conversation(["<Hi"]), theme: theme)
        let page = Pages(transcript, on: Paper(PageSetup(), width: nil, for: theme))
            .page(0, with: MonospaceMeasurer())
        let isNone = page.blocks.map(\.role.isNoWatermark)
        #expect(!isNone.isEmpty && !isNone.contains(false))
    }
}

extension Block.Role {
    fileprivate var isNoWatermark: Bool {
        if case .watermark = self { false } else { true }
    }
}
