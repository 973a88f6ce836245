import Testing

@testable import HTTP

@Suite struct ConnectionTimeTests {
    static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func closesIdleConnectionsWithoutAResponse() {
        let conversation = Conversation()
        conversation.wait(.seconds(29))
        #expect(conversation.fate == .open)
        conversation.wait(.seconds(1))
        #expect(conversation.fate == .closed(.idle))
        #expect(conversation.sent.isEmpty)
        let kept = Conversation()
        kept.wait(.seconds(29))
        kept.receive(Self.get)
        kept.wait(.seconds(29))
        #expect(kept.fate == .open)
        kept.wait(.seconds(1))
        #expect(kept.fate == .closed(.idle))
        #expect(kept.statuses == [200])
    }

    @Test func refusesSlowHeads() {
        let conversation = Conversation()
        for byte in "GET / HTT".utf8 {
            conversation.receive([byte])
            conversation.wait(.seconds(1))
        }
        #expect(conversation.fate == .open)
        conversation.wait(.seconds(1))
        #expect(conversation.statuses == [408])
        #expect(conversation.fate == .shut)
        #expect(conversation.faults == [.headTimeout(limit: .seconds(10))])
    }

    @Test func refusesSlowBodies() {
        let conversation = Conversation()
        conversation.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
        for _ in 0..<9 {
            conversation.receive("a")
            conversation.wait(.seconds(1))
        }
        #expect(conversation.fate == .open)
        conversation.wait(.seconds(1))
        #expect(conversation.statuses == [408])
        #expect(conversation.faults == [.bodyTimeout(received: 9)])
    }

    @Test func allowsSteadyBodiesUpToAMaximumTime() {
        let conversation = Conversation()
        conversation.bodyLimit = 1 << 30
        conversation.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
        for _ in 0..<299 {
            conversation.receive([UInt8](repeating: 0, count: 1024))
            conversation.wait(.seconds(1))
        }
        #expect(conversation.fate == .open)
        conversation.wait(.seconds(1))
        #expect(conversation.statuses == [408])
    }

    @Test func applicationTimeDoesNotCountAgainstThePeer() {
        let conversation = Conversation()
        conversation.answer = { _ in nil }
        conversation.receive(Self.get)
        #expect(conversation.deadline == nil)
        conversation.wait(.seconds(1000))
        #expect(conversation.fate == .open)
    }

    @Test func disconnectsStalledReaders() {
        let conversation = Conversation()
        conversation.peerReads = false
        conversation.receive(Self.get)
        conversation.wait(.seconds(9))
        conversation.change { $0.sent(1, now: $1) }
        conversation.wait(.seconds(9))
        #expect(conversation.fate == .open)
        conversation.wait(.seconds(1))
        #expect(conversation.fate == .closed(.slowReader))
        #expect(ConnectionEnd.slowReader.resets)
    }

    @Test func disconnectsReadersThatTakeSingleBytes() {
        let conversation = Conversation()
        conversation.peerReads = false
        conversation.receive(Self.get)
        for _ in 0..<7 {
            #expect(conversation.fate == .open)
            conversation.wait(.seconds(9))
            conversation.change { $0.sent(1, now: $1) }
        }
        #expect(conversation.fate == .closed(.slowReader))
    }

    @Test func lingersTwoSeconds() {
        let conversation = Conversation()
        conversation.receive("junk junk\r\n")
        conversation.wait(.milliseconds(1999))
        #expect(conversation.fate == .shut)
        conversation.wait(.milliseconds(1))
        #expect(conversation.fate == .closed(.served))
    }

    @Test func probesHalfClosedPeersOnce() {
        let conversation = Conversation()
        conversation.answer = { _ in nil }
        conversation.receive(Self.get)
        conversation.finish()
        conversation.wait(.milliseconds(499))
        #expect(conversation.statuses.isEmpty)
        conversation.wait(.milliseconds(1))
        #expect(conversation.statuses == [100])
        conversation.wait(.seconds(60))
        #expect(conversation.statuses == [100])
        conversation.change { $0.answer(Response(200), date: "", now: $1) }
        #expect(conversation.statuses == [100, 200])
    }

    @Test func neverProbesHTTP10Clients() {
        let conversation = Conversation()
        conversation.answer = { _ in nil }
        conversation.receive("GET / HTTP/1.0\r\n\r\n")
        conversation.finish()
        #expect(conversation.deadline == nil)
    }

    @Test func idleConnectionsGetAShortGraceWhileDraining() {
        let conversation = Conversation()
        conversation.change { $0.drain(now: $1) }
        conversation.wait(.milliseconds(999))
        conversation.receive(Self.get)
        #expect(conversation.statuses == [200])
        #expect(conversation.fate == .shut)
        let idle = Conversation()
        idle.change { $0.drain(now: $1) }
        idle.wait(.seconds(1))
        #expect(idle.fate == .closed(.drained))
    }

    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)])
    func formatsHTTPDates(seconds: Int64, text: String) {
        #expect(HTTPDate.text(unixSeconds: seconds) == text)
    }
}
