import CSockets
import Glibc

/// An output written directly: a device, a pipe, a socket or an inherited descriptor.
package final class DirectOutput: Sendable {
    private let file: Descriptor

    package init(stream path: String) throws(SystemError) {
        // Does not create a file (the target may be gone by now) or acquire a controlling terminal.
        file = try Descriptor(
            unsafe open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC), from: "open")
    }

    /// Truncates and rewrites a file that only its owner may replace.
    package init(file path: String) throws(SystemError) {
        file = try Descriptor(unsafe open(path, O_WRONLY | O_TRUNC | O_CLOEXEC), from: "open")
    }

    package init(descriptor number: Int32) throws(SystemError) {
        file = try Descriptor(fcntl(number, F_DUPFD_CLOEXEC, 0), from: "fcntl")
    }

    package init(socket path: String) throws(SystemError) {
        let address = try UnixSocketAddress(path)
        let descriptor = try Descriptor(socket_open(AF_UNIX), from: "socket")
        // Makes the socket blocking, because a command may wait for its reader.
        _ = fcntl(descriptor.number, F_SETFL, 0)
        guard address.connect(descriptor.number) else {
            throw SystemError("connect")
        }
        file = descriptor
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

    package func finish() throws(SystemError) { try file.flush() }
}
