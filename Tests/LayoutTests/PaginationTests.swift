import Foundation
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

/// Content of every kind that is taller than a page continues on the next page: no page loses or
/// repeats a line, and none is below the page's content.
@Suite struct SplitContentTests {
    private static let words = (0..<700).map { "w\($0)" }
    private static let text = words.joined(separator: " ")

    /// The fields of a message whose content consists of all words.
    static let kinds: [(String, String)] = [
        ("text", #""text":"\#(text)""#),
        ("list item", markdown("- " + text)),
        ("code in a list", markdown("1. a\n   ```\n   " + lines("   ") + "\n   ```\n2. b")),
        ("nested list", markdown("1. a\n   - " + words.joined(separator: "\n   - "))),
        ("quotation in a list", markdown("- a\n\n  > " + text)),
        ("table cell", markdown("| a | b |\n|-|-|\n| x | \(text) |\n| y | z |")),
        ("heading", markdown("# " + text)),
        ("system", #""kind":"system","text":"\#(text)""#),
        (
            "voice transcript",
            #""attachments":[{"kind":"voice","duration":3,"transcript":"\#(text)"}]"#
        ),
        (
            "audio transcript",
            #""attachments":[{"kind":"audio","duration":3,"transcript":"\#(text)"}]"#
        ),
        (
            "missing video",
            #""attachments":[{"kind":"video","missing":"lost","transcript":"\#(text)"}]"#
        ),
        ("caption", #""attachments":[{"kind":"file","name":"a.pdf","caption":"\#(text)"}]"#),
        ("translation", #""text":"a","translation":{"text":"\#(text)"}"#),
        (
            "reactions",
            #""text":"a","reactions":[{"emoji":"+","by":["\#(words.joined(separator: #"",""#))"]}]"#
        ),
    ]

    private static func lines(_ indent: String) -> String { words.joined(separator: "\n" + indent) }

    private static func markdown(_ text: String) -> String {
        #""format":"markdown","text":"\#(text.replacing("\n", with: "\\n"))""#
    }

    private func transcript(
        _ fields: String, look: String, width: Double, header: String = ""
    ) throws -> Transcript {
        let json = """
            {"messages":[\(header){"from":"x",\(fields)}],"options":{"show":{"reaction_names":true}}}
            """
        let request = try ConversationDecoder.decode(Array(json.utf8))
        return Talk.transcript(
            request.conversation, theme: Looks.named(look), options: request.options, width: width)
    }

    /// Checks that each is within the page's content.
    private func words(_ pages: Pages) -> [String] {
        let measurer = MonospaceMeasurer()
        let content = pages.paper.content
        let top = content.minY - 1
        var shown: [String] = []
        for number in 0..<pages.count {
            let blocks = pages.blocks(of: number, with: measurer)
                .filter { $0.role == .message || $0.role == .note }
            for block in blocks {
                #expect(block.frame.maxY <= content.maxY + 0.02, "page \(number)")
                for (text, point) in block.nodes.flatMap(\.placedTexts) {
                    for line in text.lines {
                        let baseline = point.y + line.baseline
                        #expect(baseline < content.maxY + 0.02, "page \(number)")
                        #expect(baseline - text.lineHeight * 0.7 > top, "page \(number)")
                    }
                    let words = text.visibleText.split { !$0.isLetter && !$0.isNumber }
                    shown += words.map(String.init)
                }
            }
        }
        return shown.filter { $0.first == "w" && $0.last?.isNumber == true }
    }

    @Test(arguments: kinds, ["imessage", "whatsapp", "print", "susi", "classic-sms", "irc"])
    func everyLineIsOnOnePage(kind: (name: String, fields: String), look: String) throws {
        var setup = PageSetup()
        setup.size = .custom(width: 400, height: 240)
        setup.margin = Edges(20)
        for header in ["", #""hi","#] {
            let paper = Paper(setup, width: nil, for: Looks.named(look))
            let transcript = try transcript(
                kind.fields, look: look, width: paper.columnWidth, header: header)
            let pages = Pages(transcript, on: paper)
            #expect(pages.count > 1, "\(kind.name)")
            #expect(words(pages) == Self.words, "\(kind.name)")
        }
    }

    @Test(arguments: kinds, [210, 420])
    func everyLineIsOnOneCanvas(kind: (name: String, fields: String), height: Int) throws {
        let canvas = PictureCanvas(width: 300, height: height)
        let theme = Looks.named("whatsapp")
        let paper = Paper(canvas, width: Double(canvas.room.width), scale: 1, for: theme)
        let transcript = try transcript(
            kind.fields, look: "whatsapp", width: paper.columnWidth, header: #""hi","#)
        #expect(words(Pages(transcript, on: paper)) == Self.words, "\(kind.name)")
    }

    /// A page does not stay empty because the next part is taller than any page.
    @Test func partsTallerThanAPageBeginOnThisPage() throws {
        var setup = PageSetup()
        setup.size = .custom(width: 400, height: 400)
        setup.margin = Edges(20)
        let paper = Paper(setup, width: nil, for: Looks.named("print"))
        for kind in Self.kinds {
            let transcript = try transcript(
                kind.1, look: "print", width: paper.columnWidth, header: #""hi","#)
            let pages = Pages(transcript, on: paper)
            for number in 0..<(pages.count - 1) {
                let bottom = pages.placedRows(on: number).map(\.block.frame.maxY).max() ?? 0
                let gap = pages.paper.content.maxY - bottom
                #expect(gap < paper.content.height * 0.25 + 45, "\(kind.0), page \(number)")
            }
        }
    }

    /// A row that has breaks, but none on the first page, is not cut before a break that fits.
    @Test func textThatFitsOnAPageStaysWhole() throws {
        let code = (0..<12).map { "c\($0)" }.joined(separator: "\n   ")
        let fields = Self.markdown(
            (0..<9).map { "\($0). a\n   ```\n   \(code)\n   ```\n" }.joined())
        let canvas = PictureCanvas(width: 300, height: 420)
        let theme = Looks.named("whatsapp")
        let paper = Paper(canvas, width: Double(canvas.room.width), scale: 1, for: theme)
        let pages = Pages(
            try transcript(fields, look: "whatsapp", width: paper.columnWidth), on: paper)
        let rows = pages.transcript.rows
        for slice in pages.slices {
            guard let cut = slice.to else { continue }
            #expect(rows[slice.rows.upperBound - 1].breaks.contains(cut))
        }
    }

    @Test func cutPicturesContinue() {
        let frame = Rect(0, 100, 50, 300)
        let picture = Node.picture(PlacedPicture(PictureID(0), frame: frame, fit: .cover))
        let avatar = Node.picture(
            PlacedPicture(PictureID(1), frame: Rect(0, 185, 40, 40), fit: .cover))
        let first = BlockSlice(band: 0...200, isContinued: false, continues: true)
        let second = BlockSlice(band: 200...500, isContinued: true, continues: false)
        for slice in [first, second] {
            guard case .clipped(let path, _)? = slice.nodes([picture]).first else {
                Issue.record("The picture is not clipped")
                continue
            }
            #expect(path.bounds.minY >= slice.band.lowerBound - BlockSlice.bubbleOverlap)
            #expect(path.bounds.maxY <= slice.band.upperBound + BlockSlice.bubbleOverlap)
        }
        #expect(first.nodes([avatar]).isEmpty && second.nodes([avatar]) == [avatar])
    }

    /// A line exactly at the cut belongs to the second page alone, also where the cut's height
    /// differs by a rounding error.
    @Test func linesAtACutAreOnOnePage() {
        let text = MonospaceMeasurer().shape(
            StyledText("a\nb", style: Looks.named("imessage").text.body, color: .black), width: 90)
        let cut = 10 + text.lines[1].baseline - 1
        for error in [-1e-12, 0, 1e-12] {
            let slices = [
                BlockSlice(band: 0...cut, isContinued: false, continues: true),
                BlockSlice(band: cut + error...90, isContinued: true, continues: false),
            ]
            let shown = slices.map { slice in
                slice.nodes([.text(text, at: Point(0, 10))]).flatMap(\.heard)
            }
            #expect(shown == [["a"], ["b"]])
        }
    }
}
