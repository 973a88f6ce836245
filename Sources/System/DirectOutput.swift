import CSockets
import Glibc

/// Something that is written as the bytes come: a device, a pipe, a socket, an inherited
/// descriptor.
package final class DirectOutput: Sendable {
    private let file: Descriptor

    package init(stream path: String) throws(SystemError) {
        // Neither made nor made a terminal of ours: it may have gone since we looked.
        file = try Descriptor(
            unsafe open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC), from: "open")
    }

    /// A file that nobody but its owner may replace: it is emptied and written again.
    package init(file path: String) throws(SystemError) {
        file = try Descriptor(unsafe open(path, O_WRONLY | O_TRUNC | O_CLOEXEC), from: "open")
    }

    package init(descriptor number: Int32) throws(SystemError) {
        file = try Descriptor(fcntl(number, F_DUPFD_CLOEXEC, 0), from: "fcntl")
    }

    package init(socket path: String) throws(SystemError) {
        let address = try UnixSocketAddress(path)
        let descriptor = try Descriptor(socket_open(AF_UNIX), from: "socket")
        // A command has nothing else to do meanwhile.
        _ = fcntl(descriptor.number, F_SETFL, 0)
        guard address.connect(descriptor.number) else {
            throw SystemError("connect")
        }
        file = descriptor
    }

    package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

    package func finish() throws(SystemError) { try file.flush() }
}
