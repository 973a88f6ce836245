import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// The positions of elements in rows without bubbles, with names beside them or times outside.
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
        let transcript = Talk.transcript(
            conversation, theme: Looks.named(look), options: options)
        return transcript.rows.indices.map { index in
            let row = transcript.placedRow(index)
            var placed = Placed(bubbles: row.bubbles, frame: row.block.frame)
            for case .text(let text, let point) in row.block.nodes {
                placed.words[text.text] = Rect(
                    point.x, point.y, text.size.width, text.size.height)
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
        #expect(rows[0].words["Ben Berg"] != nil && rows[1].words["Ana"] != nil)
        let mirrored = self.rows(["<Hi", ">Hello"], look) { $1.mirrorSides = true }
        #expect(mirrored.map { $0.bubbles } == rows.map { $0.bubbles })
    }

    @Test(arguments: ["discord", "slack", "matrix", "snapchat", "teams"])
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
        let none = self.rows(["<Hi"], look) { $1.show.times = .never }
        #expect(none[0].words["09:40"] == nil)
    }

    /// Centered in a bubble that is not drawn, a short word would be indented.
    @Test(arguments: ["discord", "slack", "matrix", "snapchat", "irc"])
    func shortTextsStartWhereLongOnesDo(look: String) throws {
        let rows = rows(["<I", "<A longer text"], look)
        let short = try #require(rows[0].words["I"])
        let long = try #require(rows[1].words["A longer text"])
        #expect(short.minX == long.minX)
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

    @Test(arguments: Looks.catalog.names)
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

    @Test("Text beside a short bubble covers neither the name nor other messages")
    func tallTextBesideABubble() throws {
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
                    let others = frames[(index + 1)...]
                    #expect(!others.contains { $0.intersects(frame) }, "\(look)")
                }
            }
        }
    }

    @Test("The state of a message wraps instead of being cut", arguments: Looks.catalog.names)
    func longStates(look: String) throws {
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
            for (text, origin) in texts {
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

    @Test("Text stays in bubbles of any fixed or minimum width", arguments: [30.0, 100, 200, 600])
    func wideBubbles(width: Double) throws {
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

    @Test("Text narrower than its bubble is at the side at which longer texts begin")
    func narrowText() throws {
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
            try #require(row.fills.first { theme.sender.colors.contains($0.color) })
        }
        #expect(bars[0].color == bars[1].color && bars[1].color != bars[2].color)
        #expect(abs(bars[0].frame.maxY - bars[1].frame.minY) < 0.5)
        #expect(bars[2].frame.minY > bars[1].frame.maxY)
        #expect(bars.allSatisfy { $0.frame.maxX < rows[0].bubbles[0].minX })
    }

    @Test func everyMessageHasAnAvatar() {
        let theme = Looks.named("wechat")
        let rows = rows(["<Hi", "<and more", ">Hello"], "wechat")
        for row in rows {
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
        #expect(abs(bounds(.right, body).maxX - body.maxX - ArrowTail.reach) < 0.3)
        #expect(abs(body.minX - bounds(.left, body).minX - ArrowTail.reach) < 0.3)
        #expect(bounds(.right, body).height == body.height)
        // A bubble too low for the arrow has none.
        let low = Rect(0, 0, 40, 8)
        #expect(bounds(.right, low) == low)
    }
}
