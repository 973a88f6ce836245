import Model
import Testing

/// Content besides text, none of which may get lost.
@Suite struct AssistantTests {
    private func read(_ messages: String) throws -> RenderRequest {
        try decode(
            #"{"messages":[{"role":"user","content":"Hi"},\#(messages),{"role":"assistant","content":"x"}]}"#
        )
    }

    private func middle(_ messages: String) throws -> [Message] {
        let request = try read(messages)
        return Array(request.conversation.messages.dropFirst().dropLast())
    }

    @Test func thinkingPrecedesItsAnswer() throws {
        let found = try middle(
            #"{"role":"assistant","content":[{"type":"thinking","thinking":"Hm *a*","signature":"s"},{"type":"text","text":"Yes"}]}"#
        )
        #expect(found.map(\.kind) == [.note, .message])
        #expect(found.map { $0.body.first?.plainText } == ["Hm *a*", "Yes"])
        let alone = try middle(
            #"{"role":"assistant","content":[{"type":"thinking","thinking":"Hm"}]}"#)
        #expect(alone.map(\.kind) == [.note])
    }

    @Test(arguments: [
        #"{"role":"assistant","content":null,"tool_calls":[{"id":"1","function":{"name":"f","arguments":"{\"a\":1}"}}]}"#,
        #"{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"f","input":{"a":1}}]}"#,
    ])
    func toolCallsAreCodeInANote(json: String) throws {
        let found = try middle(json)
        #expect(found.map(\.kind) == [.note])
        #expect(found.first?.body == [.code(language: nil, text: #"f({"a":1})"#)])
    }

    @Test(arguments: [
        #"{"role":"tool","tool_call_id":"1","content":"{\"b\":2}"}"#,
        #"{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"{\"b\":2}"}]}"#,
        #"{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"{\"b\":2}"}]}]}"#,
    ])
    func toolResultsAreCodeWithoutASender(json: String) throws {
        let found = try middle(json)
        #expect(found.map(\.kind) == [.note] && found.first?.from == nil)
        #expect(found.first?.body == [.code(language: nil, text: #"{"b":2}"#)])
    }

    @Test func picturesInToolResultsAreShown() throws {
        let found = try middle(
            #"{"role":"user","content":[{"type":"tool_result","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},{"type":"text","text":"done"}]}]}"#
        )
        #expect(found.map(\.kind) == [.message] && found.first?.from == nil)
        #expect(found.first?.attachments.map(\.kind) == [.image])
        #expect(found.first?.body == [.code(language: nil, text: "done")])
    }

    @Test func audioInputIsAnAudioAttachment() throws {
        let found = try middle(
            #"{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"UklGRgAAAABXQVZF","format":"wav"}}]}"#
        )
        let sound = try #require(found.first?.attachments.first)
        #expect(sound.kind == .audio && sound.media == nil && sound.file == 0 && sound.size == 12)
    }

    @Test func omittedMessagesAreCounted() throws {
        let notes =
            #"{"role":"system","content":"Be brief"},{"role":"assistant","content":[{"type":"thinking","thinking":"Hm"}]}"#
        let warnings = try read(notes).warnings
        #expect(warnings.map(\.kind) == [.leftOut])
        #expect(warnings.first?.detail.hasPrefix("2 of 4 messages") == true)
        for choice in ["true", "false"] {
            let asked = try decode(
                #"{"messages":[{"role":"user","content":"Hi"},\#(notes)]}"#,
                [("show.system", choice)])
            #expect(asked.warnings.isEmpty)
        }
        let locked = try read(
            #"{"role":"assistant","content":[{"type":"redacted_thinking","data":"x"},{"type":"text","text":"a"}]}"#
        )
        #expect(locked.warnings.map(\.kind) == [.unsupported])
    }
}
