import Basics
import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct CardFormTests {
    private let pdf = SentAttachment(.file) {
        $0.name = "Offer.pdf"
        $0.size = 48_230
    }

    @Test(arguments: [
        ("imessage", "PDF · 48 KB"), ("whatsapp", "48 KB · PDF"), ("telegram", "48 KB"),
        ("signal", "48 KB"), ("messenger", "48 KB"), ("instagram", "48 KB"),
        ("discord", "48 KB"), ("slack", "PDF"), ("print", "PDF · 48 KB"),
    ])
    func lineBelowAFilesNameIsThatOfTheApp(look: String, facts: String) {
        #expect(
            Composition(Message([pdf]), look: look).drawnWords().suffix(2) == ["Offer.pdf", facts])
        let made = Composition(Message([pdf]), look: look)
        #expect(made.text == "File: Offer.pdf, 48 KB")
    }

    @Test(arguments: ["whatsapp", "discord", "slack"], [true, false])
    func contrastDoesNotChangeTheColorOfAFilesIconOrOfAMissedCall(look: String, isMine: Bool) throws
    {
        for mode in ThemeMode.allCases {
            let theme = Looks.named(look, mode)
            let fills = Composition(Message([pdf]), look: look, mode: mode, isMine: isMine)
                .rowNodes().flatMap(\.fillColors)
            #expect(fills.contains(try #require(theme.cards.file.pdf)))
            var call = Call()
            call.outcome = .missed
            let card = CardLook.alarm(call, theme)
            #expect(card == theme.cards.call.missed)
        }
        var call = Call()
        (call.outcome, call.direction) = (.missed, .in)
        let missed = Composition(Message { $0.call = call }, look: "whatsapp", isMine: isMine)
        #expect(missed.rowNodes().flatMap(\.fillColors).contains(Color(0xEA, 0x00, 0x38)))
    }

    @Test func sentFileHasABubbleLikeReceivedOnesInIMessageButNotInEvidence() throws {
        let made = Composition(Message([pdf]), look: "imessage", isMine: true)
        let bubble = try #require(made.composer.bubbles().first)
        #expect(bubble.sharedStyle.value == made.composer.theme.received)
        #expect(bubble.side == .right)
        let texts = made.rowNodes().flatMap(\.texts).flatMap(\.runs)
        #expect(texts.allSatisfy { $0.color != made.composer.theme.sent.textColor })
        var captioned = pdf
        captioned.caption = "Read this"
        let both = Composition(Message([captioned]), look: "imessage", isMine: true)
        #expect(both.contents.map(\.isAsReceived) == [true, false])
        #expect(
            both.composer.bubbles().map { $0.sharedStyle.value.fill }
                == [both.composer.theme.received.fill, both.composer.theme.sent.fill])
        // A theme with the time in the bubble needs one style for both.
        #expect(
            !Looks.named("whatsapp").hasReceivedCards && Looks.named("imessage").hasReceivedCards)
    }

    // MARK: Polls

    private func poll(_ look: String, closed: Bool = false, votes: Bool = true) -> [String] {
        var poll = Poll()
        poll.question = "When?"
        poll.isClosed = closed
        poll.options = ["June", "July"].map { Poll.Option(text: $0) }
        if votes { (poll.options[0].votes, poll.options[1].votes) = (3, 1) }
        let message = Message { $0.poll = poll }
        return Composition(message, look: look).rowNodes().flatMap(\.words).filter { $0 != "9:41" }
    }

    @Test(arguments: [
        ("whatsapp", ["When?", "June", "3", "July", "1", "View votes"]),
        ("signal", ["When?", "Poll", "June", "3", "July", "1", "View votes"]),
        ("telegram", ["When?", "Poll", "75%", "June", "25%", "July", "4 votes"]),
        ("discord", ["When?", "June", "3 · 75%", "July", "1 · 25%", "4 votes"]),
        ("instagram", ["When?", "Poll", "June", "75%", "July", "25%", "4 votes"]),
        ("print", ["When?", "Poll", "June", "3 · 75%", "July", "1 · 25%", "4 votes"]),
    ])
    func pollHasTheNumbersOfTheApp(look: String, words: [String]) {
        #expect(poll(look) == words)
        #expect(poll(look, closed: true).contains("Final results"))
    }

    @Test func pollWithoutVotesHasNeitherPercentagesNorAButton() {
        #expect(poll("whatsapp", votes: false) == ["When?", "June", "July"])
        #expect(poll("telegram", votes: false) == ["When?", "Poll", "June", "July"])
    }

    @Test(arguments: Looks.catalog.names, ThemeMode.allCases)
    func textOnAFilledAnswerIsLegible(look: String, mode: ThemeMode) throws {
        var poll = Poll()
        poll.options = [Poll.Option(text: "June")]
        for isMine in [true, false] where Looks.named(look, mode).cards.poll.answers == .boxes {
            let made = Composition(
                Message { $0.poll = poll }, look: look, mode: mode, isMine: isMine)
            let piece = try #require(made.pieces.first as? PollPiece)
            let card = CardLook(made.composer).on(Looks.named(look, mode).cards.poll.ground)
            let ground = piece.boxFill.over(card.ground)
            #expect(card.style.textColor.contrast(with: ground) >= 4.5)
        }
    }

    // MARK: Calls

    private func rows(
        _ look: String, _ direction: Call.Direction?, mine: Bool = false,
        _ change: (inout Message) -> Void = { _ in }
    ) -> [(entry: Entry, row: PlacedRow)] {
        var conversation = Talk.conversation([mine ? ">" : "<"])
        var call = Call()
        (call.direction, call.duration) = (direction, 65)
        conversation.messages[0].kind = .call
        conversation.messages[0].body = []
        conversation.messages[0].details.call = call
        change(&conversation.messages[0])
        var options = Options()
        options.show.dates = false
        let transcript = Talk.transcript(conversation, theme: Looks.named(look), options: options)
        return transcript.rows.indices.map {
            (transcript.layout.entries[$0], transcript.placedRow($0))
        }
    }

    @Test(arguments: ["imessage", "signal", "discord"])
    func callIsALineInTheAppsWayAndNamesWhoCalledIfNothingElseDoes(look: String) {
        func words(_ direction: Call.Direction?, mine: Bool = false) -> [String] {
            rows(look, direction, mine: mine).flatMap { $0.row.block.nodes.flatMap(\.words) }
        }
        #expect(words(.in) == ["Incoming voice call · 1 min 5 s"])
        #expect(words(nil) == ["Ben Berg · Voice call · 1 min 5 s"])
        #expect(words(nil, mine: true) == ["You · Voice call · 1 min 5 s"])
        let isNote = rows(look, .in).allSatisfy { if case .note = $0.entry { true } else { false } }
        #expect(isNote)
        // Nothing that belongs to the message is lost.
        let reacted = rows(look, .in) { $0.details.reactions = [Reaction(emoji: "👍")] }
        #expect(reacted.contains { if case .message = $0.entry { true } else { false } })
    }

    @Test(arguments: ["messenger", "instagram"])
    func onlyOthersCallsHaveAButton(look: String) {
        func hasButton(_ direction: Call.Direction?, mine: Bool) -> Bool {
            rows(look, direction, mine: mine).flatMap { $0.row.block.nodes.flatMap(\.words) }
                .contains("Call back")
        }
        #expect(hasButton(.in, mine: false) && hasButton(nil, mine: false))
        #expect(!hasButton(.out, mine: true) && !hasButton(nil, mine: true))
    }

    @Test func arrowShowsTheDirectionOfACallInTelegram() {
        let incoming = rows("telegram", .in).flatMap { $0.row.block.nodes.flatMap(\.words) }
        #expect(incoming.contains("↙ 1 min 5 s"))
        let outgoing = rows("telegram", .out, mine: true).flatMap {
            $0.row.block.nodes.flatMap(\.words)
        }
        #expect(outgoing.contains("↗ 1 min 5 s"))
    }

    // MARK: Voice messages

    @Test func sendersPictureIsAtTheInnerEdgeOfAVoiceMessageInWhatsApp() throws {
        func letters(isMine: Bool) throws -> (x: Double, width: Double) {
            let voice = SentAttachment(.voice) {
                $0.duration = 12
                $0.waveform = [1, 2, 3]
            }
            let made = Composition(Message([voice]), look: "whatsapp", isMine: isMine)
            let piece = try #require(made.pieces.first as? VoicePiece)
            let nodes = made.nodes(of: piece, in: Rect(0, 0, piece.size.width, piece.size.height))
            let x = nodes.compactMap { node -> Double? in
                if case .lettering(_, let point) = node { point.x } else { nil }
            }.first
            return (try #require(x), piece.size.width)
        }
        let (mine, theirs) = (try letters(isMine: true), try letters(isMine: false))
        #expect(mine.x < 36)
        #expect(theirs.x > theirs.width - 36)
    }

    // MARK: Links

    @Test func linkPreviewHasABarAtItsStartInDiscordAndSlack() {
        for look in ["discord", "slack"] {
            let made = Composition(
                Message { $0.link = LinkPreview(url: "https://example.com") }, look: look)
            let bar = made.composer.theme.cards.link.bar
            #expect(bar != nil && made.rowNodes().flatMap(\.fillColors).contains { $0 == bar })
        }
    }
}

extension Node {
    var fillColors: [Color] {
        all.compactMap {
            if case .shape(_, .color(let color)?, _) = $0 { color } else { nil }
        }
    }
}
