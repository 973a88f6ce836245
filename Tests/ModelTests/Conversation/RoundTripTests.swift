import Basics
import Model
import Testing

@Suite struct RoundTripTests {
    private func again(_ conversation: Conversation, pretty: Bool = false) throws -> Conversation {
        try ConversationDecoder.decode(conversation.json(pretty: pretty)).conversation
    }

    /// Removes the pointers of media, which may differ.
    private func unplaced(_ conversation: Conversation) -> Conversation {
        var conversation = conversation
        for index in conversation.media.indices { conversation.media[index].pointer = "" }
        return conversation
    }

    @Test(arguments: Fixture.conversations)
    func writtenConversationsReadBackEqual(fixture: Fixture) throws {
        let conversation = try ConversationDecoder.decode(fixture.bytes).conversation
        #expect(try unplaced(again(conversation)) == unplaced(conversation))
        #expect(try unplaced(again(conversation, pretty: true)) == unplaced(conversation))
        #expect(try again(conversation).json() == conversation.json())
    }

    @Test func fixturesExist() {
        #expect(Fixture.conversations.count >= 10)
    }

    @Test func mediaCanBeExcluded() throws {
        let conversation = try decode(
            #"[{"attachments":[{"kind":"image","src":"data:;base64,AAEC"}]}]"#
        ).conversation
        let json = String(decoding: conversation.json(includingMedia: false), as: UTF8.self)
        #expect(json.contains(#""attachments":[{"kind":"image"}]"#))
    }
}
