package import HTTP
import System

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
