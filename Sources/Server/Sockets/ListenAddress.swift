/// Where connections come in.
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
