import HTTP
import Model
import Testing

@testable import Service

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
