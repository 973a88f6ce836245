// The module that defines `timespec` depends on the order in which headers are loaded.
import CSockets
import Dispatch
import Glibc
package import HTTP
import System

/// A serial queue that serves many sockets.
///
/// Dispatch waits for all sockets on one thread. The state of a connection is used only on this
/// queue, so it needs no lock.
final class EventLoop {
    let core: ServerCore
    let queue = DispatchQueue(label: "sockets")
    private(set) var now = SystemClock.now
    private(set) var isDraining = false
    /// The read buffer of all connections. A connection copies the data that it must keep.
    var buffer = [UInt8](repeating: 0, count: 64 << 10)

    private let capacity: ConnectionCapacity
    private let acceptors: [Acceptor]
    private var connections: [Connection] = []
    /// Closed connections whose descriptors Dispatch still watches.
    private var closing = 0
    /// Open listeners and connections.
    private let open: DispatchGroup
    private let timer: any DispatchSourceTimer
    /// The time at which the timer fires.
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

    /// A sendable handle; work submitted through it runs on this loop's queue.
    var bound: QueueBound<EventLoop> { QueueBound(self, to: queue) }

    /// Checks the queue and updates `now`. Must be called first in every block on the queue.
    func enter() {
        dispatchPrecondition(condition: .onQueue(queue))
        now = SystemClock.now
    }

    /// The `Date` of responses, formatted once a second.
    func dateText() -> String {
        let seconds = SystemClock.wallSeconds
        if seconds != dateSeconds {
            dateSeconds = seconds
            date = HTTPDate.text(unixSeconds: seconds)
        }
        return date
    }

    // MARK: Time

    /// Schedules the timer for a deadline.
    func expect(_ deadline: Instant) {
        guard alarm.map({ deadline < $0 }) ?? true else { return }
        alarm = deadline
        // At most fifty times a second.
        let wait = max(20, (deadline - now).milliseconds)
        timer.schedule(deadline: .now() + .milliseconds(wait))
    }

    private func tick() {
        enter()
        // All connections are checked, but only when the earliest deadline may have passed.
        for connection in connections where connection.deadline.map({ $0 <= now }) ?? false {
            connection.tick()
        }
        alarm = nil
        if let next = connections.lazy.compactMap(\.deadline).min() { expect(next) }
    }

    // MARK: Accepting

    /// Accepts up to 64 waiting connections. Returns whether more may be waiting.
    private func accept(from acceptor: Acceptor) -> Bool {
        // A flood of connections must not starve open ones.
        for round in 0..<64 {
            var fits = true
            if !isDraining, core.statistics.open.value >= capacity.limit {
                // Only in the first round is a connection certain to wait, and descriptors may be
                // free soon.
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
                // No memory, or neither a descriptor nor the spare: retry soon instead of spinning.
                return pause(acceptor, 100)
            }
        }
        return true
    }

    /// Leaves new connections in the backlog for a while.
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
        // The request has often arrived already.
        connection.look()
    }

    /// Closes the idle connection that comes first in `idleRank`, so that a client with many
    /// connections cannot lock others out. Returns false if no connection is idle, and nil if there
    /// will be room soon.
    private func makeRoom() -> Bool? {
        // Only a sample is examined if there are many connections, so that a flood does not cost a
        // full scan for each.
        let step = max(1, connections.count / 64)
        let sample = stride(from: Int.random(in: 0..<step), to: connections.count, by: step)
        let idle = sample.compactMap { slot in connections[slot].idleRank.map { (slot, $0) } }
        guard let first = idle.min(by: { $0.1 < $1.1 }) else { return false }
        guard first.1.since + core.settings.idleGrace <= now else { return nil }
        return connections[first.0].givesWay() ? true : nil
    }

    // MARK: Ends

    /// Moves a closed connection to `closing` until Dispatch releases its descriptor.
    func closes() { closing += 1 }

    /// Removes a connection whose descriptor is closed.
    func closed(_ connection: Connection) {
        closing -= 1
        connections.swapAt(connection.slot, connections.count - 1)
        connections[connection.slot].slot = connection.slot
        connections.removeLast()
        core.statistics.open.subtract(1)
    }

    /// Reports that a connection's descriptor is closed. A drain waits for all of them.
    func left() { open.leave() }

    /// Closes the listeners, finishes requests, and cuts the remaining connections at the deadline.
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

/// Accepts connections from a listener, even if the process has run out of descriptors.
///
/// The acceptor keeps a spare descriptor. If no other is left, it briefly closes the spare and
/// accepts the next connection. That connection gets 503 and is closed, instead of waiting in the
/// backlog.
private final class Acceptor {
    /// The listener, which other loops may share; nil once closed.
    private var listener: Listener?
    private let source: any DispatchSourceRead
    private var spare = Acceptor.nothing
    private var isPaused = false

    init(_ listener: Listener, on queue: DispatchQueue) {
        self.listener = listener
        source = DispatchSource.makeReadSource(fileDescriptor: listener.number, queue: queue)
    }

    /// Opens a spare descriptor; nil if none is left.
    private static var nothing: Descriptor? { try? Descriptor(open_nothing(), from: "open") }

    func open(_ ready: @escaping () -> Void, closed: @escaping () -> Void) {
        source.setEventHandler(handler: ready)
        source.setCancelHandler { [self] in
            listener = nil
            closed()
        }
        source.activate()
    }

    func close() {
        resume()
        source.cancel()
    }

    func next() throws(SystemError) -> Listener.Accepted {
        guard let listener else { throw SystemError("accept", code: EAGAIN) }
        do throws(SystemError) {
            return try listener.accept()
        } catch {
            guard error.isDescriptorLimit, spare.take() != nil else { throw error }
            defer { spare = Self.nothing }
            return try listener.accept(isExcess: true)
        }
    }

    /// Stops accepting until `resume`.
    func pause() {
        guard !isPaused else { return }
        isPaused = true
        source.suspend()
    }

    func resume() {
        guard isPaused else { return }
        isPaused = false
        if spare == nil { spare = Self.nothing }
        source.resume()
    }
}

extension SystemError {
    /// Whether accept failed because of one connection that died in the backlog; others may succeed
    /// (accept(2)).
    fileprivate var isOfOneConnection: Bool {
        switch code {
        case ECONNABORTED, EINTR, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH,
            EOPNOTSUPP, ENETUNREACH, EPERM:
            true
        default: false
        }
    }
}

/// A sendable handle of a loop or connection, which runs work on its queue.
///
/// Unchecked because the compiler does not know which state belongs to a queue: Dispatch on Linux
/// has no `DispatchSerialQueue` that is an actor's executor. The object is used only by closures
/// submitted to its queue; a loop also checks the queue itself (`EventLoop.enter()`).
struct QueueBound<Value: AnyObject>: @unchecked Sendable {
    private let value: Value
    private let queue: DispatchQueue

    init(_ value: Value, to queue: DispatchQueue) {
        self.value = value
        self.queue = queue
    }

    func async(_ body: @escaping @Sendable (Value) -> Void) {
        queue.async { body(value) }
    }

    /// Must not be called on the queue itself.
    func sync(_ body: (Value) -> Void) {
        queue.sync { body(value) }
    }

    func async(after milliseconds: Int, _ body: @escaping @Sendable (Value) -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { body(value) }
    }
}

/// The two clocks of the server.
package enum SystemClock {
    /// The monotonic clock, for deadlines.
    package static var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    /// Seconds since 1970, only for `Date`.
    static var wallSeconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }
}
