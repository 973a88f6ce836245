import Foundation
import HTTP

/// A server connection without a socket: request bytes go in in pieces and response bytes come out,
/// all on the thread of the test, with a clock that does not advance.
final class InProcessConnection {
    private let application: any Application
    private let peer: Peer
    private var state: ConnectionState
    private var exchange: RecordedExchange?
    private var requests = 0
    private var bytesOutBefore = 0
    /// All response bytes so far.
    private(set) var output = Data()
    /// Nil while the connection is open.
    private(set) var ending: ConnectionEnd?

    private let now: Instant

    init(_ application: any Application, peer: Peer, now: Instant) {
        self.application = application
        self.peer = peer
        self.now = now
        state = ConnectionState(now: now)
    }

    /// Sends a piece and waits for the responses to the requests that it completes.
    func send(_ bytes: some Sequence<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty, state.readBudget > 0 {
            let piece = rest.prefix(state.readBudget)
            rest = rest.dropFirst(piece.count)
            state.received(piece, now: now)
            obey()
        }
    }

    func finishSending() {
        state.peerFinished(now: now)
        obey()
    }

    private func obey() {
        while let action = state.nextAction() {
            switch action {
            case .admit(let head): admit(head)
            case .respond(let request): respond(to: request)
            case .refuse(let fault):
                let exchange = exchange ?? begin(state.currentHead)
                answer(application.refusal(of: fault, exchange.head, exchange), fault: fault)
            case .send(let bytes):
                output += bytes
                state.sent(bytes.count, now: now)
            case .finishWriting: break
            case .close(let how): end(how)
            }
        }
    }

    private func begin(_ head: RequestHead?) -> RecordedExchange {
        requests += 1
        bytesOutBefore = state.bytesOut
        let begun = RecordedExchange(
            requestID: head.flatMap { RequestID.given(in: $0.fields) } ?? "own-\(requests)",
            peer: peer, head: head, received: now)
        exchange = begun
        return begun
    }

    private func admit(_ head: RequestHead) {
        let exchange = begin(head)
        switch application.admit(head, exchange) {
        case .accept(let limit): state.accept(bodyLimit: limit, now: now)
        case .refuse(let response): answer(response)
        }
    }

    private func respond(to request: Request) {
        guard let exchange else { return }
        application.respond(to: request, exchange)
        var status: Status?
        while true {
            switch exchange.next() {
            case .whole(let response): return answer(response)
            case .head(let head, let length):
                status = head.status
                state.begin(head, length: length, date: Self.date, now: now)
            case .body(let bytes): state.write(bytes, now: now)
            case .end:
                state.finish(now: now)
                return finish(status)
            case .broken:
                if state.awaitsAnswer { return answer(Response(500, closes: true)) }
                return state.breakOff()
            }
        }
    }

    private func answer(_ response: Response, fault: HTTPFault? = nil) {
        state.answer(response, date: Self.date, now: now)
        finish(response.head.status, fault: fault)
    }

    private func finish(_ status: Status?, fault: HTTPFault? = nil, cut: ConnectionEnd? = nil) {
        guard let over = exchange else { return }
        exchange = nil
        application.finished(
            over,
            Outcome(
                status: status, fault: fault, bytesIn: state.requestBytes,
                bytesOut: state.bytesOut - bytesOutBefore, elapsed: .zero,
                closes: !state.persists, cut: cut))
    }

    private func end(_ how: ConnectionEnd) {
        ending = how
        finish(nil, cut: how)
        application.ended(peer, how, requests: requests)
    }

    private static let date = HTTPDate.text(unixSeconds: 1_780_000_000)
}
