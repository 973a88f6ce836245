import Glibc
import System
package import HTTP

/// The settings of the server.
package struct ServerSettings: Sendable {
    package var connections = 10_000
    /// The time for which a connection may be silent before it gives way to another. A new one's
    /// request follows immediately.
    package var idleGrace = Duration.milliseconds(20)
    /// Files that the application opens at times, and that connections must leave it.
    package var reservedFiles = 16
    package var limits = MessageLimits()
    package var timeouts = Timeouts()
    /// Memory that the unfinished requests of all connections may hold together.
    package var requestMemory = 256 << 20
    /// The memory for one answer of a slow reader. The rest goes to the spill file.
    package var answerMemory = 256 << 10
    /// Queues that sockets have their turns on. One serves tens of thousands of connections; the
    /// cores are for drawing.
    package var loops = 1
    package var backlog = 4096

    package init() {}
}

/// The address at which connections arrive.
package enum ListenAddress: Sendable, Equatable {
    /// A host name or address, `::` for all of both versions; port 0 lets the system choose.
    case tcp(host: String, port: UInt16)
    case unix(path: String)
    /// A listening socket that was handed down, by number.
    case inherited(Int32)

    /// The sockets that systemd passed (sd_listen_fds): `LISTEN_FDS` of them from number 3, if
    /// `LISTEN_PID` is this process.
    package static func inherited(
        environment: [String: String], processID: Int32
    ) -> [ListenAddress] {
        guard environment["LISTEN_PID"] == "\(processID)",
            let count = environment["LISTEN_FDS"].flatMap(Int32.init), (1...64).contains(count)
        else { return [] }
        return (0..<count).map { .inherited(3 + $0) }
    }
}

/// The number of connections that a server holds at once.
struct ConnectionCapacity: Sendable {
    /// More are told 503, and have time to read it.
    let limit: Int
    /// More than this are told 503 and closed at once: they would take the files that the answers
    /// to all others need.
    let room: Int

    /// - Parameters:
    ///   - wanted: as many as an operator would like.
    ///   - reserved: files that all but connections need beside those that are open now.
    init(wanted: Int, reserved: Int) throws(SystemError) {
        room = DescriptorLimit.present.soft - DescriptorLimit.inUse - reserved
        guard room > 0 else { throw SystemError("connections", code: EMFILE) }
        limit = min(wanted, max(1, room - max(1, min(64, room / 8))))
    }
}
