import HTTP
import Synchronization

/// The exchange with the application.
extension Connection {
    func admit(_ head: RequestHead) {
        if core.isDraining.load(ordering: .relaxed) { state.drain(now: loop.now) }
        let exchange = beginExchange(head)
        switch core.application.admit(head, exchange) {
        case .accept(let limit):
            state.accept(bodyLimit: limit, now: loop.now)
            // Many clients send the body right after the head. Another event would cost two wakes
            // of Dispatch's threads and ten system calls.
            if state.awaitsBody { readAgain() }
        case .refuse(let response):
            answer(response)
        }
    }

    func respond(to request: Request) {
        account()
        guard let exchange = current?.exchange else { return }
        core.application.respond(to: request, exchange)
        _ = pump()
    }

    func answer(_ fault: HTTPFault) {
        core.statistics.count(fault)
        let exchange = current?.exchange ?? beginExchange(state.currentHead)
        current?.fault = fault
        answer(core.application.refusal(of: fault, exchange.head, exchange))
    }

    private func answer(_ response: Response) {
        current?.status = response.head.status
        state.answer(response, date: loop.dateText(), now: loop.now)
        endExchange(cut: nil)
    }

    /// Moves the application's response to the socket's queue, as far as there is room.
    func pump() -> Bool {
        guard let exchange = current?.exchange, state.takesAnswer, ending == nil else {
            return false
        }
        switch exchange.next(64 << 10) {
        case .nothing:
            return false
        case .whole(let response):
            answer(response)
        case .head(let head, let length):
            current?.status = head.status
            state.begin(head, length: length, date: loop.dateText(), now: loop.now)
        case .body(let bytes):
            state.write(bytes, now: loop.now)
        case .end:
            state.finish(now: loop.now)
            endExchange(cut: nil)
        case .broken where state.awaitsAnswer:
            answer(Response(500, closes: true))
        case .broken:
            state.breakOff()
        }
        return true
    }

    /// The current exchange, with facts for its log line.
    struct CurrentExchange {
        let exchange: SocketExchange
        var status: Status?
        var fault: HTTPFault?
        let bytesOutBefore: Int
    }

    var wake: QueueBound<Connection> { QueueBound(self, to: loop.queue) }

    private func beginExchange(_ head: RequestHead?) -> SocketExchange {
        requests += 1
        core.statistics.requests.add(1)
        let exchange = SocketExchange(
            requestID: head.flatMap { RequestID.given(in: $0.fields) } ?? core.newRequestID(),
            peer: peer, head: head, received: loop.now, connection: wake, core: core)
        current = CurrentExchange(exchange: exchange, bytesOutBefore: state.bytesOut)
        return exchange
    }

    func endExchange(cut: ConnectionEnd?) {
        guard let ended = current else { return }
        current = nil
        if cut != nil {
            ended.exchange.cancel()
            core.statistics.cut.add(1)
        }
        core.application.finished(
            ended.exchange,
            Outcome(
                status: ended.status, fault: ended.fault, bytesIn: state.requestBytes,
                bytesOut: state.bytesOut - ended.bytesOutBefore,
                elapsed: SystemClock.now - ended.exchange.received,
                closes: !state.persists, cut: cut))
    }
}
