import Basics
import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// In rows without bubbles, with names beside them or times outside.
@Suite struct RowPlaceTests {
    private struct Placed {
        var bubbles: [Rect] = []
        var words: [String: Rect] = [:]
        var fills: [(frame: Rect, color: Color)] = []
        var frame = Rect.zero
    }

    private func rows(
        _ lines: [String], _ look: String, secondsApart: Int64 = 10,
        _ change: (inout Conversation, inout Options) -> Void = { _, _ in }
    ) -> [Placed] {
        var conversation = Talk.conversation(lines, secondsApart: secondsApart)
        conversation.kind = .group
        var options = Options()
        options.timeFormat = .h24
        options.show.dates = false
        change(&conversation, &options)
        let transcript = Talk.transcript(conversation, theme: Looks.named(look), options: options)
        return transcript.rows.indices.map { index in
            let row = transcript.placedRow(index)
            var placed = Placed(bubbles: row.bubbles, frame: row.block.frame)
            for case .text(let text, let point) in row.block.nodes {
                placed.words[text.text] = Rect(point.x, point.y, text.size.width, text.size.height)
            }
            for case .shape(let path, .color(let color)?, _) in row.block.nodes {
                placed.fills.append((path.bounds, color))
            }
            return placed
        }
    }

    @Test(arguments: ["discord", "slack", "matrix", "snapchat", "irc"])
    func allSendersAreOnTheLeft(look: String) throws {
        let rows = rows(["<Hi", ">Hello"], look)
        #expect(rows[0].bubbles[0].minX == rows[1].bubbles[0].minX)
        let names = look == "snapchat" ? ["BEN BERG", "ME"] : ["Ben Berg", "Ana"]
        #expect(rows[0].words[names[0]] != nil && rows[1].words[names[1]] != nil)
        let mirrored = self.rows(["<Hi", ">Hello"], look) { $1.mirrorSides = true }
        #expect(mirrored.map { $0.bubbles } == rows.map { $0.bubbles })
    }

    @Test(arguments: ["discord", "slack", "matrix", "teams"])
    func timeFollowsTheNameAtTheStartOfARun(look: String) throws {
        let rows = rows(["<Hi", "<and more", ">Hello"], look)
        let name = try #require(rows[0].words["Ben Berg"])
        let time = try #require(rows[0].words["09:40"])
        #expect(time.minX > name.maxX && time.minX - name.maxX < 12)
        #expect(name.maxY <= rows[0].bubbles[0].minY + 0.5)
        #expect(!rows[1].words.keys.contains { $0.contains("09:40") || $0 == "Ben Berg" })
        #expect(rows[2].words["09:40"] != nil)
        let each = self.rows(["<Hi", "<and more"], look) { $1.show.times = .each }
        #expect(each[1].words["09:40"] != nil && each[1].words["Ben Berg"] == nil)
        #expect(self.rows(["<Hi"], look) { $1.show.times = .never }[0].words["09:40"] == nil)
    }

    // MARK: Details of apps

    private static let longName = Array(repeating: "Maximilian", count: 12).joined(separator: " ")

    @Test func longNameHasOneLineInAppsAndInPrintTheTimeFollowsItsLastLine() throws {
        func head(_ look: String) throws -> (name: Rect, time: Rect, height: Double) {
            let rows = rows(["<Hi"], look) { conversation, _ in
                conversation.participants[0].name = Self.longName
            }
            let name = try #require(rows[0].words.first { $0.key.hasPrefix("Maxi") }?.value)
            return (name, rows[0].words["09:40"] ?? .zero, Looks.named(look).text.sender.lineHeight)
        }
        for look in ["discord", "slack", "teams", "matrix"] {
            let (name, time, height) = try head(look)
            #expect(name.height == height && time.minX > name.maxX)
        }
        let print = try head("print")
        #expect(print.name.height >= 2 * print.height)
        let evidence = rows(["<Hi"], "discord") {
            $0.participants[0].name = Self.longName
            $1.showAllDetails()
        }
        let name = try #require(evidence[0].words.first { $0.key.hasPrefix("Maxi") }?.value)
        #expect(name.height >= 2 * Looks.named("discord").text.sender.lineHeight)
    }

    @Test func namesAreInCapitalLettersInSnapchatAndMineIsMeInRed() throws {
        func colors(_ locale: String) -> [String: Color] {
            var conversation = Talk.conversation(["<Hi", ">Hello"])
            conversation.locale = locale
            let transcript = Talk.transcript(conversation, theme: Looks.named("snapchat"))
            var colors: [String: Color] = [:]
            for index in transcript.rows.indices {
                for case .text(let text, _) in transcript.placedRow(index).block.nodes {
                    colors[text.text] = text.runs.first?.color
                }
            }
            return colors
        }
        let mine = Looks.named("snapchat").sender.mineColor
        #expect(mine != nil && colors("en-US")["ME"] == mine)
        #expect(colors("en-US")["BEN BERG"] != mine && colors("en-US")["BEN BERG"] != nil)
        #expect(colors("de-DE")["ICH"] == mine)
        #expect(LocaleName("tr").capital("Deniz ı") == "DENİZ I")
    }

    @Test func singleReactionHasItsNumberInTheAppsThatShowIt() {
        func words(_ look: String) -> Set<String> {
            Set(
                rows(["<Hi"], look) { conversation, _ in
                    conversation.messages[0].details.reactions = [Reaction(emoji: "👍")]
                }.flatMap(\.words.keys))
        }
        for look in ["slack", "discord", "matrix", "teams"] { #expect(words(look).contains("1")) }
        for look in ["snapchat", "line", "signal"] { #expect(!words(look).contains("1")) }
    }

    @Test func replyIsOneLineAboveTheNameInDiscordWithALineFromTheAvatar() throws {
        let rows = rows([">First", "<One\nof many", "<Two"], "discord") { conversation, _ in
            var reply = Reply()
            reply.index = 0
            conversation.messages[2].details.replyTo = reply
        }
        // A reply always has a name, under its quotation.
        let name = try #require(rows[2].words["Ben Berg"])
        #expect(name.minY > rows[2].frame.minY + 15)
        #expect(rows[2].bubbles[0].minY > name.maxY - 1)
        let avatar = try #require(rows[2].fills.first { $0.frame.width == 40 })
        #expect(avatar.frame.minY > rows[2].frame.minY + 15)
        #expect(rows[2].frame.maxY >= avatar.frame.maxY)
        var quoting = Talk.conversation([">First\nline", "<Two"])
        var reply = Reply()
        reply.index = 0
        quoting.messages[1].details.replyTo = reply
        let transcript = Talk.transcript(quoting, theme: Looks.named("discord"))
        let last = transcript.placedRow(transcript.rows.count - 1).block
        #expect(last.nodes.flatMap(\.words).contains("Ana First line"))
        #expect(last.text.contains("> Ana First line\nTwo"))
        var options = Options()
        options.showAllDetails()
        let whole = Talk.transcript(quoting, theme: Looks.named("discord"), options: options)
        #expect(
            whole.placedRow(whole.rows.count - 1).block.nodes.flatMap(\.words).contains(
                "First\nline"))
    }

    @Test(arguments: [
        ("@Ana look", true), ("@everyone look", true), ("Ana look", false),
        ("@Ben Berg look", false),
    ])
    func messagesThatMentionMeAreHighlightedInDiscord(text: String, isMarked: Bool) {
        func fills(_ look: String) -> [Color] { rows(["<" + text], look)[0].fills.map(\.color) }
        let canvas = Looks.named("discord").canvas
        #expect(canvas.mention != nil && canvas.mentionBar != nil)
        #expect(fills("discord").contains { $0 == canvas.mention } == isMarked)
        #expect(fills("discord").contains { $0 == canvas.mentionBar } == isMarked)
        #expect(!fills("slack").contains { $0 == canvas.mention })
    }

    @Test func notesBeginWhereMessagesDoInSlackAndDiscord() throws {
        func left(_ look: String) throws -> (note: Double, text: Double) {
            let rows = rows(["<Hi", "<Ben left"], look) { conversation, _ in
                conversation.messages[1].kind = .system
            }
            return (
                try #require(rows[1].words["Ben left"]).minX, try #require(rows[0].words["Hi"]).minX
            )
        }
        for look in ["slack", "discord", "matrix", "irc"] {
            let (note, text) = try left(look)
            #expect(note == text)
        }
        let (note, text) = try left("whatsapp")
        #expect(note > text + 50)
    }

    /// A quotation is below the bubble in WeChat, and a bubble without an avatar has no tail.
    @Test func quotationIsBelowTheBubbleInWeChat() throws {
        let rows = rows([">First", "<Two"], "wechat") { conversation, _ in
            var reply = Reply()
            reply.index = 0
            conversation.messages[1].details.replyTo = reply
        }
        let text = try #require(rows[1].words["Two"])
        #expect(rows[1].bubbles.count == 2)
        #expect(rows[1].bubbles[0].contains(text) && rows[1].bubbles[1].minY > text.maxY)
        func ink(isNamed: Bool) -> Bool {
            var own = Talk.conversation(["<Hi"])
            if !isNamed { own.messages[0].from = nil }
            let transcript = Talk.transcript(own, theme: Looks.named("wechat"))
            guard case .message(let entry)? = transcript.layout.entries.last else { return false }
            return transcript.layout.face(of: entry).hasTail
        }
        #expect(ink(isNamed: true) && !ink(isNamed: false))
    }

    @Test(arguments: [
        ("discord", "May 31, 2026"), ("whatsapp", "May 31, 2026"), ("telegram", "May 31"),
        ("signal", "Sun, May 31"), ("slack", "Sunday, May 31"), ("imessage", "Sun, May 31"),
        ("messenger", "May 31, 2026"), ("print", "Sunday, May 31, 2026"),
    ])
    func datesAreShortAsInTheAppAndLongInDocuments(look: String, day: String) {
        func headers(_ change: (inout Conversation, inout Options) -> Void) -> [String] {
            var conversation = Talk.conversation(["<Hi", "<again"])
            var options = Options()
            change(&conversation, &options)
            return Talk.transcript(conversation, theme: Looks.named(look), options: options).layout
                .entries.compactMap {
                    if case .dayHeader(let header) = $0 { header.day } else { nil }
                }
                .filter { !$0.isEmpty }
        }
        #expect(headers { _, _ in } == [day])
        #expect(headers { $1.showAllDetails() } == ["Sunday, May 31, 2026"])
        // Dates of earlier years state the year.
        let older = headers { conversation, _ in
            conversation.messages[1].at = Moment(milliseconds: 1_811_756_400_000)
        }
        #expect(older.count == 2 && older.first?.contains("2026") == true)
        #expect(older.last?.contains("2027") == day.contains("2026"))
    }

    /// Centered in a bubble that is not drawn, a short word would be indented.
    @Test(arguments: ["discord", "slack", "matrix", "snapchat", "irc"])
    func shortTextsStartWhereLongOnesDo(look: String) throws {
        let rows = rows(["<I", "<A longer text"], look)
        let short = try #require(rows[0].words["I"])
        #expect(try short.minX == #require(rows[1].words["A longer text"]).minX)
    }

    @Test func columnIsAsWideAsTheLongestName() throws {
        let narrow = rows(["<Hi", ">Hello"], "irc")
        let wide = rows(["<Hi", ">Hello"], "irc") { conversation, _ in
            conversation.participants[0].name = "Maximilian.Berg"
        }
        #expect(wide[0].words["Maximilian.Berg"]?.height == narrow[0].words["Ben Berg"]?.height)
        #expect(wide.allSatisfy { $0.bubbles[0].minX > narrow[0].bubbles[0].minX })
        let name = try #require(wide[0].words["Maximilian.Berg"])
        #expect(try #require(wide[0].words["09:40"]).maxX < name.minX)
    }

    /// Beside them, the offset was cut off, and covered by the name.
    @Test func fullTimesOfAColumnAreAboveTheMessages() throws {
        let rows = self.rows(["<Hi", "<Hello"], "irc") { $1.showAllDetails() }
            .filter { !$0.bubbles.isEmpty }
        for (row, time) in zip(rows, ["09:40:00", "09:40:10"]) {
            let shown = try #require(row.words["2026-05-31 \(time) +00:00"])
            #expect(shown.maxY <= row.bubbles[0].minY + 0.5)
        }
        #expect(rows.count == 2)
    }

    @Test(arguments: [120.0, 200])
    func columnsOfNamesLeaveRoomForMessages(width: Double) {
        let transcript = Talk.transcript(
            Talk.conversation(["<Hello, this is a longer message"]), theme: Looks.named("irc"),
            width: width)
        let bubbles = transcript.rows.indices.flatMap { transcript.placedRow($0).bubbles }
        #expect(bubbles.allSatisfy { $0.maxX <= width } && !bubbles.isEmpty)
    }

    @Test(arguments: ["print"])
    func longNamesAreShownWhole(look: String) throws {
        let name = "Maximiliane von Hohenstein-Waldburg (Vorstand)"
        var conversation = Talk.conversation(["<Hi"])
        conversation.kind = .group
        conversation.participants[0].name = name
        var options = Options()
        options.show.dates = false
        // The longer times leave less room for names beside them.
        options.timeFormat = .h12
        let row = Talk.transcript(conversation, theme: Looks.named(look), options: options)
            .placedRow(0)
        let shown = try #require(row.block.nodes.flatMap(\.texts).first { $0.text == name })
        #expect(shown.lines.last.map { Int($0.text.upperBound) } == name.utf8.count)
        #expect(shown.size.height <= row.block.frame.height)
    }

    @Test func namesAndTimesAreInColumns() throws {
        let rows = rows(["<Hi", "<and more", ">Hello"], "irc")
        let theme = Looks.named("irc")
        for row in rows {
            let time = try #require(row.words["09:40"])
            #expect(time.minX == theme.canvas.margins.left)
            #expect(abs(time.minY - row.bubbles[0].minY) < 1)
        }
        let name = try #require(rows[0].words["Ben Berg"])
        #expect(name.maxX < rows[0].bubbles[0].minX)
        #expect(abs(name.midY - rows[0].words["Hi"]!.midY) < 1)
        #expect(rows[1].words["Ben Berg"] == nil)
        let alone = self.rows(["<Hi"], "irc") { $1.show.names = .never }
        #expect(alone[0].bubbles[0].minX < rows[0].bubbles[0].minX - 100)
    }

    @Test(arguments: ["line", "kakaotalk"])
    func timeIsOutsideTheBubbleAtItsBottom(look: String) throws {
        let long = String(repeating: "long words ", count: 60)
        let theme = Looks.named(look)
        for text in ["Hi", long] {
            let rows = rows(["<" + text, ">" + text], look)
            let others = try #require(rows[0].words.first { $0.key.hasSuffix("09:40") }?.value)
            let mine = try #require(rows[1].words.first { $0.key.hasSuffix("09:40") }?.value)
            #expect(others.minX >= rows[0].bubbles[0].maxX && others.maxX <= theme.width)
            #expect(mine.maxX <= rows[1].bubbles[0].minX && mine.minX >= 0)
            for (row, time) in zip(rows, [others, mine]) {
                #expect(abs(time.maxY - row.bubbles[0].maxY) < 4)
            }
        }
        let run = rows(["<Hi", "<and more"], look)
        #expect(!run[0].words.keys.contains { $0.contains("09:40") })
        #expect(run[1].words.keys.contains { $0.contains("09:40") })
    }

    @Test func textBesideAShortBubbleCoversNeitherTheNameNorOtherMessages() throws {
        for look in ["line", "kakaotalk"] {
            let rows = rows(["<x", ">ok", "<y"], look) { conversation, _ in
                for index in conversation.messages.indices {
                    var edited = Edited()
                    edited.at = conversation.messages[index].at
                    conversation.messages[index].details.edited = edited
                    conversation.messages[index].details.isPinned = true
                    conversation.messages[index].details.isStarred = true
                    conversation.messages[index].details.reactions = [Reaction(emoji: "👍")]
                }
            }
            for row in rows {
                let frames = Array(row.words.values)
                #expect(frames.allSatisfy { $0.minY >= row.frame.minY }, "\(look)")
                for (index, frame) in frames.enumerated() {
                    #expect(!frames[(index + 1)...].contains { $0.intersects(frame) }, "\(look)")
                }
            }
        }
    }

    @Test(arguments: Looks.catalog.names)
    func stateOfAMessageWrapsInsteadOfBeingCut(look: String) throws {
        let theme = Looks.named(look)
        for line in ["<x", ">x", ">A longer message"] {
            var conversation = Talk.conversation([line])
            var edited = Edited()
            edited.at = Moment(milliseconds: 1_780_393_200_000)
            conversation.messages[0].details.edited = edited
            conversation.messages[0].details.readAt = Moment(milliseconds: 1_780_479_600_000)
            conversation.messages[0].details.isPinned = true
            conversation.messages[0].status = .read
            var options = Options()
            options.show.times = .each
            let transcript = Talk.transcript(
                conversation, theme: theme, options: options, width: 220)
            let row = transcript.placedRow(transcript.rows.count - 1)
            let texts = row.block.nodes.flatMap(\.placedTexts)
            // Names are cut after one line.
            for (text, origin) in texts where text.text != "Ben Berg" && text.text != "Ana" {
                let end = text.lines.last.map { Int($0.text.upperBound) }
                #expect(end == text.text.utf8.count, "\(look): \(text.text)")
                let foot = origin.y + text.size.height
                #expect(theme.frames != nil || foot <= row.block.frame.maxY, "\(look)")
            }
            guard theme.time.place == .inside, theme.time.ticks != .words,
                theme.sender.shown != .everyone
            else { continue }
            #expect(texts.count == 2, "\(look)")
            let frames = texts.map { text, origin in
                Rect(origin.x, origin.y, text.size.width, text.size.height)
            }
            #expect(!frames[0].inset(by: 0.5).intersects(frames[1]), "\(look)")
            #expect(frames.allSatisfy { row.bubbles[0].contains($0) }, "\(look)")
        }
    }

    @Test(arguments: [30.0, 100, 200, 600])
    func textStaysInBubblesOfAnyFixedOrMinimumWidth(width: Double) throws {
        for look in ["imessage", "whatsapp", "print"] {
            for isFixed in [true, false] {
                var theme = Looks.named(look)
                theme.sent.width = isFixed ? .fixed(width) : theme.sent.width
                theme.sent.minSize.width = isFixed ? 20 : width
                let transcript = Talk.transcript(
                    Talk.conversation([">A longer message with several words that wraps"]),
                    theme: theme)
                let row = transcript.placedRow(transcript.rows.count - 1)
                let bubble = row.bubbles[0]
                #expect(bubble.minX >= 0 && bubble.maxX <= theme.width, "\(look)")
                if isFixed, width < 300, width > 30 { #expect(bubble.width == width) }
                // The name is outside.
                for (text, origin) in row.block.nodes.flatMap(\.placedTexts)
                where text.text != "Ana" {
                    let frame = Rect(origin.x, origin.y, text.size.width, text.size.height)
                    #expect(bubble.contains(frame), "\(look): \(text.text)")
                }
            }
        }
    }

    @Test func textNarrowerThanItsBubbleIsAtTheSideAtWhichLongerTextsBegin() throws {
        for look in ["whatsapp", "imessage", "telegram"] {
            var theme = Looks.named(look)
            (theme.received.minSize.width, theme.sent.minSize.width) = (200, 200)
            var options = Options()
            options.show.times = .never
            let transcript = Talk.transcript(
                Talk.conversation(["<Hi", ">Hi"]), theme: theme, options: options)
            let rows = transcript.rows.indices.map { transcript.placedRow($0) }
                .filter { $0.message != nil }
            for (row, padding) in zip(
                rows, [theme.received.padding.left, theme.sent.padding.right])
            {
                let text = try #require(row.block.nodes.flatMap(\.placedTexts).first)
                #expect(text.1.x == row.bubbles[0].minX + padding, "\(look)")
            }
        }
    }

    @Test func barRunsAlongAllMessagesOfARun() throws {
        let theme = Looks.named("snapchat")
        let rows = rows(["<Hi", "<and more", ">Hello"], "snapchat")
        let bars = try rows.map { row in
            try #require(
                row.fills.first {
                    theme.sender.colors.contains($0.color) || $0.color == theme.sender.mineColor
                })
        }
        #expect(bars[0].color == bars[1].color && bars[1].color != bars[2].color)
        #expect(abs(bars[0].frame.maxY - bars[1].frame.minY) < 0.5)
        #expect(bars[2].frame.minY > bars[1].frame.maxY)
        #expect(bars.allSatisfy { $0.frame.maxX < rows[0].bubbles[0].minX })
    }

    @Test func everyMessageHasAnAvatar() {
        let theme = Looks.named("wechat")
        for row in rows(["<Hi", "<and more", ">Hello"], "wechat") {
            let faces = row.fills.filter { theme.avatar.colors.contains($0.color) }
            #expect(faces.count == 1 && faces[0].frame.width == theme.avatar.size)
        }
    }

    @Test(arguments: ["slack", "line", "wechat", "discord"])
    func avatarsDoNotReachIntoTheNextRow(look: String) {
        let rows = rows(["<Hi", ">Hello", "<Hi"], look) {
            $1.show.names = .never
            $1.show.times = .never
        }
        let theme = Looks.named(look)
        for (row, next) in zip(rows, rows.dropFirst()) {
            let faces = row.fills.filter { theme.avatar.colors.contains($0.color) }
            #expect(faces.allSatisfy { $0.frame.maxY <= next.frame.minY })
        }
    }

    @Test func dayHeadersAreOnALine() throws {
        let rows = rows(["<Hi"], "discord") { $1.show.dates = true }
        let theme = Looks.named("discord")
        let line = try #require(theme.chip.line)
        let parts = rows[0].fills.filter { $0.color == line }
        let words = try #require(rows[0].words.first?.value)
        #expect(parts.count == 2)
        #expect(parts[0].frame.maxX < words.minX && parts[1].frame.minX > words.maxX)
        #expect(parts[0].frame.minX == theme.canvas.margins.left)
    }

    @Test func arrowIsAtTheFirstLine() {
        let body = Rect(10, 20, 200, 300)
        func bounds(_ side: Side, _ body: Rect) -> Rect {
            BubbleOutline(
                body: body, corners: Corners(all: 5), tail: .arrow, side: side, borderWidth: 0
            ).path.bounds
        }
        #expect(abs(bounds(.right, body).maxX - body.maxX - BubbleOutline.reach(of: .arrow)) < 0.3)
        #expect(abs(body.minX - bounds(.left, body).minX - BubbleOutline.reach(of: .arrow)) < 0.3)
        #expect(bounds(.right, body).height == body.height)
        // A bubble too low for the arrow has none.
        let low = Rect(0, 0, 40, 8)
        #expect(bounds(.right, low) == low)
    }
}

/// A row of many pieces checks for cancellation while it is placed.
@Suite struct RowStepTests {
    @Test func canceledRowsStopEarly() {
        var conversation = Talk.conversation(["< x"])
        conversation.messages[0].body = (0..<2_000).map { _ in
            .quote([.paragraph(RichText("a"))])
        }
        let transcript = Talk.transcript(conversation, theme: Looks.named("whatsapp"))
        let row = transcript.rows.count - 1
        let whole = transcript.placedRow(row)
        let cut = Transcript(
            transcript.layout, rows: transcript.rows, budget: WorkBudget { _ in false }
        ).placedRow(row)
        #expect(whole.texts.count >= 2_000)
        #expect(cut.texts.count < whole.texts.count / 4)
    }

    /// Stripes and pages ask as well.
    @Test func canceledStripesStopEarly() {
        var conversation = Talk.conversation(["< x"])
        conversation.messages[0].details.reactions = (0..<4_000).map { Reaction(emoji: "r\($0)") }
        let whole = Talk.transcript(conversation, theme: Looks.named("slack"))
        let cut = Transcript(whole.layout, rows: whole.rows, budget: WorkBudget { _ in false })
        func texts(_ nodes: [Node]) -> Int {
            nodes.count { if case .text = $0 { true } else { false } }
        }
        let all = texts(whole.rows(from: 0, to: whole.height).flatMap(\.block.nodes))
        #expect(all >= 4_000)
        #expect(texts(cut.rows(from: 0, to: cut.height).flatMap(\.block.nodes)) < all / 4)
        let paper = Paper(picture: Size(390, 14_000), margins: .zero)
        func onPage(_ transcript: Transcript) -> Int {
            texts(Pages(transcript, on: paper).placedRows(on: 0).flatMap(\.block.nodes))
        }
        #expect(onPage(cut) < onPage(whole) / 2)
    }
}
