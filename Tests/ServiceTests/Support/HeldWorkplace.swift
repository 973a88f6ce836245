import Basics
import Foundation
import HTTP
import Synchronization
import Themes

@testable import Service

/// A render backend whose work the test does, whenever it chooses.
final class HeldWorkplace: RenderBackend {
    private let orders = Mutex<[(order: WorkRequest, exchange: any WorkReply)]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    let load = WorkLoad()
    let trouble: Explanation? = nil

    func take(_ order: consuming WorkRequest, _ exchange: any WorkReply) {
        let order = copy order
        orders.withLock { $0.append((order, exchange)) }
        arrivals.signal()
    }

    var count: Int { orders.withLock { $0.count } }

    /// Waits for the next request.
    func next() -> (order: WorkRequest, exchange: any WorkReply) {
        arrivals.wait()
        return orders.withLock { $0.removeFirst() }
    }
}

/// A service without connections, whose work the test does.
struct HeldService {
    let work = HeldWorkplace()
    let service: RenderService

    private static let themes = Result {
        try ThemeCatalog(folder: RunningService.root.appendingPathComponent("config/themes").path)
    }

    init(
        cacheBytes: Int = 0, memory: MemoryBudget? = nil, commentSeconds: Double = 15,
        _ change: (inout Settings) -> Void = { _ in }
    ) throws {
        var settings = Settings()
        change(&settings)
        service = try RenderService(
            themes: try Self.themes.get(), settings: settings, backend: work,
            files: ServiceFiles(),
            log: Log(format: .off, level: .error), version: "test",
            cache: cacheBytes > 0 ? ResponseCache(limit: cacheBytes, memory: memory) : nil,
            jobs: settings.jobBytes > 0
                ? AsyncRenderStore(settings, memory: memory, commentSeconds: commentSeconds) : nil)
    }

    var cache: ResponseCache.Counts { service.cache?.counts ?? ResponseCache.Counts() }

    /// Sends a request; the response arrives in the returned exchange.
    func ask(
        _ line: String, _ fields: [String] = [], body: String = ""
    ) throws -> RecordedExchange {
        try service.ask(line, fields, body: body)
    }

    /// Ends an exchange: the client has the response, or has disconnected if `isCut`.
    func end(_ exchange: RecordedExchange, isCut: Bool = false) {
        if isCut { exchange.cancel() }
        service.finished(
            exchange,
            Outcome(
                status: 200, fault: nil, bytesIn: 0, bytesOut: 0, elapsed: .zero, closes: false,
                cut: isCut ? .reset : nil))
    }

    struct Refused: Error {}

    static func request(_ line: String, _ fields: [String] = [], body: String = "") throws
        -> Request
    {
        var state = ConnectionState(now: Instant(milliseconds: 0))
        let lines = ["\(line) HTTP/1.1", "Host: a", "Content-Length: \(body.utf8.count)"] + fields
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
        state.received(bytes[...], now: Instant(milliseconds: 0))
        while let action = state.nextAction() {
            if case .admit = action {
                state.accept(bodyLimit: 1 << 20, now: Instant(milliseconds: 0))
            }
            if case .respond(let request) = action { return request }
        }
        throw Refused()
    }
}

extension RenderService {
    /// Sends a request without a connection; the response arrives in the returned exchange.
    func ask(
        _ line: String, _ fields: [String] = [], body: String = ""
    ) throws -> RecordedExchange {
        let request = try HeldService.request(line, fields, body: body)
        let exchange = RecordedExchange(
            requestID: UUID().uuidString, peer: Peer(.local), head: request.head,
            received: Instant(milliseconds: 0))
        guard case .accept = admit(request.head, exchange) else { throw HeldService.Refused() }
        respond(to: request, exchange)
        return exchange
    }
}
