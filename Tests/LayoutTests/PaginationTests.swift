import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct PaginationTests {
    private func pages(_ conversation: Conversation, height: Double) -> Pages {
        var setup = PageSetup()
        setup.size = .custom(width: 400, height: height)
        setup.margin = Edges(20)
        let theme = Looks.named("imessage")
        let paper = Paper(setup, width: nil, for: theme)
        let transcript = Talk.transcript(conversation, theme: theme, width: paper.content.width)
        return Pages(transcript, on: paper)
    }

    private func words(_ pages: Pages) -> [String] {
        let measurer = MonospaceMeasurer()
        return (0..<pages.count).flatMap { number -> [String] in
            pages.page(number, with: measurer).blocks
                .filter { $0.role == .message }
                .flatMap { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) }
                // The first message of a run names its sender to screen readers.
                .filter { !["Ben", "Berg", "Ana"].contains($0) }
        }
    }

    @Test func leftMarginAppliesToPages() {
        var setup = PageSetup()
        setup.size = .custom(width: 400, height: 600)
        setup.margin = Edges(20)
        setup.margin.left = 80
        let paper = Paper(setup, width: nil, for: Looks.named("imessage"))
        #expect(abs(paper.content.minX * paper.scale - 80) < 0.001)
        #expect(abs((paper.size.width - paper.content.maxX) * paper.scale - 20) < 0.001)
    }

    /// In points on paper.
    private func textSize(_ setup: PageSetup, width: Double? = nil, look: String) -> Double {
        let theme = Looks.named(look)
        return Paper(setup, width: width, for: theme).scale * theme.text.body.size
    }

    @Test func textHasOneSizeInEveryTheme() {
        var setup = PageSetup()
        for look in Looks.catalog.names {
            #expect(abs(textSize(setup, look: look) - 10) < 0.001, "\(look)")
            // Text in a narrow column is no larger.
            #expect(abs(textSize(setup, width: 240, look: look) - 10) < 0.001, "\(look)")
        }
        setup.text = 14
        #expect(abs(textSize(setup, look: "imessage") - 14) < 0.001)
        setup.size = .custom(width: 150, height: 200)
        #expect(textSize(setup, look: "imessage") < 8)
    }

    @Test func widthSetsOnlyTheColumnWidth() {
        let theme = Looks.named("imessage")
        let paper = Paper(PageSetup(), width: 390, for: theme)
        #expect(paper.columnWidth == 390)
        #expect(abs(paper.content.midX - paper.size.width / 2) < 0.001)
        let wide = Paper(PageSetup(), width: 4_000, for: theme)
        #expect(wide.columnWidth == wide.content.width && wide.scale == paper.scale)
    }

    @Test func noTextOnPaperIsSmallerThanEightPoints() {
        for look in Looks.catalog.names {
            let paper = Paper(PageSetup(), width: nil, for: Looks.named(look))
            let text = paper.readable(Looks.named(look)).text
            let styles = [
                text.body, text.sender, text.time.style, text.dayHeader.style, text.status.style,
                text.note.style, text.title.style, text.subtitle.style, text.mono, text.small,
            ]
            let sizes = styles.map { $0.size * paper.scale }
            #expect(sizes.allSatisfy { $0 > 7.999 }, "\(look): \(sizes)")
        }
    }

    @Test(arguments: [1, 2]) func columnsArePlacedSideBySide(columns: Int) {
        var setup = PageSetup()
        setup.columns = columns
        let texts = (0..<120).map { "<message number \($0) with some more words" }
        let theme = Looks.named("imessage")
        let paper = Paper(setup, width: nil, for: theme)
        let transcript = Talk.transcript(
            Talk.conversation(texts), theme: theme, width: paper.columnWidth)
        let pages = Pages(transcript, on: paper)
        #expect(pages.count > 1)
        #expect(Set(pages.placedRows(on: 0).map(\.block.frame.minX)).count == columns)
        let said = texts.flatMap { $0.dropFirst().split(separator: " ").map(String.init) }
        #expect(words(pages) == said)
    }

    /// A page without a split message is filled to the bottom.
    @Test func onlySplitMessagesReserveRoomForTheMark() {
        let pages = pages(Talk.conversation((0..<200).map { "<message number \($0)" }), height: 600)
        #expect(pages.slices.allSatisfy { $0.from == 0 && $0.to == nil })
        let row = pages.transcript.rows[5]
        for number in 0..<(pages.count - 1) {
            let bottom = pages.placedRows(on: number).map(\.block.frame.maxY).max() ?? 0
            #expect(pages.paper.content.maxY - bottom < row.height + row.gap)
        }
    }

    @Test func pagesListParticipantsAndOmissions() {
        var facts = SheetFacts()
        facts.part = PartNumber(2, of: 5)
        facts.omissions = [
            SheetFacts.Omission(count: 0, criterion: "before"),
            SheetFacts.Omission(count: 12, criterion: "after"),
        ]
        var conversation = Talk.conversation([">Hello", "<Hi"])
        conversation.title = "Trip"
        let layout = Layout(
            conversation, theme: Looks.named("imessage"), options: Options(), width: 390,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale), sheet: facts)
        let texts = layout.rows(0..<layout.entries.count, with: MonospaceMeasurer()).map(\.text)
        #expect(texts.contains("Part 2 of 5"))
        #expect(texts.contains("12 messages left out: after"))
        let me = conversation.me.map { conversation.participants[$0].name } ?? "?"
        #expect(texts.contains { $0.contains(me + " · You") })
    }

    /// The screen-reader label supplies what the row does not draw.
    @Test(arguments: ["imessage", "whatsapp", "sms", "messenger", "print", "classic-sms"])
    func everyMessageStatesSenderAndTimeToScreenReaders(look: String) throws {
        let conversation = Talk.conversation([">one", ">two", "<three", ">four"])
        let layout = Layout(
            conversation, theme: Looks.named(look), options: Options(), width: 390,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale))
        let measurer = MonospaceMeasurer()
        for index in layout.entries.indices {
            guard case .message(let entry) = layout.entries[index] else { continue }
            let placed = layout.row(index, with: measurer).placed(
                at: 0, on: Rect(0, 0, 390, 1_000), pictures: layout.pictures)
            let from = try #require(conversation.messages[entry.index].from)
            let label = layout.label(ofRow: index) ?? ""
            let heard = label + " " + placed.block.nodes.flatMap(\.heard).joined(separator: " ")
            #expect(heard.contains(conversation.participants[from].name), "\(heard)")
            #expect(heard.contains { $0.isNumber } && heard.contains(":"), "\(heard)")
        }
    }

    @Test func pagesAsWideAsTheConversationKeepTheThemesMarginsAtTopAndBottom() throws {
        var setup = PageSetup()
        setup.size = .phone
        for footer in [nil, "{page}"] {
            setup.footer = footer
            for look in Looks.catalog.names {
                let theme = Looks.named(look)
                let margins = theme.canvas.margins
                let paper = Paper(setup, width: nil, for: theme)
                #expect(paper.content.minY == margins.top)
                #expect(paper.size.height - paper.content.maxY >= margins.bottom)
                #expect(paper.content.width == paper.size.width)
            }
        }
    }

    @Test(arguments: [120, 157, 200, 260, 333, 420, 512, 640, 777, 900])
    func everyWordIsOnExactlyOnePage(height: Double) {
        let texts = (0..<40).map { number in
            (number % 3 == 0 ? ">" : "<")
                + (0...(number * 7 % 60)).map { "w\(number)x\($0)" }.joined(separator: " ")
        }
        let said = texts.flatMap { $0.dropFirst().split(separator: " ").map(String.init) }
        #expect(words(pages(Talk.conversation(texts), height: height)) == said)
    }

    /// A list of participants that is taller than a page is drawn once, and leaves no page empty.
    @Test(arguments: stride(from: 130.0, through: 260, by: 10).map { $0 })
    func longListsOfPeopleAreOnTheirPagesOnce(height: Double) {
        var conversation = Talk.conversation(["<Hi"])
        conversation.title = "Trip"
        conversation.messages[0].at = Moment(milliseconds: 0)
        let names = (0..<20).map { "person\($0)" }
        conversation.participants += names.map { Participant(id: $0, name: $0) }
        let first = pages(conversation, height: height)
        let (theme, measurer) = (Looks.named("imessage"), MonospaceMeasurer())
        let layout = Layout(
            conversation, theme: theme, options: Options(), width: first.paper.columnWidth,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale), sheet: SheetFacts(), measurer: measurer)
        let rows = layout.rows(0..<layout.entries.count, with: measurer)
        let pages = Pages(Transcript(layout, rows: rows), on: first.paper)
        let words = (0..<pages.count).map { number in
            pages.placedRows(on: number).flatMap(\.block.nodes).flatMap(\.heard)
                .joined(separator: " ").split(whereSeparator: \.isWhitespace).map(String.init)
        }
        #expect(words.joined().filter { $0.hasPrefix("person") } == names)
        #expect(words.allSatisfy { !$0.isEmpty }, "\(words)")
    }

    @Test func messagesTallerThanAPageSplitBetweenLines() {
        let text = (0..<400).map { "word\($0)" }.joined(separator: " ")
        let pages = pages(Talk.conversation(["<" + text]), height: 400)
        #expect(pages.count > 2)
        for number in 0..<pages.count {
            for row in pages.placedRows(on: number) {
                #expect(row.block.frame.maxY <= pages.paper.content.maxY + 0.001)
            }
        }
    }

    /// In the structure tree, a list is one element, however many pages it spans.
    @Test func listsStateTheirExtentOnEveryPage() throws {
        var conversation = Talk.conversation(["<"])
        let items = (0..<60).map { number in
            TextBlock.ListItem(blocks: [.paragraph(RichText("Item \(number)"))])
        }
        conversation.messages[0].body = [.list(start: nil, items: items)]
        let pages = pages(conversation, height: 400)
        #expect(pages.count > 2)
        for number in 0..<pages.count {
            let block = try #require(pages.placedRows(on: number).last?.block)
            let lists = block.nodes.compactMap { node -> ClosedRange<Double>? in
                guard case .part(let part, _) = node, case .list = part.kind else { return nil }
                return part.extent
            }
            #expect(lists.count == 1)
            let extent = try #require(lists.first)
            #expect((extent.lowerBound < block.frame.minY - 1) == (number > 0))
            #expect((extent.upperBound > block.frame.maxY + 1) == (number + 1 < pages.count))
        }
    }

    @Test(arguments: [150, 161, 180, 203, 240, 277, 310, 350, 401, 499])
    func noPageEndsWithAHeader(height: Double) {
        let conversation = Talk.conversation(
            (0..<30).map { "<message number \($0) with some more words" }, secondsApart: 40_000)
        let pages = pages(conversation, height: height)
        for number in 0..<(pages.count - 1) {
            let last = pages.slices[number].rows.last
            #expect(last.map { pages.transcript.placedRow($0).block.role } == .message)
        }
    }

    /// Photos in print, every second one with a caption, with shorter and longer texts between
    /// them.
    private func printed(_ page: PageSetup.Size, _ orientation: PageSetup.Orientation) -> Pages {
        var conversation = Talk.conversation(
            (0..<60).map { number in
                number % 3 == 0
                    ? ">"
                    : "<" + (0...(number * 13 % 70)).map { "word\($0)" }.joined(separator: " ")
            })
        for index in stride(from: 0, to: 60, by: 3) {
            var photo = SentAttachment(kind: .image)
            photo.media = 0
            if index % 2 == 0 { photo.caption = "A photo of a document" }
            conversation.messages[index].body = []
            conversation.messages[index].attachments = [photo]
        }
        conversation.media = [MediaFile(bytes: [0], pointer: "")]
        var setup = PageSetup()
        setup.size = page
        setup.orientation = orientation
        let theme = Looks.named("print")
        let paper = Paper(setup, width: nil, for: theme)
        let layout = Layout(
            conversation, theme: theme, options: Options(), width: paper.content.width,
            pictures: PictureTable(sizes: [Size(600, 800)], mediaCount: 1),
            language: Languages.of(conversation.locale))
        let measurer = MonospaceMeasurer()
        let transcript = Transcript(
            layout, rows: layout.rows(0..<layout.entries.count, with: measurer))
        return Pages(transcript.fitted(to: paper, with: measurer), on: paper)
    }

    @Test(arguments: [PageSetup.Size.a4, .a5, .letter], PageSetup.Orientation.allCases)
    func photoThatWouldLeaveMoreThanAQuarterOfAPageEmptyIsScaledDown(
        page: PageSetup.Size, orientation: PageSetup.Orientation
    ) {
        let pages = printed(page, orientation)
        #expect(pages.count > 3)
        for number in 0..<(pages.count - 1) {
            let bottom = pages.placedRows(on: number).map(\.block.frame.maxY).max() ?? 0
            #expect(
                pages.paper.content.maxY - bottom <= pages.paper.content.height * 0.25 + 38 + 12)
            #expect(bottom <= pages.paper.content.maxY + 0.001)
        }
        let heights = pages.transcript.rows.map(\.pictureHeight).filter { $0 > 0 }
        #expect(heights.count == 20)
        // A photo has its full size if the page has room.
        let most = pages.paper.content.height > 480 ? 340 : heights.max() ?? 0
        #expect(heights.max() == most && most <= 340)
        #expect(heights.allSatisfy { $0 >= 340 * 0.29 })
    }

    @Test func gapsNeverExceedAQuarterPage() {
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
