import Dispatch
import HTTP
import System

/// One socket and its state. It belongs to its loop's queue and is touched nowhere else.
final class Connection {
    let peer: Peer
    /// Its place among the loop's connections.
    var slot: Int
    /// When it wants to hear of the time; nil when nothing of it depends on time.
    private(set) var deadline: Instant?

    let loop: EventLoop
    var core: ServerCore { loop.core }
    var state: ConnectionState
    /// Nil once it is closed.
    private var stream: Stream?
    private var reader: (any DispatchSourceRead)?
    private var wantsBytes = true
    /// Bytes came that nobody wanted: nothing is heard of more until somebody does. Not sooner,
    /// since the next request rarely comes before the answer, and each change costs several calls
    /// of the system.
    private var isSuspended = false
    /// Only while bytes wait.
    private var writer: (any DispatchSourceWrite)?
    /// Sources that Dispatch has not released: until then they need the descriptor.
    private var sources = 0

    private var outgoing: ArraySlice<UInt8> = []
    private var isReadable = false
    private var isWritable = true
    private var hasFinished = false
    private(set) var ending: ConnectionEnd?
    var requests = 0
    private var accountedBytes = 0
    var current: CurrentExchange?

    init(_ accepted: consuming Listener.Accepted, slot: Int, loop: EventLoop) {
        peer = accepted.peer
        stream = .some(accepted.stream)
        self.slot = slot
        self.loop = loop
        let settings = loop.core.settings
        state = ConnectionState(
            now: loop.now, limits: settings.limits, timeouts: settings.timeouts)
    }

    /// Who is the first to give way to others; nil while something is under way. Whoever has never
    /// asked goes before all who have: a crowd that only holds connections must not drive those
    /// off.
    var idleRank: (isKnown: Int, since: Instant)? {
        guard ending == nil, let since = state.idleSince else { return nil }
        return (requests == 0 ? 0 : 1, since)
    }

    /// Does whatever can be done now: read, answer, write, until nothing moves.
    private func turn() {
        var rounds = 0
        while ending == nil {
            // A peer that sends or takes without end must not keep the others from their turns.
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
            if pump() { moves = true }
            if send() { moves = true }
            obeyState()
            if !moves { break }
        }
        settle()
    }

    /// The exchange under way has something to send, or the last turn was too long.
    func continueTurn() {
        loop.enter()
        turn()
    }

    /// Reads what has come without an event for it.
    func look() {
        isReadable = !hasFinished
        turn()
    }

    func tick() {
        // No source tells of a reset while nothing is read.
        if !wantsBytes, stream?.isBroken ?? false { state.peerVanished() }
        state.tick(now: loop.now)
        turn()
    }

    func drain() {
        // What has come by now was sent before anybody could know.
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

    /// Answers with why it is not served and ends, without a source.
    func turnAway() {
        refuse(.descriptorLimit)
        // What has come already must be read, or the close becomes a reset that overtakes the
        // answer.
        look()
        state.peerVanished()
        turn()
    }

    /// Ends if it is still idle, now that another needs its place.
    func givesWay() -> Bool {
        look()
        if ending == nil { state.giveWay() }
        turn()
        return ending != nil
    }

    // MARK: The socket

    /// Begins to hear of what comes.
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
            // Only here it may be released, and after the last of them the descriptor closed.
            withExtendedLifetime(source) { sources -= 1 }
            if sources == 0, ending != nil {
                reader = nil
                leave()
            }
        }
        source.activate()
    }

    /// Listens for what it waits for, and for nothing else.
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
            // The source fires again if more is to be read.
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
            // An empty slice would keep what it was a slice of.
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

    /// Requests that are still coming share one budget: each is within its limit, but a thousand of
    /// them are not.
    func account() {
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
                // The usual answer is one piece and is not copied.
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
        // One that is suspended would never end.
        read(true)
        reader?.cancel()
        writer?.cancel()
        writer = nil
    }

    /// The descriptor is nobody's any more.
    private func leave() {
        guard let ending, stream.take() != nil else { return }
        core.statistics.count(ending)
        loop.closed(self)
        core.application.ended(peer, ending, requests: requests)
        loop.left()
    }
}
