import CSockets
import Glibc
import System

/// A connected, non-blocking socket.
struct Stream: ~Copyable {
    private let descriptor: Descriptor

    var number: Int32 { descriptor.number }

    init(_ descriptor: consuming Descriptor, isLocal: Bool) {
        self.descriptor = descriptor
        if !isLocal {
            // Without TCP_NODELAY, a response written in two pieces waits 40 ms for an
            // acknowledgment.
            _ = socket_set(number, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            // Without a limit, the kernel would buffer megabytes for a peer that does not read. The
            // rest of a response is kept in our own buffer, which is limited and can spill to a
            // file.
            _ = socket_set(number, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 256 << 10)
        }
    }

    borrowing func receive(into buffer: inout [UInt8], atMost most: Int) -> Transfer {
        descriptor.read(into: &buffer, atMost: most)
    }

    borrowing func send(_ bytes: ArraySlice<UInt8>) -> Transfer {
        unsafe bytes.withUnsafeBytes { bytes in
            Transfer("send") { unsafe socket_send(number, bytes.baseAddress, bytes.count) }
        }
    }

    /// Whether the peer has reset the connection.
    var isBroken: Bool { socket_is_broken(number) == 1 }

    borrowing func finishWriting() {
        _ = shutdown(number, Int32(SHUT_WR))
    }

    /// Makes the next close a reset.
    borrowing func resetOnClose() {
        _ = socket_reset_on_close(number)
    }
}
