import Foundation
import HTTP
import Model
import Rendering
import Testing

@testable import Service
@testable import chatprint

@Suite struct LogLineTests {
    @Test(arguments: [
        ("GET /render.png?m=Meet+me&sig=abc", "/render.png/…"),
        ("GET /render.png/WyJIaSJd", "/render.png/…"),
        ("OPTIONS /render.svg/WyJIaSJd", "/render.svg/…"),
        ("DELETE /render.png?m=Meet+me&sig=abc", "/render.png/…"),
        ("PUT /render.png?m=Meet+me", "/render.png/…"),
        ("POST /render.png/WyJIaSJd", "/render.png/…"),
        ("POST /render.png?m.ben=Meet+me", "/render.png/…"),
        ("POST /render.png?sig=abc", "/render.png/…"),
        ("POST /render.png?scale=2&sharp=true", "/render.png?scale=2&…"),
        ("POST /render?m=Meet+me", "/render?…"), ("POST /render?hello", "/render?…"),
        ("POST /render?messages=[\"Meet+me\"]&format=pdf", "/render?…&format=pdf"),
        ("POST /render.pdf?redact=Ana&title=Meet+me", "/render.pdf?…&title=…"),
        ("POST /render.pdf?password=hunter2", "/render.pdf?…"),
        ("POST /render.pdf?output.password=hunter2", "/render.pdf?…"),
        ("POST /render?scale=Meet&kind=group&format=Ana", "/render?scale=…&kind=group&format=…"),
        ("POST /validate?theme=Meet+me&after=Ana", "/validate?theme=…&after=…"),
        ("GET /render.bmp?m=Meet+me", "/render.…"),
        ("GET /%72ender.png?m=Meet+me", "/render.png/…"),
        ("GET http://a/render.png?m=Meet+me", "/render.png/…"),
        ("GET /render?m=Meet+me", "/render"),
        ("GET /rendr.png?m=Meet+me", "/rendr.png"), ("GET /rendr.png/WyJIaSJd", "/rendr.png/…"),
        ("OPTIONS *", "*"), ("OPTIONS /themes?x", "/themes"),
        ("GET /themes/sms?mode=dark", "/themes/sms?mode=…"),
    ])
    func messagesAndSignaturesAreNotLogged(line: String, target: String) throws {
        let head = try HeldService.request(line).head
        #expect(head.loggedTarget(Route(path: head.target.path)) == target)
    }

    @Test(arguments: [
        ("/messages/0/at", "/messages/0/at"), ("/messages/12/Meet me/text", "/messages/12/…/text"),
        ("/participants/1/name", "/participants/1/name"), ("/Zoe", "/…"), ("/٣", "/…"),
        ("/output/page/size", "/output/page/size"),
    ])
    func pointersHaveNoTextOfTheCaller(pointer: String, logged: String) {
        #expect(pointer.loggedPointer == logged)
    }

    @Test(arguments: [
        ("/version", "/version"), ("", "\"\""), ("/render?m=a", "\"/render?m=a\""),
        ("say \"hi\"", "\"say 'hi'\""), ("a\u{1B}[2K\n", "a\u{FFFD}[2K\u{FFFD}"),
        ("Zoë\u{2028}", "Zoë\u{FFFD}"),
        (String(repeating: "é", count: 300), String(repeating: "é", count: 256)),
    ])
    func valuesStayOneWordOfOneLine(value: String, written: String) {
        let line = LogLine(
            time: Date(timeIntervalSince1970: 0), level: .info, event: "request",
            facts: [("target", .text(value))])
        #expect(
            String(decoding: line.text, as: UTF8.self)
                == "1970-01-01T00:00:00.000Z info request target=\(written)\n")
    }
}

/// The state of a request is stored on its exchange until the exchange has finished.
@Suite struct RequestRecordTests {
    @Test func finishedExchangesKeepNothing() throws {
        let service = try HeldService()
        let exchange = try service.ask("POST /render.png", body: "{}")
        weak var writer: ClientReply?
        weak var record: RequestRecord?
        do {
            let (_, held) = service.work.next()
            writer = held as? ClientReply
            record = exchange.record
            #expect(record?.facts.route?.format == .png && record?.facts.reply === writer)
            held.answer(Response(200, body: [1]))
        }
        #expect(writer != nil && record != nil)
        service.end(exchange)
        #expect(exchange.state == nil && writer == nil && record == nil)
        // Work may outlast its exchange.
        service.service.note(exchange) { $0.problem = "late" }
        #expect(exchange.state == nil)
    }

    @Test(arguments: [true, false])
    func problemsOfAResponseAreCountedOnce(hasLeft: Bool) throws {
        let service = try HeldService()
        let exchange = try service.ask("POST /render.png", body: "{}")
        let (_, held) = service.work.next()
        held.begin(ResponseHead(200))
        exchange.overflow()
        // The render may notice the full file before or after the end of the exchange.
        if hasLeft { service.end(exchange, isCut: true) }
        held.refuse(.spillFull(service.service.settings))
        if !hasLeft { service.end(exchange, isCut: true) }
        let counts = service.service.metrics.snapshot
        #expect(counts.problems == ["spill-full": 1] && counts.limits == ["spill_bytes": 1])
    }

    @Test func clientsThatLeaveWithdrawTheirRequest() throws {
        let service = try HeldService()
        let exchange = try service.ask("POST /render.png", body: "{}")
        let (_, held) = service.work.next()
        let isWithdrawn = OnceFlag()
        held.note { $0.withdraw = { _ = isWithdrawn.set() } }
        service.end(exchange, isCut: true)
        #expect(held.isCanceled && !isWithdrawn.set())
    }
}

@Suite struct ProgressLineTests {
    private let second: UInt64 = 1_000_000_000

    @Test func nothingIsShownInTheFirstSecond() {
        var line = ProgressLine(messages: 10_000, began: 5 * second)
        #expect(line.text(RenderProgress(.layout, done: 1, of: 2), now: 6 * second - 1) == nil)
        #expect(line.text(now: 6 * second) == "layout 20 % · 10,000 messages · 4 s left")
    }

    @Test(
        arguments: [
            (nil, .reading, 3, 4, 3, "reading 75 % · 1 s left"),
            (2, .output, 2, 2, 2, "drawing 100 % · 2 messages"),
        ] as [(Int?, RenderProgress.Stage, Int, Int, UInt64, String)])
    func lineShowsThePercentageAndTheTimeLeftUntilTheEnd(
        messages: Int?, stage: RenderProgress.Stage, done: Int, all: Int, now: UInt64, text: String
    ) {
        var line = ProgressLine(messages: messages, began: 0)
        #expect(line.text(RenderProgress(stage, done: done, of: all), now: now * second) == text)
    }

    @Test func timeLeftForReadingDoesNotIncludeTheTimeOfUnlocking() {
        var line = ProgressLine(messages: nil, began: 0)
        let first = line.text(RenderProgress(.unlocking, done: 9, of: 10), now: 9 * second)
        #expect(first == "unlocking 90 % · 1 s left")
        _ = line.text(RenderProgress(.reading, done: 0, of: 10), now: 10 * second)
        let next = line.text(RenderProgress(.reading, done: 1, of: 10), now: 11 * second)
        #expect(next == "reading 10 % · 9 s left")
    }

    @Test func lineShowsMessagesPagesAndBytes() {
        var line = ProgressLine(messages: 1, began: 0)
        line.pages = 1_234
        line.bytes = 12_345_678
        let text = line.text(RenderProgress(.output, done: 1, of: 2), now: 12 * second)
        #expect(text == "drawing 65 % · 1 message · 1,234 pages · 12.3 MB · 7 s left")
    }

    @Test func progressNeverDecreasesAndUpdatesAtMostTenTimesASecond() {
        var line = ProgressLine(messages: 2, began: 0)
        _ = line.text(RenderProgress(.output, done: 1, of: 2), now: 2 * second)
        #expect(line.text(now: 2 * second + 99_999_999) == nil)
        let later = line.text(RenderProgress(.layout, done: 1, of: 2), now: 3 * second)
        #expect(later?.hasPrefix("drawing 65 % ") == true)
    }

    @Test func longWaitsAreShownInMinutes() {
        #expect(Count.left(118.2) == "119 s left")
        #expect(Count.left(119.2) == "2 min left")
        #expect(Count.left(3_600) == "60 min left")
        #expect(Count.left(0) == "0 s left")
    }

    @Test func batchShowsItsRateAndTheTimeLeft() {
        var tally = Batch.Tally(all: 40)
        tally.done = 8
        tally.failed = 2
        let now = tally.began + 5 * second
        #expect(
            tally.progress(now: now) == "10 of 40: 8 rendered, 2 failed, 2.0 a second, 15 s left")
        tally.all = nil
        #expect(tally.progress(now: now) == "10: 8 rendered, 2 failed, 2.0 a second")
    }
}

@Suite struct TerminalTests {
    @Test func controlCharactersAreReplaced() {
        let hostile = "a\u{1B}[31m\u{9B}2J\u{7F}b\n\tç"
        #expect(Terminal.sanitized(hostile) == "a\u{FFFD}[31m\u{FFFD}2J\u{FFFD}b\n\tç")
    }
}
