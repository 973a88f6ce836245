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

/// State shared by all loops and connections of a server.
final class ServerCore: Sendable {
    let settings: ServerSettings
    let application: any Application
    /// The file for responses to slow readers; nil to keep them in memory.
    let spill: SpillFile?
    let statistics = ServerCounters()
    /// Set before the loops begin to drain. From then on, each response closes its connection.
    let isDraining = Atomic(false)
    /// The number of exchanges unanswered at the end of the drain.
    let lost = Counter()
    private let requestPrefix: String
    private let requestNumber = Counter()

    init(settings: ServerSettings, application: any Application, spill: SpillFile?) {
        self.settings = settings
        self.spill = spill
        self.application = application
        requestPrefix = String(UInt64.random(in: 0..<(1 << 40)), radix: 36)
    }

    func newRequestID() -> String {
        let number = requestNumber.add(1)
        return "\(requestPrefix)-\(String(number, radix: 36))"
    }
}

final class ServerCounters: Sendable {
    let open = Counter()
    let total = Counter()
    let bytesIn = Counter()
    let bytesOut = Counter()
    let cut = Counter()
    let acceptErrors = Counter()
    /// The memory of unfinished requests in bytes.
    let held = Counter()
    private let faults = Mutex<[String: Int]>([:])
    private let endings = Mutex<[String: Int]>([:])

    func count(_ fault: HTTPFault) {
        faults.withLock { $0[fault.event, default: 0] += 1 }
    }

    func count(_ ending: ConnectionEnd) {
        endings.withLock { $0[ending.rawValue, default: 0] += 1 }
    }

    func reading(_ spill: SpillFile?) -> ServerStatistics {
        var reading = ServerStatistics()
        reading.connectionsOpen = open.value
        reading.connectionsTotal = total.value
        reading.bytesIn = bytesIn.value
        reading.bytesOut = bytesOut.value
        reading.faults = faults.withLock { $0 }
        reading.endings = endings.withLock { $0 }
        reading.exchangesCut = cut.value
        reading.acceptErrors = acceptErrors.value
        reading.bytesSpilled = spill?.bytesWritten ?? 0
        (reading.spillBytes, reading.spillLimit) = (spill?.size, spill?.limit)
        return reading
    }
}

/// A counter for many threads.
struct Counter: ~Copyable, Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    /// Returns the new value.
    @discardableResult
    borrowing func add(_ count: Int) -> Int {
        number.wrappingAdd(count, ordering: .relaxed).newValue
    }

    @discardableResult
    borrowing func subtract(_ count: Int) -> Int {
        number.wrappingSubtract(count, ordering: .relaxed).newValue
    }
}

package struct ServerSettings: Sendable {
    package var connections = 10_000
    /// The idle time after which a connection may be replaced by a new one. The request of a new
    /// connection usually arrives sooner.
    package var idleGrace = Duration.milliseconds(20)
    /// Descriptors reserved for the application.
    package var reservedFiles = 16
    var limits = MessageLimits()
    package var timeouts = Timeouts()
    /// The memory for the unfinished requests of all connections.
    package var requestMemory = 256 << 20
    /// The memory for one response to a slow reader. The rest goes to the spill file.
    package var answerMemory = 256 << 10
    /// The number of event loops. One serves tens of thousands of connections; the cores are for
    /// rendering.
    var loops = 1
    var backlog = 4096

    package init() {}
}

package enum ListenAddress: Sendable, Equatable {
    /// A host name or address, `::` for all addresses of both versions; port 0 lets the system
    /// choose.
    case tcp(host: String, port: UInt16)
    case unix(path: String)
    /// An inherited listening socket, by its descriptor.
    case inherited(Int32)

    /// Returns the sockets passed by systemd (sd_listen_fds_with_names): `LISTEN_FDS` descriptors
    /// from number 3 on, if `LISTEN_PID` is this process. Those named `metrics` serve metrics.
    package static func inherited(
        forMetrics: Bool = false, environment: [String: String], processID: Int32
    ) -> [ListenAddress] {
        guard environment["LISTEN_PID"] == "\(processID)",
            let count = environment["LISTEN_FDS"].flatMap(Int32.init), (1...64).contains(count)
        else { return [] }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(
            separator: ":", omittingEmptySubsequences: false)
        return (0..<count).filter { index in
            (index < names.count && names[Int(index)] == "metrics") == forMetrics
        }.map { .inherited(3 + $0) }
    }
}

/// The maximum number of simultaneous connections.
struct ConnectionCapacity: Sendable {
    /// Connections beyond this get a 503 and time to read it.
    let limit: Int
    /// Connections beyond this get a 503 and are closed immediately, because their descriptors are
    /// needed for other responses.
    let room: Int

    /// - Parameters:
    ///   - wanted: the number of connections in the settings.
    ///   - reserved: the descriptors to keep free for everything except connections.
    init(wanted: Int, reserved: Int) throws(ListenFault) {
        let present = DescriptorLimit.present.soft
        room = present - DescriptorLimit.inUse - reserved
        guard room > 0 else { throw .noDescriptors(limit: present) }
        limit = min(wanted, max(1, room - max(1, min(64, room / 8))))
    }
}
