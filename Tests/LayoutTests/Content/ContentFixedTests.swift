import Conversation
import Scene
import TestSupport
import Testing
import Theme

@testable import Layout

/// The looks of fixed frames know text alone; whatever else was sent must be told in words.
@Suite struct ContentFixedTests {
    private func words(_ message: Message, look: String) -> String {
        var conversation = Conversation()
        conversation.participants = [Participant(id: "ben", name: "Ben")]
        var message = message
        message.from = 0
        conversation.messages = [message]
        let layout = Layout(
            conversation, theme: Looks.named(look), options: Options(), width: 320,
            pictures: PictureTable(sizes: [], mediaCount: 0))
        let rows = layout.rows(0..<layout.entries.count, with: MonospaceMeasurer())
        return rows.map(\.text).joined(separator: "\n")
    }

    @Test("Polls, calls and attachments are told in words", arguments: ["susi", "classic-sms"])
    func told(look: String) {
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

    @Test("What has no words at all still has its row", arguments: ["susi", "classic-sms"])
    func empty(look: String) {
        #expect(words(Message(), look: look) == "Ben\n ")
    }
}
