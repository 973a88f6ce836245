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
        return try Array(read(messages).conversation.messages.dropFirst().dropLast())
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

@Suite struct HelloWorldTests {
    private func sides(_ json: String) throws -> String {
        let conversation = try decode(json).conversation
        return conversation.messages.map { message in
            message.from == nil ? "·" : message.from == conversation.me ? "R" : "L"
        }.joined()
    }

    @Test(arguments: [
        (#"{"messages":["Hi!","Hello","How are you?"]}"#, "LRL"), (#"["Hi!","Hello"]"#, "LR"),
        (#"["Hi"]"#, "L"),
        (
            #"{"me":"ana","messages":[{"from":"ben","text":"Hi"},{"from":"ana","text":"Hello"}]}"#,
            "LR"
        ),
        (
            #"{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello!"}]}"#,
            "RL"
        ),
        (#"{"messages":[{"role":"system","content":"x"},{"role":"user","content":"Hi"}]}"#, "·R"),
        (#"{"messages":[{"role":"assistant","content":"Hello!"}]}"#, "L"),
        (
            #"[{"from":"ben","text":"Hi"},{"from":"ana","text":"Ho"},{"from":"ben","text":"!"}]"#,
            "LRL"
        ),
        (#"[{"from":"a","text":"1"},{"from":"b","text":"2"},{"from":"c","text":"3"}]"#, "LLL"),
        (#"[{"from":"a","text":"1"}]"#, "L"), (#"[{"text":"1"},{"text":"2"}]"#, "··"),
        (
            #"[{"from_me":true,"text":"1"},{"from_me":false,"text":"2"},{"is_me":true,"text":"3"}]"#,
            "RLR"
        ),
        (
            #"[{"from":"a","is_me":true,"text":"1"},{"from":"b","text":"2"},{"from":"c","text":"3"}]"#,
            "RLL"
        ),
        (
            #"{"me":"Ana M","participants":[{"id":"1","name":"Ana M"}],"messages":[{"from":1,"text":"x"}]}"#,
            "R"
        ),
        (
            #"{"messages":[{"from":"Ana M","text":"x"}],"participants":[{"id":"1","name":"Ana M"}],"me":1}"#,
            "R"
        ),
        (#"{"me":"zoe","messages":[{"from":"ana","text":"x"}]}"#, "L"),
        (
            #"{"participants":["ana",{"name":"ben","is_me":true}],"messages":[{"from":"ana","text":"x"},{"from":"ben","text":"y"}]}"#,
            "LR"
        ),
        (#"[{"from":"me","text":"1"},{"from":"them","text":"2"}]"#, "RL"),
        (#"[{"from":"You","text":"1"},{"from":"Me","text":"2"},{"from":"c","text":"3"}]"#, "LRL"),
        (#"[{"from":"human","text":"1"},{"from":"ai","text":"2"}]"#, "RL"),
        (#"{"me":"Ana","messages":[{"from":"me","text":"1"},{"from":"Ana","text":"2"}]}"#, "LR"),
        (
            #"{"participants":[{"id":"me","name":"Ana"},"ben"],"messages":[{"from":"ben","text":"x"}]}"#,
            "L"
        ),
        (
            #"{"participants":[{"id":"me","name":"Ana"},"ben"],"messages":[{"from":"Ana","text":"x"}]}"#,
            "R"
        ),
        (
            #"[{"kind":"system","from":"x","text":"joined"},{"from":"ben","text":"Hi"},{"from":"ana","text":"Ho"}]"#,
            "LLR"
        ),
    ])
    func everyFormAssignsSides(json: String, expected: String) throws {
        #expect(try sides(json) == expected)
    }

    @Test(arguments: [
        (#"["a","b"]"#, Conversation.Kind.direct),
        (#"[{"from":"a","text":"1"},{"from":"b","text":"2"},{"from":"c","text":"3"}]"#, .group),
        (#"[{"role":"user","content":"1"}]"#, .assistant),
        (#"{"kind":"group","messages":["a"]}"#, .group),
        (#"{"participants":["a","b","c"],"messages":[{"from":"a","text":"1"}]}"#, .group),
        (#"{"service":"assistant","messages":["a"]}"#, .assistant),
    ])
    func kindIsInferred(json: String, kind: Conversation.Kind) throws {
        #expect(try decode(json).conversation.kind == kind)
    }

    @Test func threeSendersWithoutMeGetAWarning() throws {
        let request = try decode(
            #"[{"from":"a","text":"1"},{"from":"b","text":"2"},{"from":"c","text":"3"}]"#)
        #expect(request.warnings.map(\.kind) == [.guessedSides])
        #expect(request.warnings.map(\.pointer) == ["/me"])
    }

    @Test func rolesBecomeNotesAndMarkdown() throws {
        let request = try decode(
            #"""
            {"model":"x","messages":[
              {"role":"system","content":"Be brief"},
              {"role":"user","content":[{"type":"text","text":"**What** is it?"},
                {"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]},
              {"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"look","arguments":"{\"x\":1}"}}]},
              {"role":"tool","tool_call_id":"1","content":"42"}]}
            """#)
        let messages = request.conversation.messages
        #expect(messages.map(\.kind) == [.note, .message, .note, .note])
        #expect(messages[1].body == [.paragraph(RichText("**What** is it?"))])
        #expect(messages[1].attachments.first?.kind == .image)
        #expect(request.conversation.media[0].bytes == [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])
        #expect(request.conversation.media[0].pointer == "/messages/1/content/1/image_url/url")
        #expect(messages[2].body == [.code(language: nil, text: #"look({"x":1})"#)])
        #expect(request.warnings.map(\.pointer) == ["/model", "/options/show/system"])
        #expect(request.conversation.service == .assistant)
    }

    @Test(arguments: [
        ("from", "at", "text"), ("sender", "time", "content"), ("author", "timestamp", "body"),
        ("from", "date", "text"),
    ])
    func synonymsAreAccepted(from: String, at: String, text: String) throws {
        let message = try message(
            #"{"\#(from)":"ben","\#(at)":"1970-01-01T00:00:01Z","\#(text)":"Hi"}"#)
        #expect(message.from == 0)
        #expect(message.at?.milliseconds == 1000)
        #expect(message.body == [.paragraph(RichText("Hi"))])
    }

    @Test func canonicalNameWins() throws {
        for members in [#""text":"a","content":"b""#, #""content":"b","text":"a""#] {
            #expect(try message("{\(members)}").body == [.paragraph(RichText("a"))])
        }
    }
}
