import Dispatch
import HTTP
import Synchronization
import System

/// A socket and its state. Used only on its loop's queue.
final class Connection {
    let peer: Peer
    /// The index of this connection among the loop's connections.
    var slot: Int
    /// The next deadline; nil if there is none.
    private(set) var deadline: Instant?

    let loop: EventLoop
    var core: ServerCore { loop.core }
    var state: ConnectionState
    /// The socket; nil once closed.
    private var stream: Stream?
    private var reader: (any DispatchSourceRead)?
    private var wantsBytes = true
    /// Whether reading is suspended because unwanted bytes arrived. Reading is not suspended
    /// earlier: the next request rarely arrives before the response, and each change costs several
    /// system calls.
    private var isSuspended = false
    /// The write source, which exists only while bytes wait to be sent.
    private var writer: (any DispatchSourceWrite)?
    /// The number of sources not yet released by Dispatch. They need the descriptor until then.
    private var sources = 0

    private var outgoing: ArraySlice<UInt8> = []
    private var isReadable = false
    private var isWritable = true
    private var hasFinished = false
    private(set) var ending: ConnectionEnd?
    var requests = 0
    private var accountedBytes = 0
    private var current: CurrentExchange?

    init(_ accepted: consuming Listener.Accepted, slot: Int, loop: EventLoop) {
        peer = accepted.peer
        stream = .some(accepted.stream)
        self.slot = slot
        self.loop = loop
        let settings = loop.core.settings
        state = ConnectionState(
            now: loop.now, limits: settings.limits, timeouts: settings.timeouts)
    }

    /// The order in which idle connections are closed for new ones; nil during a request.
    /// Connections without a request are closed first: clients that only hold connections must not
    /// displace active ones.
    var idleRank: (isKnown: Int, since: Instant)? {
        guard ending == nil, let since = state.idleSince else { return nil }
        return (requests == 0 ? 0 : 1, since)
    }

    /// Reads, answers and writes until no progress is possible.
    private func turn() {
        var rounds = 0
        while ending == nil {
            // A peer that sends or receives endlessly must not starve the others.
            if rounds == 8 {
                wake.async { $0.continueTurn() }
                break
            }
            rounds += 1
            var moves = false
            if isReadable, state.readBudget > 0 {
                receive()
                moves = true
            }
            obeyState()
            // Small pieces are sent together, because each send wakes the client.
            while pump() { moves = true }
            if send() { moves = true }
            obeyState()
            if !moves { break }
        }
        settle()
    }

    /// Continues after the exchange has data to send, or after a long turn.
    func continueTurn() {
        loop.enter()
        turn()
    }

    /// Reads received data without waiting for an event.
    func look() {
        readAgain()
        turn()
    }

    /// Makes the turn read until no data is left.
    private func readAgain() { isReadable = !hasFinished }

    func tick() {
        // No source reports a reset while reading is suspended.
        if !wantsBytes, stream?.isBroken ?? false { state.peerVanished() }
        state.tick(now: loop.now)
        turn()
    }

    func drain() {
        // Data received by now was sent before the client could know about the drain.
        state.drain(now: loop.now)
        look()
    }

    func stop() {
        if current != nil { core.lost.add(1) }
        state.stop()
        turn()
    }

    func refuse(_ fault: HTTPFault) {
        state.refuse(fault, now: loop.now)
        turn()
    }

    /// Rejects the connection with a response, without creating a source.
    func turnAway() {
        refuse(.descriptorLimit)
        // Received data must be read, otherwise the close becomes a reset that overtakes the
        // response.
        look()
        state.peerVanished()
        turn()
    }

    /// Closes the connection for a new one if it is still idle. Returns whether it was closed.
    func givesWay() -> Bool {
        look()
        if ending == nil { state.giveWay() }
        turn()
        return ending != nil
    }

    // MARK: The socket

    /// Starts the read source.
    func watch() {
        guard let number = stream?.number else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: loop.queue)
        begin(source) { [self] in
            loop.enter()
            if wantsBytes { return look() }
            isSuspended = true
            source.suspend()
        }
        reader = source
    }

    private func watchWriting() {
        guard let number = stream?.number else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: number, queue: loop.queue)
        begin(source) { [self] in
            loop.enter()
            isWritable = true
            turn()
        }
        writer = source
    }

    private func begin(_ source: any DispatchSourceProtocol, _ handler: @escaping () -> Void) {
        sources += 1
        source.setEventHandler(handler: handler)
        source.setCancelHandler { [self] in
            // The source must not be released earlier. After the last source, the descriptor is
            // closed.
            withExtendedLifetime(source) { sources -= 1 }
            if sources == 0, ending != nil {
                reader = nil
                leave()
            }
        }
        source.activate()
    }

    /// Activates only the sources that the state waits for.
    private func settle() {
        guard ending == nil else { return }
        read(!hasFinished && state.readBudget > 0)
        if outgoing.isEmpty {
            writer?.cancel()
            writer = nil
        } else if writer == nil {
            watchWriting()
        }
        deadline = state.deadline
        if !wantsBytes, writer == nil {
            let next = loop.now + core.settings.timeouts.probe
            deadline = deadline.map { min($0, next) } ?? next
        }
        if let deadline { loop.expect(deadline) }
    }

    private func read(_ isWanted: Bool) {
        wantsBytes = isWanted
        guard isWanted, isSuspended else { return }
        isSuspended = false
        reader?.resume()
    }

    private func receive() {
        let room = min(loop.buffer.count, state.readBudget)
        switch stream?.receive(into: &loop.buffer, atMost: room) ?? .wouldBlock {
        case .moved(0):
            isReadable = false
            hasFinished = true
            state.peerFinished(now: loop.now)
        case .moved(let count):
            // The source fires again if there is more to read.
            if count < room { isReadable = false }
            core.statistics.bytesIn.add(count)
            state.received(loop.buffer[..<count], now: loop.now)
            account()
        case .wouldBlock:
            isReadable = false
        case .failed:
            isReadable = false
            state.peerVanished()
        }
    }

    private func send() -> Bool {
        guard isWritable, !outgoing.isEmpty, ending == nil else { return false }
        switch stream?.send(outgoing) ?? .wouldBlock {
        case .moved(let count):
            // An empty slice would keep its base array in memory.
            outgoing = count < outgoing.count ? outgoing.dropFirst(count) : []
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

    /// Counts the memory of this connection's incomplete request. All connections share one budget:
    /// each request is within its own limit, but a thousand of them are not.
    private func account() {
        let held = state.heldBytes
        guard held != accountedBytes else { return }
        let change = held - accountedBytes
        accountedBytes = held
        let all = core.statistics.held.add(change)
        if change > 0, held > 16 << 10, all > core.settings.requestMemory {
            state.refuse(.requestMemory(limit: core.settings.requestMemory), now: loop.now)
        }
    }

    // MARK: Actions of the state

    private func obeyState() {
        while let action = state.nextAction() {
            switch action {
            case .admit(let head): admit(head)
            case .respond(let request): respond(to: request)
            case .refuse(let fault): answer(fault)
            case .send(let bytes):
                // The usual response is a single piece and is not copied.
                if outgoing.isEmpty { outgoing = bytes[...] } else { outgoing += bytes }
            case .finishWriting: stream?.finishWriting()
            case .close(let how): close(how)
            }
        }
    }

    private func close(_ how: ConnectionEnd) {
        ending = how
        if how.resets { stream?.resetOnClose() }
        endExchange(cut: how)
        core.statistics.held.subtract(accountedBytes)
        accountedBytes = 0
        deadline = nil
        loop.closes()
        guard sources > 0 else { return leave() }
        // A suspended source would never be released.
        read(true)
        reader?.cancel()
        writer?.cancel()
        writer = nil
    }

    /// Closes the descriptor, once all sources are released.
    private func leave() {
        guard let ending, stream.take() != nil else { return }
        core.statistics.count(ending)
        loop.closed(self)
        core.application.ended(peer, ending, requests: requests)
        loop.left()
    }

    // The exchange with the application.
    private func admit(_ head: RequestHead) {
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

    private func respond(to request: Request) {
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
    private func pump() -> Bool {
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

    private var wake: QueueBound<Connection> { QueueBound(self, to: loop.queue) }

    private func beginExchange(_ head: RequestHead?) -> SocketExchange {
        requests += 1
        let exchange = SocketExchange(
            requestID: head.flatMap { RequestID.given(in: $0.fields) } ?? core.newRequestID(),
            peer: peer, head: head, received: loop.now, connection: wake, core: core)
        current = CurrentExchange(exchange: exchange, bytesOutBefore: state.bytesOut)
        return exchange
    }

    private func endExchange(cut: ConnectionEnd?) {
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
