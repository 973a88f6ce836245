import Dispatch
package import HTTP
import Synchronization
import System

/// An HTTP server on sockets.
package final class Server: Sendable {
    private struct Life {
        var loops: [QueueBound<EventLoop>] = []
        var addresses: [ListenAddress] = []
        var capacity: ConnectionCapacity?
        /// The deadline of the drain; nil before it begins.
        var drainDeadline: Instant?
    }

    /// The number of spare descriptors for each listener and loop, which serve to reject
    /// connections.
    private static let spareFiles = 1

    private let core: ServerCore
    private let life = Mutex(Life())
    /// Open listeners and connections, which a drain waits for.
    private let open = DispatchGroup()

    package init(
        settings: ServerSettings = ServerSettings(), application: any Application,
        spill: SpillFile? = nil
    ) {
        core = ServerCore(settings: settings, application: application, spill: spill)
    }

    /// Opens the addresses and begins to serve. If one address fails, none is served.
    package func start(_ addresses: [ListenAddress]) throws(ListenFault) {
        var listeners: [Listener] = []
        for address in addresses {
            listeners += try Listener.open(address, backlog: core.settings.backlog)
        }
        let count = max(1, core.settings.loops)
        let capacity = try ConnectionCapacity(
            wanted: core.settings.connections,
            reserved: core.settings.reservedFiles + count * listeners.count * Self.spareFiles)
        let bound = listeners.map(\.address)
        let loops = (0..<count).map { _ in
            let loop = EventLoop(
                core: core, listeners: listeners, capacity: capacity, open: open)
            loop.start()
            return loop.bound
        }
        let drainDeadline = life.withLock { life in
            life.loops = loops
            life.addresses = bound
            life.capacity = capacity
            return life.drainDeadline
        }
        if let drainDeadline { drain(loops, until: drainDeadline) }
    }

    /// The bound addresses, in the order of those to listen on.
    package var addresses: [ListenAddress] { life.withLock { $0.addresses } }

    /// The maximum number of connections, by the settings or the process's limit; nil before
    /// `start`.
    package var connectionLimit: Int? { life.withLock { $0.capacity?.limit } }

    package var statistics: ServerStatistics {
        core.statistics.reading(core.spill)
    }

    package var isDraining: Bool { life.withLock { $0.drainDeadline != nil } }

    /// Closes the listeners, finishes accepted requests with `Connection: close`, and cuts the
    /// remaining connections at the deadline.
    package func drain(within span: Duration) {
        let deadline = SystemClock.now + span
        core.isDraining.store(true, ordering: .relaxed)
        let loops = life.withLock { life in
            life.drainDeadline = deadline
            return life.loops
        }
        drain(loops, until: deadline)
    }

    private func drain(_ loops: [QueueBound<EventLoop>], until deadline: Instant) {
        for loop in loops { loop.async { $0.drain(until: deadline) } }
    }

    /// Cuts all connections immediately.
    package func stop() {
        drain(within: .zero)
    }

    /// Blocks until the last connection is closed. Returns the number of exchanges cut by the
    /// deadline.
    @discardableResult
    package func wait() -> Int {
        open.wait()
        return core.lost.value
    }
}
