import Testing

@testable import HTTP

@Suite struct ConnectionStreamTests {
    @Test func streamsChunkedToHTTP11AndUntilCloseToHTTP10() {
        let new = Conversation()
        new.answer = { _ in nil }
        new.receive(ConnectionLifeTests.get)
        Self.stream(into: new)
        #expect(
            new.text == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")
        #expect(new.fate == .open)
        let old = Conversation()
        old.answer = { _ in nil }
        old.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        Self.stream(into: old)
        #expect(old.text == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello world")
        #expect(old.fate == .shut)
    }

    static func stream(into conversation: Conversation) {
        conversation.change { $0.begin(ResponseHead(200), length: nil, date: "", now: $1) }
        conversation.change { $0.write(Array("hello".utf8)[...], now: $1) }
        conversation.change { $0.write([], now: $1) }
        conversation.change { $0.write(Array(" world".utf8)[...], now: $1) }
        conversation.change { $0.finish(now: $1) }
    }

    @Test func streamsWithALengthMustMatchIt() {
        for length in [10, 12] {
            let conversation = Conversation()
            conversation.answer = { _ in nil }
            conversation.receive(ConnectionLifeTests.get)
            conversation.change { $0.begin(ResponseHead(200), length: length, date: "", now: $1) }
            conversation.change { $0.write(Array("hello world".utf8)[...], now: $1) }
            conversation.change { $0.finish(now: $1) }
            #expect(conversation.fate == .closed(.broken))
        }
    }

    @Test func streamsNoBodyToHEAD() {
        let conversation = Conversation()
        conversation.answer = { _ in nil }
        conversation.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        Self.stream(into: conversation)
        #expect(conversation.text == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(conversation.fate == .open)
    }

    @Test func requestsMoreOnlyWhenEverythingIsSent() {
        let conversation = Conversation()
        conversation.answer = { _ in nil }
        conversation.peerReads = false
        conversation.receive(ConnectionLifeTests.get)
        conversation.change { $0.begin(ResponseHead(200), length: nil, date: "", now: $1) }
        #expect(conversation.takesAnswer)
        conversation.change { $0.write([UInt8](repeating: 0, count: 65_536)[...], now: $1) }
        #expect(!conversation.takesAnswer)
        conversation.change { $0.sent($0.unsent, now: $1) }
        #expect(conversation.takesAnswer)
    }
}
