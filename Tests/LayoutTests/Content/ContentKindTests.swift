import Basics
import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct ContentKindTests {
    private func rows(
        _ conversation: Conversation, look: String = "imessage", options: Options = Options()
    ) -> [PlacedRow] {
        let transcript = Talk.transcript(conversation, theme: Looks.named(look), options: options)
        return transcript.rows.indices.map { transcript.placedRow($0) }
    }

    @Test(arguments: Looks.catalog.names)
    func typingParticipantHasABubbleOfThreeDotsWithoutTimeOrStatus(look: String) throws {
        var conversation = Talk.conversation(["<Hi", ">Hello", ">"])
        conversation.messages[1].status = .read
        conversation.messages[2].kind = .typing
        conversation.messages[2].body = []
        let row = try #require(rows(conversation, look: look).first { $0.message == 2 })
        #expect(row.bubbles.count == 1)
        #expect(row.block.text.hasSuffix("Typing…"))
        let dots = row.block.nodes.compactMap { node -> [Node]? in
            guard case .figure("Typing…", let dots) = node else { return nil }
            return dots
        }
        #expect(dots.map(\.count) == [3])
        // The status stays at the last message sent.
        let said = try #require(rows(conversation, look: look).first { $0.message == 1 })
        guard Looks.named(look).time.ticks == .words else { return }
        // A time beside a bubble follows the status.
        let lines = said.block.text.split(separator: "\n")
        #expect(lines.suffix(Looks.named(look).time.place == .beside ? 2 : 1).first == "Read")
    }

    @Test(arguments: Looks.catalog.names)
    func dividerAboveUnreadMessagesShowsTheirNumber(look: String) throws {
        var conversation = Talk.conversation(["<Hi", "<", "<Hello"])
        conversation.messages[1] = Message { $0.unread = 3 }
        conversation.messages[1].kind = .unread
        let row = try #require(rows(conversation, look: look).first { $0.message == 1 })
        #expect(row.block.role == .note)
        #expect(row.block.text == "3 unread messages")
        conversation.messages[1].details.unread = nil
        #expect(
            rows(conversation, look: look).first { $0.message == 1 }?.block.text
                == "Unread messages")
        conversation.messages[1].body = [.paragraph(RichText("New"))]
        #expect(rows(conversation, look: look).first { $0.message == 1 }?.block.text == "New")
    }

    @Test func handlesAreBesideDisplayedNames() {
        var conversation = Talk.conversation(["<Hi", ">Hello"])
        conversation.participants[0].handle = "+49 30 1234"
        var options = Options()
        options.show.names = .always
        #expect(!rows(conversation, options: options).contains { $0.block.text.contains("1234") })
        options.show.handles = true
        let texts = rows(conversation, options: options).map(\.block.text)
        #expect(texts.contains { $0.hasPrefix("Ben Berg · +49 30 1234") })
        #expect(texts.contains { $0.hasPrefix("Ana\n") })
    }

    @Test func utcTimesAreBesideLocalOnesWithTheDayIfItDiffers() {
        var conversation = Talk.conversation(["<Hi"])
        conversation.timeZone = "America/New_York"
        conversation.locale = "en-GB"
        var options = Options()
        options.show.utc = true
        let texts = rows(conversation, look: "whatsapp", options: options).map(\.block.text)
        #expect(texts.contains { $0.contains("05:40 (09:40 UTC)") })
        conversation.timeZone = "Pacific/Kiritimati"
        conversation.messages[0].at = Moment(milliseconds: 1_780_228_800_000)
        let print = rows(conversation, look: "print", options: options).map(\.block.text)
        #expect(print.contains { $0.contains("(2026-05-31 12:00 UTC)") })
    }

    @Test(arguments: [
        ("whatsapp", true, false), ("telegram", true, true), ("imessage", false, false),
        ("print", false, false),
    ])
    func mentionsAndHashtagsAreStyledAsInTheApp(
        look: String, isNameColored: Bool, isTagColored: Bool
    ) {
        let text = "@Ana sees #lake"
        let composer = Composition(Message(), look: look).composer
        let body = StyledTextBuilder(
            style: composer.style, texts: composer.theme.text, direction: .automatic,
            language: nil, names: composer.layout.names)
        let words = body.styled(RichText(text), for: composer.measurer).spans
            .filter { $0.color == composer.style.linkColor }
            .map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
        #expect(words == (isNameColored ? ["@Ana"] : []) + (isTagColored ? ["#lake"] : []))
    }
}

/// Themes with fixed frames were designed for text only: other content is described in their
/// bubbles, and states and reactions are below.
@Suite struct ContentFixedTests {
    private func words(_ message: Message, look: String) -> String {
        var conversation = Conversation()
        conversation.participants = [Participant(id: "ben", name: "Ben")]
        var message = message
        message.from = 0
        conversation.messages = [message]
        let layout = Layout(
            conversation, theme: Looks.named(look), options: Options(), width: 320,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale))
        let rows = layout.rows(0..<layout.entries.count, with: MonospaceMeasurer())
        return rows.map(\.text).joined(separator: "\n")
    }

    @Test(arguments: ["susi", "classic-sms"])
    func pollsCallsAndAttachmentsAreDescribedAsText(look: String) {
        let message = Message {
            var call = Call()
            call.outcome = .missed
            $0.call = call
            var poll = Poll()
            poll.question = "Where?"
            $0.poll = poll
        }
        #expect(words(message, look: look) == "Ben\nMissed voice call\nPoll: Where?")
        let photo = SentAttachment(.image) { $0.name = "IMG_1.jpg" }
        #expect(words(Message([photo]), look: look) == "Ben\nPhoto: IMG_1.jpg (Not available)")
    }

    @Test(arguments: ["susi", "classic-sms"])
    func messageWithoutTextStillHasARow(look: String) {
        #expect(words(Message(), look: look) == "Ben\n ")
    }

    private func row(
        _ message: Message, look: String, names: Options.Visibility = .auto,
        showsUTC: Bool = false, width: Double? = nil, pictures: [Size?] = []
    ) -> PlacedRow {
        var conversation = Talk.conversation(["<placeholder"])
        conversation.timeZone = "Asia/Kolkata"
        var message = message
        message.from = message.status == nil ? 0 : 1
        conversation.messages = [message]
        var options = Options()
        options.show.names = names
        options.show.utc = showsUTC
        let theme = Looks.named(look)
        let layout = Layout(
            conversation, theme: theme, options: options, width: width ?? theme.width,
            pictures: PictureTable(
                sizes: pictures + theme.pictures.map { _ in Size(100, 100) },
                mediaCount: pictures.count),
            language: Languages.of(conversation.locale))
        let transcript = Transcript(
            layout, rows: layout.rows(0..<layout.entries.count, with: MonospaceMeasurer()))
        return transcript.placedRow(transcript.rows.count - 1)
    }

    private func labels(_ row: PlacedRow) -> [(words: String, top: Double)] {
        row.block.nodes.compactMap { node in
            guard case .text(let text, let point) = node else { return nil }
            return (text.text, point.y)
        }
    }

    private func spoken(_ words: String) -> Message {
        var message = Message()
        message.body = [.paragraph(RichText(words))]
        return message
    }

    @Test(arguments: ["susi", "classic-sms"])
    func namesAreAboveTheBubbleIfRequested(look: String) throws {
        let row = row(spoken("Hi"), look: look, names: .always)
        let name = try #require(labels(row).first { $0.words == "Ben Berg" })
        #expect(name.top < row.bubbles[0].minY)
        #expect(!labels(self.row(spoken("Hi"), look: look)).contains { $0.words == "Ben Berg" })
    }

    /// Reactions, effects and failures are below the bubble, which holds only the text.
    @Test(arguments: ["susi", "classic-sms"])
    func reactions(look: String) throws {
        var message = spoken("Hi")
        message.details.reactions = [Reaction(emoji: "A", count: 2)]
        message.details.effect = "slam"
        message.status = .failed
        let row = row(message, look: look)
        let foot = row.bubbles[0].maxY
        let below = labels(row).filter { $0.top >= foot }.map(\.words)
        #expect(below.contains("A") && below.contains("2"))
        #expect(below.contains { $0.contains("slam") })
        #expect(below.contains { $0.lowercased().contains("not delivered") })
        #expect(labels(row).filter { $0.top < foot && $0.words == "Hi" }.count == 1)
        #expect(row.block.frame.maxY >= foot)
    }

    /// The theme's frame for the date has no room for a second time.
    @Test(arguments: [nil, 200.0])
    func localTimeAndUTCAreShownInFull(width: Double?) throws {
        var message = spoken("Hi")
        message.at = Moment(milliseconds: 1_780_220_400_000)
        let plain = row(message, look: "classic-sms")
        let row = row(message, look: "classic-sms", showsUTC: true, width: width)
        let label = try #require(
            row.block.nodes.flatMap(\.placedTexts).first { $0.text.text.contains("UTC") })
        #expect(label.text.visibleText.hasSuffix("UTC)"))
        #expect(label.text.lines.count == (width == nil ? 1 : 2))
        #expect(label.text.size.width <= width ?? 320)
        let excess = Double(label.text.lines.count - 1) * label.text.lineHeight
        #expect(row.bubbles[0].minY - row.block.frame.minY == 20 + excess)
        #expect(row.block.frame.height == plain.block.frame.height + excess)
    }

    @Test(arguments: ["susi", "classic-sms"])
    func pictureIsDrawnInTheBubble(look: String) throws {
        let photo = SentAttachment(.image) { $0.media = 0 }
        let row = row(Message([photo]), look: look, pictures: [Size(800, 600)])
        let placed = try #require(
            row.block.nodes.flatMap(\.pictures).first { $0.id == PictureID(0) })
        #expect(row.bubbles[0].contains(placed.frame))
        #expect(placed.frame.width > 100)
    }
}

@Suite struct ContentCodeTests {
    private func bubble(_ blocks: [TextBlock], look: String) -> (size: Size, inner: Double) {
        var message = Message()
        message.body = blocks
        let composition = Composition(message, look: look, width: 640)
        let drawn = composition.composer.row(gap: 0).placed(
            at: 0, on: Rect(0, 0, 640, 10_000), pictures: composition.composer.layout.pictures)
        let frame = drawn.bubbles[0]
        return (Size(frame.width, frame.height), drawn.texts.first?.minX ?? 0)
    }

    private let words = RichText("a")

    @Test(
        "Code, rules and tables of assistants are as wide as the column, whatever is beside them"
    )
    func column() {
        let blocks: [[TextBlock]] = [
            [.paragraph(words)], [.code(language: nil, text: "x")], [.rule, .paragraph(words)],
            [.table(alignments: [], header: [words, words], rows: [[words, words]])],
        ]
        for block in blocks {
            let (size, inner) = bubble(block, look: "assistant")
            #expect(size.width == 640 - 56)
            #expect(inner < 28 + 20)
        }
        #expect(bubble([.paragraph(words)], look: "assistant").inner == 28)
        #expect(bubble([.paragraph(words)], look: "imessage").size.width < 100)
    }

    @Test func tableThatFillsItsWidthDividesItInProportionToItsColumns() {
        #expect(TableColumns.fitted([20, 60], width: 160, fills: true) == [40, 120])
        #expect(TableColumns.fitted([20, 60], width: 160, fills: false) == [20, 60])
        #expect(TableColumns.fitted([20, 300], width: 160, fills: true) == [20, 140])
    }

    @Test(arguments: [
        ("0..<10", ["0", "10"]), ("1.5", ["1.5"]), ("0x1F_00", ["0x1F_00"]), ("1.max", ["1"]),
        ("a[0].b", ["0"]), ("1...n", ["1"]), ("3.", ["3"]),
    ])
    func numberEndsBeforeAPointThatNoDigitFollows(code: String, numbers: [String]) {
        let style = Looks.named("assistant").code
        let bytes = Array(code.utf8)
        let found = SyntaxColors(style).spans(in: code, language: "swift")
            .filter { $0.color == style.number }
            .map { String(decoding: bytes[$0.range], as: UTF8.self) }
        #expect(found == numbers)
    }
}

/// Delivery ticks mean what they mean in the app, and are visible on every background.
@Suite struct ContentTickTests {
    private func marks(
        _ status: Message.Status, look: String, mode: ThemeMode = .light,
        _ attachment: SentAttachment? = nil
    ) -> TimeMark? {
        var message = Message(attachment.map { [$0] } ?? [])
        message.status = status
        let made = Composition(
            message, look: look, mode: mode, isMine: true, pictures: [Size(400, 300)])
        return made.composer.bubbles().last?.footer?.value
    }

    private let photo = SentAttachment(.image) { $0.media = 0 }
    private let cloud = SentAttachment(.sticker) { $0.media = 0 }

    private func checks(_ mark: TimeMark?) -> Int? {
        guard let ticks = mark?.ticks else { return nil }
        var drawing = Drawing(
            frame: .zero, canvas: .zero, pictures: PictureTable(sizes: [], mediaCount: 0))
        ticks.draw(at: .zero, on: &drawing)
        return drawing.nodes.count
    }

    @Test func telegramsSecondTickMeansReadWhatsAppsMeansDelivered() {
        #expect(checks(marks(.sent, look: "telegram")) == 1)
        #expect(checks(marks(.delivered, look: "telegram")) == 1)
        #expect(checks(marks(.read, look: "telegram")) == 2)
        #expect(checks(marks(.sent, look: "whatsapp")) == 1)
        #expect(checks(marks(.delivered, look: "whatsapp")) == 2)
        #expect(checks(marks(.read, look: "whatsapp")) == 2)
    }

    @Test(arguments: ThemeMode.allCases)
    func readStickerHasBlueTicksInWhatsApp(mode: ThemeMode) throws {
        let color = try #require(marks(.read, look: "whatsapp", mode: mode, cloud)?.ticks).readColor
        #expect(color.blue > color.red + 60 && color.blue > color.green)
    }

    @Test(arguments: ["whatsapp", "telegram", "signal"], ThemeMode.allCases)
    func onWhiteAndBlackPicturesTextHasAContrastOf451AndTicksOf31(look: String, mode: ThemeMode)
        throws
    {
        for status in [Message.Status.sent, .delivered, .read] {
            let mark = try #require(marks(status, look: look, mode: mode, photo))
            let words = try #require(mark.time?.runs.first?.color)
            let ticks = try #require(mark.ticks)
            for photo in [Color.white, .black] {
                let ground = TimeMark.shade.over(photo)
                #expect(words.contrast(with: ground) >= 4.5)
                let color = status == .read ? ticks.readColor : ticks.color
                #expect(color.contrast(with: ground) >= 3, "\(look) \(mode) \(status)")
            }
        }
    }

    @Test(arguments: ["whatsapp", "telegram"])
    func ticksOnALabelHaveAContrastOf31(look: String) throws {
        for mode in ThemeMode.allCases {
            let mark = try #require(marks(.read, look: look, mode: mode, cloud))
            guard case .chip(let fill) = mark.ground else {
                Issue.record("\(look) has no label")
                return
            }
            #expect(try #require(mark.ticks).readColor.contrast(with: fill) >= 2.99)
        }
    }
}

/// Every reaction is shown or counted, and none covers other content.
@Suite struct ContentReactionTests {
    private static let emoji = "ABCDEFGHIJKLMNOPQRSTUVWX".map { String($0) }

    private func placed(
        _ reactions: [Reaction], look: String, text: String = "<Hi", names: Bool = false
    ) -> PlacedRow? {
        var conversation = Talk.conversation([text])
        conversation.messages[0].details.reactions = reactions
        var options = Options()
        options.show.reactionNames = names
        let transcript = Talk.transcript(conversation, theme: Looks.named(look), options: options)
        return transcript.rows.indices.map { transcript.placedRow($0) }
            .first { $0.message != nil }
    }

    private func labels(_ row: PlacedRow) -> [(words: String, frame: Rect)] {
        row.block.nodes.compactMap { node in
            guard case .text(let text, let point) = node else { return nil }
            return (text.text, Rect(point.x, point.y, text.size.width, text.size.height))
        }
    }

    /// A tapback beside the text overlaps the bubble; a wider one does not reach the text.
    @Test func tapbackBesideTheTextOverlapsTheBubble() throws {
        func reach(_ count: Int) throws -> Double {
            let reactions = Self.emoji.prefix(count).map { Reaction(emoji: $0, count: 30) }
            let row = try #require(
                placed(count == 1 ? [Reaction(emoji: "A", count: 1)] : reactions, look: "imessage"))
            return try #require(row.bubbles.first).minY - row.block.frame.minY
        }
        let style = Looks.named("imessage").reactions
        #expect(try reach(1) == style.size - style.overlap)
        #expect(try reach(2) > style.size - style.overlap)
    }

    private func isMark(_ words: String) -> Bool {
        Self.emoji.contains(words) || words.allSatisfy { $0.isNumber || $0 == "+" }
    }

    @Test(arguments: ["print", "assistant", "imessage", "telegram"])
    func documentsAndMostThemesShowEveryReaction(look: String) throws {
        let reactions = Self.emoji.map { Reaction(emoji: $0, count: 2) }
        let words = try labels(#require(placed(reactions, look: look))).map(\.words)
        #expect(Self.emoji.allSatisfy(words.contains))
        #expect(words.filter { $0 == "2" }.count == Self.emoji.count)
    }

    @Test(arguments: ["whatsapp", "messenger", "android"])
    func singlePillForAllReactionsEndsWithTheTotal(look: String) throws {
        let reactions = Self.emoji.map { Reaction(emoji: $0, count: 3) }
        let words = try labels(#require(placed(reactions, look: look))).map(\.words)
        #expect(words.contains("72"))
        #expect(words.filter(Self.emoji.contains) == ["A", "B", "C"])
    }

    @Test func signalsPillShowsThreeEmojiAndCountsTheRest() throws {
        let reactions = Self.emoji.map { Reaction(emoji: $0, count: 3) }
        let all = try #require(placed(reactions, look: "signal"))
        #expect(labels(all).map(\.words).suffix(7) == ["A", "3", "B", "3", "C", "3", "+63"])
        let three = try #require(placed(Array(reactions.prefix(3)), look: "signal"))
        #expect(!labels(three).contains { $0.words.hasPrefix("+") })
    }

    @Test(arguments: Looks.catalog.names)
    func screenReadersSpeakAllReactionsHoweverFewAreDrawn(look: String) throws {
        let reactions = Self.emoji.map { Reaction(emoji: $0, count: 3) }
        let row = try #require(placed(reactions, look: look))
        #expect(Self.emoji.allSatisfy { row.block.text.contains($0 + " 3") })
    }

    @Test(arguments: ["print", "whatsapp"])
    func namesAreNeverCutAndReactionsWithoutNamesAreCounted(look: String) throws {
        var reaction = Reaction(emoji: "A", count: 45)
        reaction.by = (0..<40).map { "Somebody \($0)" }
        let row = try #require(placed([reaction], look: look, names: true))
        let drawn = try #require(labels(row).first { $0.words.contains("Somebody 39 +5") })
        #expect(drawn.frame.height > 40)
    }

    @Test(arguments: Looks.catalog.names, [1, 3, 24])
    func noReactionCoversTextOrAnotherReaction(look: String, count: Int) throws {
        for text in ["<Hi", ">Me", "<" + String(repeating: "words ", count: 20)] {
            let reactions = Self.emoji.prefix(count).map { Reaction(emoji: $0, count: 12) }
            let all = try labels(#require(placed(Array(reactions), look: look, text: text)))
            for (index, label) in all.enumerated() where isMark(label.words) {
                for other in all[..<index] + all[(index + 1)...] {
                    #expect(
                        !label.frame.inset(by: 0.05).intersects(other.frame),
                        "\(look): \(label.words) over \(other.words)")
                }
            }
        }
    }

    @Test(arguments: Looks.catalog.names)
    func noReactionsBackgroundCoversTheTextOrTheTimeOfItsMessage(look: String) throws {
        for text in ["<Hi", ">Me"] {
            let bare = try #require(placed([], look: look, text: text))
            let marked = try #require(
                placed([Reaction(emoji: "A", count: 12)], look: look, text: text))
            let known = Set(labels(bare).map(\.words))
            let kept = labels(marked).filter { known.contains($0.words) }
            let mark = try #require(labels(marked).first { $0.words == "A" })
            let grounds = marked.block.nodes.compactMap { node -> Rect? in
                guard case .shape(let path, _, _) = node, path.bounds.height < 40,
                    path.bounds.contains(Rect(mark.frame.midX, mark.frame.midY, 0, 0)),
                    !marked.bubbles.contains(where: { $0.height <= path.bounds.height })
                else { return nil }
                return path.bounds
            }
            for ground in grounds {
                for label in kept {
                    #expect(!ground.inset(by: 0.05).intersects(label.frame), "\(look): \(label)")
                }
            }
        }
    }
}
