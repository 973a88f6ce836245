import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct RunTests {
    private func positions(_ lines: [String], secondsApart: Int64 = 60) -> [[Bool]] {
        let transcript = Talk.transcript(
            Talk.conversation(lines, secondsApart: secondsApart), theme: Looks.named("imessage"))
        return transcript.layout.entries.compactMap { entry in
            guard case .message(let message) = entry else { return nil }
            return [message.isFirstOfRun, message.run.isLast]
        }
    }

    private func headers(_ conversation: Conversation) -> [String] {
        Talk.transcript(conversation, theme: Looks.named("imessage")).layout.entries
            .compactMap { entry in
                guard case .dayHeader(let header) = entry else { return nil }
                return header.day
            }
    }

    private func times(_ conversation: Conversation, look: String) -> [String?] {
        Talk.transcript(conversation, theme: Looks.named(look)).layout.entries
            .compactMap { entry in
                switch entry {
                case .message(let message): .some(message.time)
                case .dayHeader(let header): .some(header.time)
                default: nil
                }
            }
    }

    @Test func messageWithoutATimeLeavesTheTimeOfItsRun() {
        var conversation = Talk.conversation(["<a", "<b", "<c"], secondsApart: 60)
        conversation.messages[2].at = nil
        #expect(times(conversation, look: "line").compactMap(\.self).count == 2)
        conversation.messages[1].at = conversation.messages[0].at
        #expect(times(conversation, look: "line").compactMap(\.self).count == 1)
    }

    @Test(arguments: [7_200, -7_200] as [Int64])
    func longPauseShowsTheTimeInBothOrders(seconds: Int64) {
        let conversation = Talk.conversation(["<a", "<b"], secondsApart: seconds)
        #expect(times(conversation, look: "imessage").compactMap(\.self).count == 2)
    }

    @Test(arguments: ["print", "discord"])
    func namesAndInitialsInAPersonsColorAreLegible(look: String) {
        var conversation = Talk.conversation(["<a"])
        conversation.participants[0].color = 0xFF_FFFF
        let layout = Talk.transcript(conversation, theme: Looks.named(look)).layout
        #expect(layout.nameColor(of: 0).contrast(with: .white) >= 4.5)
        let ground = layout.initials(of: 0).ground
        #expect(ground.contrast(with: layout.theme.avatar.initialsColor) >= 4.5)
    }

    @Test func printListsTheParticipantsAndNamesSendersOnBothSides() throws {
        var conversation = Talk.conversation(["<a", ">b", "<c"])
        conversation.title = "Harbour"
        conversation.participants[0].handle = "+49 170 1234567"
        conversation.participants[1].handle = "ana@example.com"
        conversation.participants.append(Participant(id: "c", name: "Cem"))
        func rows(_ options: Options, _ look: String) -> [String] {
            let transcript = Talk.transcript(
                conversation, theme: Looks.named(look), options: options)
            return transcript.rows.indices.flatMap { index in
                transcript.placedRow(index).block.nodes.compactMap { node in
                    guard case .text(let text, _) = node else { return nil }
                    return text.text
                }
            }
        }
        let printed = rows(Options(), "print")
        #expect(
            printed.prefix(4) == [
                "Harbour", "Ben Berg · +49 170 1234567", "Ana · ana@example.com", "Cem",
            ])
        #expect(printed.filter { $0 == "Ana" }.count == 1)
        #expect(printed.filter { $0 == "Ben Berg" }.count == 2)
        var options = Options()
        options.show.header = false
        #expect(rows(options, "print").first != "Harbour")
        #expect(rows(Options(), "imessage").first != "Harbour")
        options.show.header = true
        #expect(rows(options, "imessage").first == "Harbour")
    }

    @Test(arguments: Looks.catalog.names)
    func senderWithoutANameHasNoLineForIt(look: String) {
        var conversation = Talk.conversation(["<a", ">b"])
        var options = Options()
        options.show.names = .always
        options.show.header = false
        func height() -> Double {
            Talk.transcript(conversation, theme: Looks.named(look), options: options).height
        }
        let named = height()
        for index in 0...1 { conversation.participants[index].name = "" }
        let nameless = height()
        #expect(nameless <= named)
        options.show.names = .never
        #expect(nameless == height())
        // Handles take the place of names if they are shown.
        options.show.names = .always
        options.show.handles = true
        for index in 0...1 { conversation.participants[index].handle = "+1 \(index)" }
        #expect(height() == named)
    }

    @Test(
        arguments: [
            (nil, 2, false, false), ("Ben Berg", 2, false, false), ("Ben", 2, false, false),
            ("Chat with Ben Berg", 2, false, false), ("Trip", 2, false, true),
            ("Ben Berg", 2, true, true), (nil, 5, false, false), ("Trip", 5, false, true),
            (nil, 9, false, true),
        ] as [(String?, Int, Bool, Bool)])
    func onPaperParticipantsAreListedUnlessTheTitleNamesThem(
        title: String?, people: Int, hasHandle: Bool, isListed: Bool
    ) {
        var conversation = Talk.conversation(["<a", ">b"])
        conversation.title = title
        for number in 2..<max(people, 3) where number < people {
            conversation.participants.append(Participant(id: "\(number)", name: "N\(number)"))
        }
        if hasHandle { conversation.participants[0].handle = "+49 170 1234567" }
        let layout = Layout(
            conversation, theme: Looks.named("imessage"), options: Options(), width: 390,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale), sheet: SheetFacts(),
            measurer: MonospaceMeasurer())
        let lists = layout.entries.contains { if case .people = $0 { true } else { false } }
        #expect(lists == isListed)
    }

    @Test func onPaperTheHeaderHasNoFillAndItsTextStandsOutFromTheCanvas() throws {
        var theme = Looks.named("whatsapp")
        theme.header.fill = .black
        theme.text.title.color = .white
        theme.text.subtitle.color = .white
        var conversation = Talk.conversation(["<a"])
        conversation.title = "Trip"
        let layout = Layout(
            conversation, theme: theme, options: Options(), width: 390,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale), sheet: SheetFacts(),
            measurer: MonospaceMeasurer())
        let transcript = Transcript(
            layout, rows: layout.rows(0..<layout.entries.count, with: MonospaceMeasurer()))
        let bar = (0...1).map { transcript.placedRow($0).block }
        #expect(bar.map(\.text) == ["Trip", "Ben Berg\nAna · You"])
        let canvas = theme.canvas.background.color
        for node in bar.flatMap(\.nodes) {
            switch node {
            case .text(let text, _):
                for run in text.runs { #expect(run.color.contrast(with: canvas) >= 4.5) }
            case .shape(let path, let paint, _) where path.bounds.height > 1:
                #expect(paint != .color(.black))
            default: break
            }
        }
    }

    @Test func participantsThatDoNotFitInTheHeaderAreCounted() {
        var conversation = Talk.conversation(["<a"])
        conversation.title = "Harbour"
        for number in 0..<1_000 {
            conversation.participants.append(Participant(id: "\(number)", name: "N\(number)"))
        }
        let rows = Talk.transcript(conversation, theme: Looks.named("print")).rows
        #expect(rows[1].text.hasSuffix("\n+ 942 more"))
    }

    @Test func consecutiveMessagesOfOneSenderFormARun() {
        #expect(
            positions(["<a", "<b", "<c", ">d"])
                == [[true, false], [false, false], [false, true], [true, true]])
    }

    @Test func omittedMessagesEndARunAndAThread() {
        var conversation = Talk.conversation(["<a", "<c", "<d"])
        for (index, number) in [1, 3, 4].enumerated() {
            conversation.messages[index].number = number
            var thread = Thread()
            thread.index = index > 0 ? 0 : nil
            conversation.messages[index].details.thread = thread
        }
        var options = Options()
        options.excerpt.omitted = [2...2]
        options.gaps = true
        let entries = Talk.transcript(
            conversation, theme: Looks.named("print"), options: options
        ).layout.entries.compactMap { entry -> [Bool]? in
            guard case .message(let message) = entry else { return nil }
            return [
                message.isFirstOfRun, message.run.isLast, message.isInThread,
                message.time != nil && message.showsName,
            ]
        }
        #expect(
            entries == [
                [true, true, false, true], [true, true, false, true], [true, true, true, true],
            ])
    }

    @Test func pageThatBeginsInsideAMessageNamesItsSender() {
        let long = String(repeating: "long words ", count: 400)
        var conversation = Talk.conversation(["<" + long, ">" + long])
        conversation.kind = .group
        let theme = Looks.named("whatsapp")
        let paper = Paper(PageSetup(), width: nil, for: theme)
        let pages = Pages(
            Talk.transcript(conversation, theme: theme, width: paper.columnWidth), on: paper)
        let marks = (0..<pages.count).flatMap { number in
            pages.page(number, with: MonospaceMeasurer()).blocks.flatMap(\.nodes)
                .flatMap(\.words).filter { $0.hasSuffix("continued —") }
        }
        #expect(Set(marks) == ["— continued —", "— Ben Berg · continued —"], "\(marks)")
    }

    @Test(arguments: [true, false])
    func pageThatBeginsInsideARunNamesItsSender(isGroup: Bool) throws {
        var conversation = Talk.conversation(
            (0..<120).map { "\($0 < 100 ? "<" : ">")message \($0)" })
        conversation.kind = isGroup ? .group : .direct
        let theme = Looks.named("whatsapp")
        let paper = Paper(PageSetup(), width: nil, for: theme)
        let pages = Pages(
            Talk.transcript(conversation, theme: theme, width: paper.columnWidth), on: paper)
        #expect(pages.count > 3)
        for number in 0..<pages.count {
            let mark = pages.blocks(of: number, with: MonospaceMeasurer()).first { block in
                block.nodes.flatMap(\.words).contains("— Ben Berg · continued —")
            }
            let rows = pages.placedRows(on: number)
            let (top, end) = try (#require(rows.first), #require(rows.last))
            let words = top.block.nodes.flatMap(\.words)
            let isInside = words.contains { (1..<100).contains(Int($0.dropFirst(8)) ?? 0) }
            #expect((mark != nil) == (isGroup && isInside), "page \(number): \(words)")
            if let mark { #expect(mark.frame.maxY <= top.block.frame.minY) }
            #expect(end.block.frame.maxY <= paper.content.maxY + 0.1)
        }
    }

    @Test func pausesEndARun() {
        #expect(positions(["<a", "<b"], secondsApart: 301) == [[true, true], [true, true]])
        #expect(positions(["<a", "<b"], secondsApart: 300) == [[true, false], [false, true]])
    }

    @Test func newDaysEndARunAndHaveAHeader() {
        var conversation = Talk.conversation(["<a", "<b"])
        // 23:59 and 00:01.
        conversation.messages[0].at = Moment(milliseconds: 1_780_271_940_000)
        conversation.messages[1].at = Moment(milliseconds: 1_780_272_060_000)
        #expect(headers(conversation) == ["Sun, May 31", "Mon, Jun 1"])
    }

    @Test func tailIsOnTheLastBubbleOfARun() {
        let transcript = Talk.transcript(
            Talk.conversation(["<a", "<b"]), theme: Looks.named("imessage"))
        let curves = transcript.rows.indices.map { index in
            transcript.placedRow(index).block.nodes.reduce(0) { count, node in
                guard case .shape(let path, _, _) = node else { return count }
                return count
                    + path.elements.count { element in
                        if case .curve = element { true } else { false }
                    }
            }
        }
        // The header; four round corners; three corners and the three curves of the tail.
        #expect(curves == [0, 4, 6])
    }

    @Test func daylightSavingChangesHaveAHeader() {
        var conversation = Talk.conversation(["<a", "<b"])
        conversation.timeZone = "Europe/Berlin"
        // 25 October 2026: 02:30 CEST and, forty minutes later, 02:10 CET.
        conversation.messages[0].at = Moment(milliseconds: 1_792_888_200_000)
        conversation.messages[1].at = Moment(milliseconds: 1_792_890_600_000)
        #expect(headers(conversation) == ["Sun, Oct 25", "Sun, Oct 25 · GMT+1"])
    }

    @Test(arguments: ["imessage", "susi", "classic-sms", "bezier"])
    func laterMessagesDoNotMoveEarlierOnes(look: String) {
        let lines = ["<a", "<bb", ">c", ">d e f", "<g", ">h"]
        let all = Talk.transcript(Talk.conversation(lines), theme: Looks.named(look))
        for count in 1..<lines.count {
            let part = Talk.transcript(
                Talk.conversation(Array(lines.prefix(count))), theme: Looks.named(look))
            #expect(Array(all.tops.prefix(part.tops.count)) == part.tops)
        }
    }
}

@Suite struct BodyTextTests {
    private func spans(_ entities: [Entity], length: Int = 20) -> [StyledText.Span] {
        let theme = Looks.named("imessage")
        return StyledTextBuilder(
            style: theme.received, texts: theme.text, direction: .automatic, language: nil
        ).spans(entities, length: length)
    }

    @Test func nestedEntitiesBecomeAdjacentSpans() {
        let spans = spans([Entity(0..<10, .bold), Entity(2..<4, .italic), Entity(6..<8, .strike)])
        #expect(spans.map(\.range) == [0..<2, 2..<4, 4..<6, 6..<8, 8..<10])
        #expect(spans.map(\.isItalic) == [nil, true, nil, nil, nil])
        #expect(spans.map(\.isStruck) == [false, false, false, true, false])
        #expect(spans.allSatisfy { $0.weight != nil })
    }

    @Test func rangesBeyondTheTextAreClamped() {
        #expect(spans([Entity(5..<90, .underline)], length: 8).map(\.range) == [5..<8])
        #expect(spans([Entity(30..<90, .underline)], length: 8).isEmpty)
    }

    @Test func spansNeverOverlap() {
        let spans = spans([
            Entity(0..<9, .bold), Entity(0..<3, .italic), Entity(1..<2, .code),
            Entity(9..<12, .link(url: "https://example.com")), Entity(15..<16, .spoiler),
        ])
        for (span, next) in zip(spans, spans.dropFirst()) {
            #expect(span.range.upperBound <= next.range.lowerBound)
        }
    }

    /// A covered word in evidence would look like a redaction.
    @Test(arguments: [true, false])
    func evidenceShowsSpoilers(isEvidence: Bool) throws {
        var conversation = Conversation()
        conversation.participants = [Participant(id: "ana", name: "Ana")]
        var message = Message()
        message.from = 0
        message.body = [.paragraph(RichText("He did it", [Entity(3..<6, .spoiler)]))]
        conversation.messages = [message]
        var options = Options()
        if isEvidence { options.showAllDetails() }
        let layout = Layout(
            conversation, theme: Looks.named("print"), options: options, width: 390,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale))
        let builder = StyledTextBuilder(
            style: layout.theme.received, texts: layout.theme.text, direction: .automatic,
            language: nil)
        let span = try #require(builder.spans([Entity(3..<6, .spoiler)], length: 9).first)
        #expect((span.color == .clear) == !isEvidence)
        #expect(span.background != nil)
    }
}

@Suite struct EmphasisTests {
    private let measurer = MonospaceMeasurer()

    private func transcript(
        _ options: String = "", look: String = "whatsapp", drawsComments: Bool = false,
        around: String = ""
    ) throws -> Transcript {
        let json = """
            {"options":{\(options)},"me":"ana","messages":[{"id":"a","from":"ben","text":"One"},
             {"id":"b","from":"ana","text":"Two"},{"id":"c","from":"ben","text":"Three"}\(around)]}
            """
        var prepared = try ConversationDecoder.decode(Array(json.utf8)).prepared()
        prepared.conversation.title = "Talk"
        let theme = Looks.named(look)
        let layout = Layout(
            prepared.conversation, theme: theme, options: prepared.options, width: theme.width,
            pictures: PictureTable(
                sizes: theme.pictures.map { _ in Size(100, 100) }, mediaCount: 0),
            language: Languages.of("en"), drawsComments: drawsComments)
        return Transcript(layout, rows: layout.rows(0..<layout.entries.count, with: measurer))
    }

    private func messages(_ transcript: Transcript) -> [PlacedRow] {
        transcript.rows.indices.filter { transcript.rows[$0].message != nil }
            .map { transcript.placedRow($0) }
    }

    private func alphas(_ nodes: [Node]) -> [UInt8] {
        nodes.flatMap(\.all).flatMap { node -> [UInt8] in
            switch node {
            case .shape(_, .color(let color)?, _): [color.alpha]
            case .text(let text, _): text.runs.map(\.color.alpha)
            default: []
            }
        }
    }

    @Test func highlightIsABandBehindOneMessage() throws {
        let plain = messages(try transcript())
        let marked = messages(try transcript(#""highlight":"b""#))
        #expect(marked[0].block == plain[0].block && marked[2].block == plain[2].block)
        #expect(marked[1].block.nodes.count == plain[1].block.nodes.count + 1)
        #expect(Array(marked[1].block.nodes.dropFirst()) == plain[1].block.nodes)
        guard case .shape(let band, _, _) = marked[1].block.nodes[0] else {
            Issue.record("The first node is not the band.")
            return
        }
        #expect(band.bounds.width == 390 && band.bounds.minY < marked[1].block.frame.minY)
    }

    @Test func dimmedMessagesAreTransparentAndKeepTheirSize() throws {
        let plain = messages(try transcript())
        let faint = messages(try transcript(#""dim":["a","c"]"#))
        #expect(faint.map(\.block.frame) == plain.map(\.block.frame))
        #expect(faint[1].block == plain[1].block)
        let (before, after) = (alphas(plain[0].block.nodes), alphas(faint[0].block.nodes))
        #expect(before.contains(255) && (after.max() ?? 255) < 90)
    }

    @Test func notesAreBelowTheirMessage() throws {
        let plain = try transcript()
        let noted = try transcript(
            #""notes":[{"message":"b","text":"Look here"},{"message":"b","text":"and here"}]"#)
        let (before, after) = (messages(plain), messages(noted))
        let grown = after[1].block.frame.height - before[1].block.frame.height
        #expect(grown > 60 && noted.height == plain.height + grown)
        #expect(after[1].block.text.hasSuffix("\nLook here\nand here"))
        #expect(after[1].bubbles == before[1].bubbles)
        let inked = after[1].block.nodes.dropFirst(before[1].block.nodes.count)
        #expect(inked.count == 5)
        for case .text(let text, let point) in inked {
            #expect(point.y > (before[1].bubbles.last?.maxY ?? .infinity))
            #expect(point.x + text.size.width <= 390 - 18)
        }
    }

    @Test func veryLongNotesStayOnTheCanvas() throws {
        let words = String(repeating: "word ", count: 4_000)
        let noted = try transcript(#""notes":[{"message":"a","text":"\#(words)"}]"#)
        for case .text(let text, let point) in messages(noted)[0].block.nodes {
            #expect(point.x >= 0 && point.x + text.size.width <= 390)
        }
    }

    @Test func commentsAreDrawnUnlessTheFormatHoldsThem() throws {
        let options = #""notes":[{"message":"b","text":"Mine","as":"comment"}]"#
        let drawn = messages(try transcript(options))[1].block
        #expect(drawn.comments.isEmpty && drawn.text.hasSuffix("Mine"))
        let held = messages(try transcript(options, drawsComments: true))[1].block
        #expect(held.comments == ["Mine"] && !held.text.contains("Mine"))
        #expect(held.frame == messages(try transcript())[1].block.frame)
    }

    @Test func gapsAreShownAtTheirPosition() throws {
        let filter = #""filter":{"exclude":{"text":["One","Three"]}}"#
        let more = #",{"id":"d","from":"ben","text":"Three"},{"from":"ana","text":"Last"}"#
        func remarks(_ transcript: Transcript) -> [String] {
            transcript.rows.map(\.text).filter { $0.hasPrefix("…") }
        }
        let said = try transcript(filter + #","gaps":true"#, around: more)
        #expect(
            said.rows.map(\.text).filter { !$0.isEmpty && $0 != "Talk" } == [
                "… 1 message left out …", "ana\nTwo", "… 2 messages left out …", "ana\nLast",
            ])
        #expect(remarks(try transcript(filter, around: more)).isEmpty)
        #expect(remarks(try transcript(filter, look: "print", around: more)).count == 2)
        #expect(
            remarks(try transcript(filter + #","gaps":false"#, look: "print", around: more))
                .isEmpty)
    }
}

@Suite struct EmojiTextTests {
    @Test(
        arguments: [
            ("😀", 1), ("😀😀", 2), ("👨‍👩‍👧‍👦", 1), ("🏳️‍🌈 🇯🇵", 2), ("1️⃣", 1), ("❤️", 1), ("👍🏿", 1), ("☕️", 1),
        ] + ["", " ", "a", "1", "12", "😀a", "a😀", "😀😀😀😀", "❤", "©", "é", "日"].map { ($0, nil) }
            as [(String, Int?)])
    func countsEmojiOfEmojiOnlyTexts(text: String, count: Int?) {
        #expect(EmojiText.count(text, most: 3) == count)
    }
}
