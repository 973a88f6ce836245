import HTTP
import Synchronization

/// The way back to a client of this process.
final class DirectExchange: WorkExchange {
    private let service: RenderService
    private let exchange: any Exchange
    private let taken = Mutex(WorkNotes())

    init(_ service: RenderService, _ exchange: any Exchange) {
        self.service = service
        self.exchange = exchange
    }

    var notes: WorkNotes { taken.withLock { $0 } }
    var requestID: String { exchange.requestID }
    var isCancelled: Bool { exchange.isCancelled }
    var hasOverflown: Bool { exchange.hasOverflown }

    func note(_ change: (inout WorkNotes) -> Void) { taken.withLock { change(&$0) } }

    func began(after nanoseconds: UInt64) {
        note { $0.queueSeconds = Double(nanoseconds) / 1e9 }
    }

    func answer(_ response: Response) { service.send(response, exchange) }

    func refuse(_ problem: Problem) { service.send(problem, exchange) }

    func begin(_ head: ResponseHead) {
        var head = head
        service.addCommon(&head.fields, exchange)
        exchange.begin(head)
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool { exchange.write(bytes) }

    func finish() { exchange.finish() }

    func fail() { exchange.fail() }
}
