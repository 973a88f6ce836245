package import System

package enum ListenFault: Error, Sendable, Equatable {
    /// The limit of open files leaves none for connections.
    case noDescriptors(limit: Int)
    case unknownHost(String)
    /// The path of a Unix socket belongs to a file of another kind.
    case notSocket(path: String)
    /// The inherited descriptor is not a listening socket.
    case notListening(Int32)
    case system(SystemError, ListenAddress)

    init(_ error: SystemError, at address: ListenAddress) {
        self =
            error.isDescriptorLimit
            ? .noDescriptors(limit: DescriptorLimit.present.soft) : .system(error, address)
    }

    package var sentence: String {
        switch self {
        case .noDescriptors(let limit):
            "the limit of \(limit) open files leaves none for connections; raise RLIMIT_NOFILE"
        case .unknownHost(let host): "the host name \(host) cannot be resolved"
        case .notSocket(let path): "\(path) exists and is not a socket"
        case .notListening(let number):
            "the inherited descriptor \(number) (LISTEN_FDS) is not a listening socket"
        case .system(let error, .tcp(let host, let port)):
            "cannot listen on \(host):\(port): \(error)"
        case .system(let error, .unix(let path)): "cannot listen on \(path): \(error)"
        case .system(let error, .inherited(let number)):
            "cannot listen on the inherited descriptor \(number): \(error)"
        }
    }
}
