import Dispatch
package import HTTP
import Synchronization
package import System

/// An HTTP server on sockets.
package final class Server: Sendable {
    private struct Life {
        var loops: [QueueBound<EventLoop>] = []
        var ports: [UInt16] = []
        var capacity: ConnectionCapacity?
        /// When draining ends, once it has begun.
        var drainDeadline: Instant?
    }

    /// For each listener and loop, to turn connections away with.
    private static let spareFiles = 1

    private let core: ServerCore
    private let life = Mutex(Life())
    /// All that a drain waits for: listeners and connections.
    private let open = DispatchGroup()

    package init(
        settings: ServerSettings = ServerSettings(), application: any Application,
        spill: SpillFile? = nil
    ) {
        core = ServerCore(settings: settings, application: application, spill: spill)
    }

    /// Opens the addresses and begins to serve. It fails as a whole: no address is served unless
    /// all are, and once all are open nothing can fail.
    package func start(_ addresses: [ListenAddress]) throws(SystemError) {
        var listeners: [Listener] = []
        for address in addresses {
            listeners += try Listener.open(address, backlog: core.settings.backlog)
        }
        let count = max(1, core.settings.loops)
        let capacity = try ConnectionCapacity(
            wanted: core.settings.connections,
            reserved: core.settings.reservedFiles + count * listeners.count * Self.spareFiles)
        let ports = listeners.map(\.port)
        let loops = (0..<count).map { _ in
            let loop = EventLoop(
                core: core, listeners: listeners, capacity: capacity, open: open)
            loop.start()
            return loop.bound
        }
        let drainDeadline = life.withLock { life in
            life.loops = loops
            life.ports = ports
            life.capacity = capacity
            return life.drainDeadline
        }
        if let drainDeadline { drain(loops, until: drainDeadline) }
    }

    /// The ports that were bound, in the order of the addresses.
    package var ports: [UInt16] { life.withLock { $0.ports } }

    /// The number of connections that may be held: by the settings, or by the process's limit. Nil
    /// before the start.
    package var connectionLimit: Int? { life.withLock { $0.capacity?.limit } }

    package var statistics: ServerStatistics {
        core.statistics.reading(spilled: core.spill?.bytesWritten ?? 0)
    }

    /// Whether the end has begun, as a readiness route would say.
    package var isDraining: Bool { life.withLock { $0.drainDeadline != nil } }

    /// Closes the listeners, lets accepted requests finish with `Connection: close`, and cuts what
    /// is left at the deadline.
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

    /// Cuts everything at once.
    package func stop() {
        drain(within: .zero)
    }

    /// Blocks until the last connection is gone, and returns how many exchanges the deadline cut.
    @discardableResult
    package func wait() -> Int {
        open.wait()
        return core.lost.value
    }
}
