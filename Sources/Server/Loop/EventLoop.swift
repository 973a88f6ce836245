import Dispatch
import Glibc
import HTTP
import System

/// A serial queue on which many sockets have their turns.
///
/// Dispatch waits for all of them on one thread and calls here. Everything that belongs to a
/// connection is touched on this queue alone, so it needs no lock.
final class EventLoop {
    let core: ServerCore
    let queue = DispatchQueue(label: "sockets")
    private(set) var now = SystemClock.now
    private(set) var isDraining = false
    /// One buffer for all: what a connection cannot use at once it copies.
    var buffer = [UInt8](repeating: 0, count: 64 << 10)

    private let capacity: ConnectionCapacity
    private let acceptors: [Acceptor]
    private var connections: [Connection] = []
    /// Connections that have ended and whose descriptors Dispatch still watches.
    private var closing = 0
    /// Listeners and connections that are still open.
    private let open: DispatchGroup
    private let timer: any DispatchSourceTimer
    /// When the timer goes off.
    private var alarm: Instant?
    private var date = ""
    private var dateSeconds: Int64 = 0

    init(
        core: ServerCore, listeners: [Listener], capacity: ConnectionCapacity, open: DispatchGroup
    ) {
        self.core = core
        self.capacity = capacity
        self.open = open
        acceptors = listeners.map { [queue] listener in Acceptor(listener, on: queue) }
        timer = DispatchSource.makeTimerSource(queue: queue)
    }

    /// Serves until it is drained.
    func start() {
        timer.setEventHandler { [self] in tick() }
        timer.setCancelHandler { [self] in withExtendedLifetime(timer) {} }
        timer.activate()
        for acceptor in acceptors {
            open.enter()
            acceptor.open { [self] in
                enter()
                _ = accept(from: acceptor)
            } closed: { [open] in
                open.leave()
            }
        }
    }

    /// As others know it.
    var bound: QueueBound<EventLoop> { QueueBound(self, to: queue) }

    /// Every call on the queue begins with it.
    func enter() {
        dispatchPrecondition(condition: .onQueue(queue))
        now = SystemClock.now
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

    // MARK: Time

    /// Sees to it that connections hear of the time no later than this.
    func expect(_ deadline: Instant) {
        guard alarm.map({ deadline < $0 }) ?? true else { return }
        alarm = deadline
        // Not more often than fifty times a second, however the deadlines lie.
        let wait = max(20, (deadline - now).milliseconds)
        timer.schedule(deadline: .now() + .milliseconds(wait))
    }

    private func tick() {
        enter()
        // A look through all of them, and only when the earliest may be due.
        for connection in connections where connection.deadline.map({ $0 <= now }) ?? false {
            connection.tick()
        }
        alarm = nil
        if let next = connections.lazy.compactMap(\.deadline).min() { expect(next) }
    }

    // MARK: Accepting

    /// Takes what is waiting, up to a number; whether there may be more.
    private func accept(from acceptor: Acceptor) -> Bool {
        // A flood of connections must not keep those that are open from their turns.
        for round in 0..<64 {
            var fits = true
            if !isDraining, core.statistics.open.value >= capacity.limit {
                // Only the first is sure to be there, and descriptors may be free in a moment.
                guard round == 0, closing == 0 else { return true }
                guard let hasRoom = makeRoom() else {
                    return pause(acceptor, core.settings.idleGrace.milliseconds)
                }
                fits = hasRoom
            }
            do throws(SystemError) {
                open(try acceptor.next(), fits: fits)
            } catch {
                if error.code == EAGAIN { return false }
                core.statistics.acceptErrors.add(1)
                if error.isOfOneConnection { continue }
                // No memory, or no file and no spare: try again soon instead of spinning.
                return pause(acceptor, 100)
            }
        }
        return true
    }

    /// Lets all who come wait in the backlog for a while.
    private func pause(_ acceptor: Acceptor, _ milliseconds: Int) -> Bool {
        acceptor.pause()
        QueueBound(acceptor, to: queue).async(after: milliseconds) { $0.resume() }
        return false
    }

    private func open(_ accepted: consuming Listener.Accepted, fits: Bool) {
        core.statistics.total.add(1)
        let count = core.statistics.open.add(1)
        let isExcess = accepted.isExcess || count > capacity.room
        let connection = Connection(accepted, slot: connections.count, loop: self)
        open.enter()
        connections.append(connection)
        guard !isExcess else { return connection.turnAway() }
        connection.watch()
        if !fits { connection.refuse(.connectionLimit(capacity.limit)) }
        if isDraining { connection.drain() }
        // What it asks has often come with it.
        connection.look()
    }

    /// Closes the connection that has said nothing for longest, so that whoever holds many keeps
    /// nobody out. Whether there was one; nil where there will be in a moment.
    private func makeRoom() -> Bool? {
        // A sample where there are many: a flood must not cost a look through all of them for each.
        let step = max(1, connections.count / 64)
        let sample = stride(from: Int.random(in: 0..<step), to: connections.count, by: step)
        let idle = sample.compactMap { slot in connections[slot].idleRank.map { (slot, $0) } }
        guard let first = idle.min(by: { $0.1 < $1.1 }) else { return false }
        guard first.1.since + core.settings.idleGrace <= now else { return nil }
        return connections[first.0].givesWay() ? true : nil
    }

    // MARK: Ends

    /// A connection has ended; its descriptor is closed when Dispatch has released it.
    func closes() { closing += 1 }

    /// Forgets a connection whose descriptor is closed.
    func closed(_ connection: Connection) {
        closing -= 1
        connections.swapAt(connection.slot, connections.count - 1)
        connections[connection.slot].slot = connection.slot
        connections.removeLast()
        core.statistics.open.subtract(1)
    }

    /// Others may wait for it.
    func left() { open.leave() }

    /// Closes the listeners, lets what has begun finish, and cuts what is left at the deadline.
    func drain(until deadline: Instant) {
        enter()
        if !isDraining {
            // Clients that connected before the listeners close are still served.
            isDraining = true
            for acceptor in acceptors {
                while accept(from: acceptor) {}
                acceptor.close()
            }
            open.notify(queue: queue) { [bound] in bound.async { $0.timer.cancel() } }
        }
        for connection in connections { connection.drain() }
        bound.async(after: max(0, (deadline - now).milliseconds)) { $0.stop() }
    }

    private func stop() {
        enter()
        for connection in connections { connection.stop() }
    }
}
