import CSockets
import HTTP

/// One socket and its state. It belongs to its loop's thread and is touched by no other.
final class Connection {
    let token: UInt64
    let peer: Peer
    var state: ConnectionState
    private let stream: Stream
    private let core: ServerCore
    private var outgoing = OutgoingBytes()
    /// Edges that epoll has told and that were not used up yet.
    private var isReadable = false
    private var isWritable = true
    private var hasHungUp = false
    private var ending: Ending?
    private var requests = 0
    private var accountedBytes = 0
    private var current: CurrentExchange?

    init(
        _ stream: consuming Stream, _ peer: Peer, token: UInt64, core: ServerCore, now: Instant
    ) {
        self.stream = stream
        self.peer = peer
        self.token = token
        self.core = core
        state = ConnectionState(
            now: now, limits: core.settings.limits, timeouts: core.settings.timeouts)
    }

    var slot: Int { Token.slot(token) }
    var number: Int32 { stream.number }
    var isClosed: Bool { ending != nil }

    func noteEvents(_ flags: UInt32) {
        if flags & readable_events != 0 { isReadable = true }
        if flags & writable_events != 0 { isWritable = true }
        if flags & hangup_events != 0 { hasHungUp = true }
        if flags & broken_events != 0 { state.peerVanished() }
    }

    /// Does whatever can be done now: read, answer, write, until nothing moves.
    func turn(_ loop: EventLoop) {
        var rounds = 0
        while !isClosed {
            // A peer that sends or takes without end must not keep the others from their turns.
            if rounds == 8 {
                loop.giveTurnLater(to: self)
                break
            }
            rounds += 1
            var moves = false
            if isReadable, state.readBudget > 0 {
                receive(loop)
                moves = true
            }
            obeyState(loop)
            if pump(loop) { moves = true }
            if send(loop) { moves = true }
            obeyState(loop)
            if !moves { break }
        }
        loop.settle(self)
    }

    func tick(_ loop: EventLoop) {
        state.tick(now: loop.now)
        turn(loop)
    }

    func drain(_ loop: EventLoop) {
        // What has come by now was sent before anybody could know.
        isReadable = true
        state.drain(now: loop.now)
        turn(loop)
    }

    func stop(_ loop: EventLoop) {
        if current != nil { core.lost.add(1) }
        state.stop()
        turn(loop)
    }

    func refuse(_ fault: HTTPFault, _ loop: EventLoop) {
        state.refuse(fault, now: loop.now)
        turn(loop)
    }

    /// Ends a connection that was never watched.
    func abandon() {
        ending = .broken
    }

    // MARK: The socket

    private func receive(_ loop: EventLoop) {
        let room = min(loop.buffer.count, state.readBudget)
        switch stream.receive(into: &loop.buffer, atMost: room) {
        case .moved(0):
            isReadable = false
            state.peerFinished(now: loop.now)
        case .moved(let count):
            // A short read has emptied the socket, unless the peer's end is still to be read.
            if count < room, !hasHungUp { isReadable = false }
            core.statistics.bytesIn.add(count)
            state.received(loop.buffer[..<count], now: loop.now)
            account(loop)
        case .wouldBlock:
            isReadable = false
        case .failed:
            isReadable = false
            state.peerVanished()
        }
    }

    private func send(_ loop: EventLoop) -> Bool {
        guard isWritable, !outgoing.isEmpty, !isClosed else { return false }
        switch stream.send(outgoing.bytes) {
        case .moved(let count):
            outgoing.remove(count)
            core.statistics.bytesOut.add(count)
            state.sent(count, now: loop.now)
            return true
        case .wouldBlock:
            isWritable = false
        case .failed:
            state.peerVanished()
        }
        return false
    }

    /// Requests that are still coming share one budget: each is within its limit, but a thousand of
    /// them are not.
    private func account(_ loop: EventLoop) {
        let held = state.heldBytes
        guard held != accountedBytes else { return }
        let change = held - accountedBytes
        accountedBytes = held
        let all = core.statistics.held.add(change)
        if change > 0, held > 16 << 10, all > core.settings.requestMemory {
            state.refuse(.requestMemory(limit: core.settings.requestMemory), now: loop.now)
        }
    }

    // MARK: The state's wishes

    private func obeyState(_ loop: EventLoop) {
        while let action = state.nextAction() {
            switch action {
            case .admit(let head): admit(head, loop)
            case .respond(let request): respond(to: request, loop)
            case .refuse(let fault): answer(fault, loop)
            case .send(let bytes): outgoing.append(bytes)
            case .finishWriting: stream.finishWriting()
            case .close(let how): close(how, loop)
            }
        }
    }

    private func admit(_ head: RequestHead, _ loop: EventLoop) {
        let exchange = beginExchange(head, loop)
        switch core.application.admit(head, exchange) {
        case .accept(let limit):
            state.accept(bodyLimit: limit, now: loop.now)
        case .refuse(let response):
            answer(response, loop)
        }
    }

    private func respond(to request: Request, _ loop: EventLoop) {
        account(loop)
        guard let exchange = current?.exchange else { return }
        core.application.respond(to: request, exchange)
        _ = pump(loop)
    }

    private func answer(_ fault: HTTPFault, _ loop: EventLoop) {
        core.statistics.count(fault)
        let exchange = current?.exchange ?? beginExchange(state.currentHead, loop)
        current?.fault = fault
        answer(core.application.refusal(of: fault, exchange.head, exchange), loop)
    }

    private func answer(_ response: Response, _ loop: EventLoop) {
        current?.status = response.head.status
        state.answer(response, date: loop.dateText(), now: loop.now)
        endExchange(loop, cut: nil)
    }

    /// Moves the application's answer into the socket's queue, as far as there is room.
    private func pump(_ loop: EventLoop) -> Bool {
        guard let exchange = current?.exchange, state.takesAnswer, !isClosed else { return false }
        switch exchange.next(64 << 10) {
        case .nothing:
            return false
        case .whole(let response):
            answer(response, loop)
        case .head(let head, let length):
            current?.status = head.status
            state.begin(head, length: length, date: loop.dateText(), now: loop.now)
        case .body(let bytes):
            state.write(bytes, now: loop.now)
        case .end:
            state.finish(now: loop.now)
            endExchange(loop, cut: nil)
        case .broken where state.awaitsAnswer:
            answer(Response(500, closes: true), loop)
        case .broken:
            state.breakOff()
        }
        return true
    }

    private func close(_ how: Ending, _ loop: EventLoop) {
        ending = how
        if how.resets { stream.resetOnClose() }
        endExchange(loop, cut: how)
        core.statistics.count(how)
        core.statistics.held.subtract(accountedBytes)
        accountedBytes = 0
        core.application.ended(peer, how, requests: requests)
    }

    // MARK: Exchanges

    /// The exchange under way, and what its log line will say.
    private struct CurrentExchange {
        let exchange: Exchange
        var status: Status?
        var fault: HTTPFault?
        let givenOutBefore: Int
    }

    private func beginExchange(_ head: RequestHead?, _ loop: EventLoop) -> Exchange {
        requests += 1
        core.statistics.requests.add(1)
        let exchange = Exchange(
            requestID: head.flatMap { RequestID.given(in: $0.fields) } ?? core.newRequestID(),
            peer: peer, head: head, received: loop.now, token: token, mailbox: loop.mailbox,
            settings: core.settings)
        current = CurrentExchange(exchange: exchange, givenOutBefore: state.givenOut)
        return exchange
    }

    private func endExchange(_ loop: EventLoop, cut: Ending?) {
        guard let ended = current else { return }
        current = nil
        if cut != nil {
            ended.exchange.cancel()
            core.statistics.cut.add(1)
        }
        core.statistics.spilled.add(ended.exchange.spilled)
        core.application.finished(
            ended.exchange,
            Outcome(
                status: ended.status, fault: ended.fault, bytesIn: state.requestBytes,
                bytesOut: state.givenOut - ended.givenOutBefore,
                elapsed: SystemClock.now - ended.exchange.received,
                closes: !state.persists, cut: cut))
    }
}
