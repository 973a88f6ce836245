import Dispatch
import HTTP
import Server
import Synchronization

/// An application with scripted responses, which records events for the test.
final class ScriptedApplication: Application {
    enum Event: Sendable, Equatable {
        case received(path: String)
        case finished(path: String?, status: Int?, cut: ConnectionEnd?)
        case ended(ConnectionEnd, requests: Int)
    }

    private let admission: @Sendable (RequestHead) -> Admission
    private let answer: @Sendable (Request, any Exchange) -> Void
    private let events = Mutex<[Event]>([])
    private let outcomeList = Mutex<[Outcome]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    init(
        admission: @escaping @Sendable (RequestHead) -> Admission = { _ in
            .accept(bodyLimit: 1 << 20)
        },
        answer: @escaping @Sendable (Request, any Exchange) -> Void = { request, exchange in
            exchange.answer(Response(200, body: Array(request.head.target.path.utf8)))
        }
    ) {
        self.admission = admission
        self.answer = answer
    }

    var outcomes: [Outcome] { outcomeList.withLock { $0 } }

    func admit(_ head: RequestHead, _ exchange: any Exchange) -> Admission {
        admission(head)
    }

    func respond(to request: Request, _ exchange: any Exchange) {
        note(.received(path: request.head.target.path))
        answer(request, exchange)
    }

    func finished(_ exchange: any Exchange, _ outcome: Outcome) {
        outcomeList.withLock { $0.append(outcome) }
        note(
            .finished(
                path: exchange.head?.target.path, status: outcome.status?.code, cut: outcome.cut))
    }

    func ended(_ peer: Peer, _ ending: ConnectionEnd, requests: Int) {
        note(.ended(ending, requests: requests))
    }

    /// Waits for a connection to end in this way, after any number of requests.
    func hearsEnding(_ ending: ConnectionEnd) -> Bool {
        hears { event in
            if case .ended(ending, _) = event { true } else { false }
        }
    }

    private func note(_ event: Event) {
        events.withLock { $0.append(event) }
        arrivals.signal()
    }

    /// Waits for an event; returns false if it does not happen.
    func hears(_ event: Event) -> Bool {
        hears { $0 == event }
    }

    func hears(_ isWanted: (Event) -> Bool) -> Bool {
        while true {
            if events.withLock({ $0.contains(where: isWanted) }) { return true }
            if arrivals.wait(timeout: .now() + 20) == .timedOut { return false }
        }
    }
}
