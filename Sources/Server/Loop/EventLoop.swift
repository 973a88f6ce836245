import CSockets
import Glibc
import HTTP

/// A thread that waits for many sockets and gives each its turn.
///
/// A loop of its own on epoll, rather than a Dispatch source a connection: measured with a tiny
/// answer on two busy cores, 92,000 against 32,000 (sources on shared queues) and 51,000 (a queue
/// each, 257 threads) requests a second, at half the latency; and 10,000 idle connections cost one
/// thread instead of one per queue that woke. Everything that belongs to a connection is touched by
/// this thread alone, so it needs no lock.
final class EventLoop {
    let core: ServerCore
    let mailbox: Mailbox
    private let capacity: ConnectionCapacity
    private(set) var now: Instant
    private(set) var drainDeadline: Instant?
    /// One buffer for all: what a connection cannot use at once it copies.
    var buffer = [UInt8](repeating: 0, count: 64 << 10)

    private var poller: Poller
    private var acceptors: [Acceptor]
    private var table = ConnectionTable()
    private var deadlines = Deadlines()
    private var ready: [Connection] = []
    private var date = ""
    private var dateSeconds: Int64 = 0

    init(
        core: ServerCore, listeners: [Listener], capacity: ConnectionCapacity
    ) throws(SystemError) {
        self.core = core
        self.capacity = capacity
        mailbox = try Mailbox()
        poller = try Poller()
        now = SystemClock.now
        acceptors = try listeners.map { listener throws(SystemError) in
            try Acceptor(listener)
        }
        try poller.add(mailbox.number, flags: wake_events, token: Token.wake)
        for (index, acceptor) in acceptors.enumerated() {
            try poller.add(
                acceptor.listener.number, flags: listener_events, token: Token.listener(index))
        }
    }

    /// Runs until the server has drained.
    func run() {
        while drainDeadline == nil || table.count > 0 {
            let count = poller.wait(milliseconds: timeout())
            now = SystemClock.now
            for index in 0..<count { dispatch(poller.event(index)) }
            giveTurns()
            tick()
        }
    }

    /// The `Date` of answers, made once a second.
    func dateText() -> String {
        let seconds = SystemClock.wallSeconds
        if seconds != dateSeconds {
            dateSeconds = seconds
            date = HTTPDate.text(unixSeconds: seconds)
        }
        return date
    }

    /// Gives the connection another turn after the others have had theirs.
    func giveTurnLater(to connection: Connection) {
        ready.append(connection)
    }

    func settle(_ connection: Connection) {
        guard connection.isClosed else {
            return deadlines.set(connection.state.deadline, at: connection.slot)
        }
        guard table.remove(connection) else { return }
        deadlines.set(nil, at: connection.slot)
        core.statistics.open.subtract(1)
    }

    // MARK: Events

    private func dispatch(_ event: Poller.Event) {
        if event.token == Token.wake {
            for message in mailbox.takeAll() { obey(message) }
        } else if let index = Token.listenerIndex(event.token) {
            if index < acceptors.count { _ = accept(from: index) }
        } else if let connection = table[event.token] {
            connection.noteEvents(event.flags)
            connection.turn(self)
        }
    }

    private func obey(_ message: Mailbox.Message) {
        switch message {
        case .ready(let token): table[token]?.turn(self)
        case .drain(let deadline): drain(until: Instant(milliseconds: deadline))
        }
    }

    private func giveTurns() {
        let waiting = ready
        ready = []
        for connection in waiting { connection.turn(self) }
    }

    private func timeout() -> Int {
        if !ready.isEmpty { return 0 }
        let resumes = acceptors.compactMap(\.resumesAt).min()
        let earliest = [deadlines.next, drainDeadline, resumes].compactMap(\.self).min()
        guard let earliest else { return -1 }
        // Not more often than fifty times a second, however the deadlines lie.
        return max(20, earliest.milliseconds - now.milliseconds)
    }

    private func tick() {
        for slot in deadlines.due(now) { table.connection(at: slot)?.tick(self) }
        for index in acceptors.indices where acceptors[index].resumes(by: now) {
            try? poller.add(
                acceptors[index].listener.number, flags: listener_events,
                token: Token.listener(index))
        }
        if let drainDeadline, drainDeadline <= now {
            for connection in table.all { connection.stop(self) }
        }
    }

    // MARK: Accepting

    /// Takes what is waiting, up to a number; whether there may be more.
    private func accept(from index: Int) -> Bool {
        // A flood of connections must not keep those that are open from their turns.
        for _ in 0..<64 {
            do throws(SystemError) {
                try open(acceptors[index].accept(core), isLocal: acceptors[index].isLocal)
            } catch {
                if error.code == EAGAIN { return false }
                core.statistics.acceptErrors.add(1)
                if acceptors[index].canGoOn(after: error) { continue }
                // No memory, or no file and no spare: try again soon instead of spinning.
                poller.remove(acceptors[index].listener.number)
                acceptors[index].pause(until: now + .milliseconds(100))
                return false
            }
        }
        return true
    }

    private func open(
        _ accepted: consuming Listener.Accepted?, isLocal: Bool
    ) throws(SystemError) {
        guard let accepted else { return }
        let statistics = core.statistics
        statistics.total.add(1)
        let count = statistics.open.add(1)
        guard count <= capacity.room else {
            statistics.open.subtract(1)
            statistics.count(.descriptorLimit)
            return Acceptor.turnAway(Stream(accepted.descriptor, isLocal: isLocal))
        }
        let peer = accepted.peer
        let connection = Connection(
            Stream(accepted.descriptor, isLocal: isLocal), peer, token: table.newToken(),
            core: core, now: now)
        table.insert(connection)
        do throws(SystemError) {
            try poller.add(connection.number, flags: edge_events, token: connection.token)
        } catch {
            connection.abandon()
            settle(connection)
            throw error
        }
        if count > capacity.limit {
            connection.refuse(.connectionLimit(capacity.limit), self)
        }
        if drainDeadline != nil { connection.drain(self) }
        settle(connection)
    }

    // MARK: Draining

    private func drain(until deadline: Instant) {
        if drainDeadline == nil {
            // Whoever has connected before the listeners close is still served.
            for index in acceptors.indices {
                while accept(from: index) {}
                poller.remove(acceptors[index].listener.number)
            }
            acceptors = []
        }
        drainDeadline = drainDeadline.map { min($0, deadline) } ?? deadline
        for connection in table.all { connection.drain(self) }
    }
}
