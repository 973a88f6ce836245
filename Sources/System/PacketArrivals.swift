import CSockets
import Glibc

/// Packets for threads that wait for them. Each packet wakes one thread.
///
/// The thread that began to wait last is woken first: its data is still in the caches of its
/// processor. Threads that wait in recv are woken in turn, which served two clients 2 to 20 % fewer
/// requests a second.
package final class PacketArrivals: Sendable {
    private let socket: MessageSocket
    private let queue: Descriptor

    package init(at socket: MessageSocket) throws(SystemError) {
        self.socket = socket
        queue = try Descriptor(arrivals_open(), from: "epoll_create1")
        try arm(isNew: true)
    }

    /// Waits for one packet. Returns nil at the end of the input.
    package func next(atMost most: Int) throws(SystemError) -> [UInt8]? {
        var received = try receive(atMost: most)
        while received == nil {
            if case .failed(let error) = Transfer("epoll_wait", { arrivals_wait(queue.number) }) {
                throw error
            }
            received = try receive(atMost: most)
            // Another thread takes what has arrived besides, or sees the end as well.
            try arm()
        }
        return received?.isEmpty == false ? received : nil
    }

    private func arm(isNew: Bool = false) throws(SystemError) {
        guard arrivals_arm(queue.number, socket.descriptor.number, isNew ? 1 : 0) == 0 else {
            throw SystemError("epoll_ctl")
        }
    }

    /// Returns nil if no packet has arrived, and an empty one at the end of the input.
    private func receive(atMost most: Int) throws(SystemError) -> [UInt8]? {
        var transfer = Transfer.wouldBlock
        let packet = unsafe [UInt8](unsafeUninitializedCapacity: most) { room, received in
            transfer = Transfer("recv") {
                unsafe socket_receive_packet(socket.descriptor.number, room.baseAddress, most)
            }
            if case .moved(let count) = transfer { received = min(count, most) }
        }
        switch transfer {
        case .moved(let count) where count > most: throw SystemError("recv", code: EMSGSIZE)
        case .moved: return packet
        case .failed(let error): throw error
        case .wouldBlock: return nil
        }
    }
}
