import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct EvidenceRowTests {
    private func rows(_ change: (inout Message) -> Void) -> [String] {
        var conversation = Talk.conversation(["<Hi", ">Ho"])
        conversation.timeZone = "Europe/Berlin"
        conversation.participants[0].handle = "+49 30 123456"
        for index in conversation.messages.indices {
            conversation.messages[index].number = index + 7
        }
        change(&conversation.messages[0])
        var options = Options()
        options.showAllDetails()
        return Talk.transcript(conversation, theme: Looks.named("print"), options: options).rows
            .map(\.text)
    }

    @Test func rowsShowNumberSenderHandleAndTimeWithOffset() {
        let rows = rows { $0.id = "3EB0" }
        let message = rows.first { $0.contains("Hi") } ?? ""
        #expect(message.contains("Ben Berg · +49 30 123456"))
        #expect(message.contains("#7 · 2026-05-31 11:40:00 +02:00"))
        #expect(message.contains("ID 3EB0"))
        // Every sender is named, even for consecutive messages.
        #expect(rows.contains { $0.hasPrefix("Ana\n") })
    }

    @Test func noticesShowAllTheirContent() {
        let rows = rows { message in
            message.kind = .system
            var edited = Edited()
            edited.history = [Edited.Version(at: nil, text: "Once this")]
            message.details.edited = edited
            message.details.reactions = [Reaction(emoji: "👍", count: 1)]
            message.details.reactions[0].by = ["Ana"]
            message.attachments = [Attachment(kind: .file)]
            message.attachments[0].name = "plan.pdf"
        }
        let notice = rows.first { $0.hasPrefix("Hi") } ?? ""
        for words in ["plan.pdf", "Former text: Once this", "👍: Ana"] {
            #expect(notice.contains(words))
        }
    }

    @Test func versionsAndStatusesHaveTheirTimes() {
        let rows = rows { message in
            var edited = Edited()
            edited.at = Moment(milliseconds: 1_780_220_460_000)
            edited.history = [
                Edited.Version(at: Moment(milliseconds: 1_780_220_400_000), text: "Once this")
            ]
            message.details.edited = edited
            message.details.deliveredAt = Moment(milliseconds: 1_780_220_401_000)
            message.details.readAt = Moment(milliseconds: 1_780_220_402_000)
        }
        let message = rows.first { $0.contains("Hi") } ?? ""
        #expect(message.contains("Former text · 2026-05-31 11:40:00 +02:00\nOnce this"))
        #expect(message.contains("dited 2026-05-31 11:41:00 +02:00"))
        #expect(message.contains("Delivered 2026-05-31 11:40:01 +02:00"))
        #expect(message.contains("Read 2026-05-31 11:40:02 +02:00"))
    }

    @Test func deletionsShowTimeAuthorAndFormerText() {
        let rows = rows { message in
            message.body = []
            var deleted = Deleted()
            deleted.at = Moment(milliseconds: 1_780_220_500_000)
            deleted.by = "Ben Berg"
            message.details.deleted = deleted
            var edited = Edited()
            edited.history = [Edited.Version(at: nil, text: "Gone now")]
            message.details.edited = edited
        }
        let message = rows.first { $0.contains("deleted") } ?? ""
        #expect(message.contains("2026-05-31 11:41:40 +02:00 · Ben Berg"))
        #expect(message.contains("Gone now"))
    }

    @Test func notesAreNumbered() {
        let rows = rows { $0.kind = .system }
        #expect(rows.contains { $0.contains("Hi\n#7 · Ben Berg · +49 30 123456 · 2026-05-31") })
    }
}
