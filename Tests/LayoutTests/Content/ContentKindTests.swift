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
        let transcript = Talk.transcript(
            conversation, theme: Looks.named(look), options: options)
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
        let made = Composition(Message(), look: look)
        let composer = made.composer
        let body = StyledTextBuilder(
            style: composer.style, texts: composer.theme.text, direction: .automatic,
            language: nil, names: composer.layout.names)
        let words = body.styled(RichText(text), for: composer.measurer).spans
            .filter { $0.color == composer.style.linkColor }
            .map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
        #expect(words == (isNameColored ? ["@Ana"] : []) + (isTagColored ? ["#lake"] : []))
    }
}
