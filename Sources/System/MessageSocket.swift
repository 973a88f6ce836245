import CSockets
import Glibc

/// One end of a pair of sockets between two processes. It also passes open files.
package final class MessageSocket: Sendable {
    package let descriptor: Descriptor

    package init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// - Parameter keepsBoundaries: whether each message is received as it was sent, as a packet.
    package static func pair(
        keepsBoundaries: Bool = false
    ) throws(SystemError) -> (MessageSocket, MessageSocket) {
        var ends: [Int32] = [-1, -1]
        guard unsafe socket_pair(keepsBoundaries ? 1 : 0, &ends) == 0
        else { throw SystemError("socketpair") }
        return (
            MessageSocket(try Descriptor(ends[0], from: "socketpair")),
            MessageSocket(try Descriptor(ends[1], from: "socketpair"))
        )
    }

    /// - Parameters:
    ///   - file: sent with the first byte.
    ///   - waits: whether to wait until the socket has room. Otherwise a full socket is an error,
    ///     after which the socket cannot be used.
    package func send(
        _ head: [UInt8], _ body: ArraySlice<UInt8>, with file: MemoryFile? = nil, waits: Bool = true
    ) throws(SystemError) {
        var sent = 0
        while sent < head.count + body.count {
            let heads = head[min(sent, head.count)...]
            let bodies = body.dropFirst(max(0, sent - head.count))
            let transfer = unsafe heads.withUnsafeBytes { heads in
                unsafe bodies.withUnsafeBytes { bodies in
                    Transfer("sendmsg") {
                        unsafe socket_send_file(
                            descriptor.number, heads.baseAddress, heads.count,
                            bodies.baseAddress, bodies.count,
                            sent == 0 ? file?.descriptor.number ?? -1 : -1, waits ? 1 : 0)
                    }
                }
            }
            switch transfer {
            case .moved(let count): sent += count
            case .failed(let error): throw error
            case .wouldBlock: throw SystemError("sendmsg", code: EAGAIN)
            }
        }
    }

    /// Waits for bytes and writes them to the array from `start` on. Returns the number of bytes, 0
    /// at the end of the input.
    ///
    /// - Parameters:
    ///   - fills: whether to wait until the array is full.
    ///   - file: set to the file that came with the bytes.
    func receive(
        into bytes: inout [UInt8], at start: Int, fills: Bool, _ file: inout Descriptor?
    ) throws(SystemError) -> Int {
        var given: Int32 = -1
        let transfer = unsafe bytes.withUnsafeMutableBytes { bytes in
            let free = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
            return Transfer("recvmsg") {
                unsafe socket_receive_file(
                    descriptor.number, free.baseAddress, free.count, fills ? 1 : 0, &given)
            }
        }
        if given >= 0 { file = try Descriptor(given, from: "recvmsg") }
        switch transfer {
        case .moved(let count): return count
        case .failed(let error): throw error
        case .wouldBlock: throw SystemError("recvmsg", code: EAGAIN)
        }
    }

    /// Ends the input of the other side, which may still send.
    package func finishSending() { _ = socket_finish_sending(descriptor.number) }
}
