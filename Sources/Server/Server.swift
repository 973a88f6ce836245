import Dispatch
import HTTP
import Synchronization

/// An HTTP server on sockets.
package final class Server: Sendable {
    private struct Life {
        var mailboxes: [Mailbox] = []
        var ports: [UInt16] = []
        var capacity: ConnectionCapacity?
        /// When draining ends, once it has begun.
        var drainDeadline: Int?
    }

    /// To wake it, to wait, and to turn connections away with.
    private static let filesPerLoop = 4

    private let core: ServerCore
    private let life = Mutex(Life())
    private let loops = DispatchGroup()

    package init(settings: ServerSettings = ServerSettings(), application: any Application) {
        core = ServerCore(settings: settings, application: application)
    }

    /// Opens the addresses and begins to serve. It fails as a whole: no address is served unless
    /// all are.
    package func start(_ addresses: [ListenAddress]) throws(SystemError) {
        var listeners: [Listener] = []
        for address in addresses {
            listeners += try Listener.open(address, backlog: core.settings.backlog)
        }
        let count = max(1, core.settings.loops)
        let capacity = try ConnectionCapacity(
            wanted: core.settings.connections,
            reserved: core.settings.reservedFiles + count * Self.filesPerLoop)
        var mailboxes: [Mailbox] = []
        for _ in 0..<count {
            let loop = try EventLoop(core: core, listeners: listeners, capacity: capacity)
            mailboxes.append(loop.mailbox)
            loops.enter()
            let loops = loops
            do throws(SystemError) {
                try SystemThread.start {
                    loop.run()
                    loops.leave()
                }
            } catch {
                loops.leave()
                throw error
            }
        }
        let ports = listeners.map(\.port)
        let drainDeadline = life.withLock { life in
            life.mailboxes = mailboxes
            life.ports = ports
            life.capacity = capacity
            return life.drainDeadline
        }
        if let drainDeadline {
            for mailbox in mailboxes { mailbox.post(.drain(deadline: drainDeadline)) }
        }
    }

    /// The ports that were bound, in the order of the addresses.
    package var ports: [UInt16] { life.withLock { $0.ports } }

    /// How many connections may be held: those of the settings, or what the process may open. Nil before
    /// the start.
    package var connectionLimit: Int? { life.withLock { $0.capacity?.limit } }

    package var statistics: Statistics.Snapshot { core.statistics.snapshot }

    /// Whether the end has begun, as a readiness route would say.
    package var isDraining: Bool { life.withLock { $0.drainDeadline != nil } }

    /// Closes the listeners, lets accepted requests finish with `Connection: close`, and cuts what
    /// is left at the deadline.
    package func drain(within span: Duration) {
        let deadline = (SystemClock.now + span).milliseconds
        let mailboxes = life.withLock { life in
            life.drainDeadline = deadline
            return life.mailboxes
        }
        for mailbox in mailboxes { mailbox.post(.drain(deadline: deadline)) }
    }

    /// Cuts everything at once.
    package func stop() {
        drain(within: .zero)
    }

    /// Blocks until the last connection is gone, and returns how many exchanges the deadline cut.
    @discardableResult
    package func wait() -> Int {
        loops.wait()
        return core.lost.value
    }
}
