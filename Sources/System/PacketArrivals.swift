import CSockets
import Glibc

/// Packets for threads that wait for them. Each packet wakes one thread.
///
/// The thread that began to wait last is woken first: its data is still in the caches of its
/// processor. Threads that wait in recv are woken in turn, which made a small request a third
/// slower.
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
        while true {
            if case .failed(let error) = Transfer("epoll_wait", { arrivals_wait(queue.number) }) {
                throw error
            }
            let packet: [UInt8]?
            do throws(SystemError) {
                packet = try receive(atMost: most)
            } catch {
                try arm()
                if error.code == EAGAIN { continue }
                throw error
            }
            // Another thread takes what has arrived besides, or sees the end as well.
            try arm()
            return packet
        }
    }

    private func arm(isNew: Bool = false) throws(SystemError) {
        guard arrivals_arm(queue.number, socket.descriptor.number, isNew ? 1 : 0) == 0 else {
            throw SystemError("epoll_ctl")
        }
    }

    private func receive(atMost most: Int) throws(SystemError) -> [UInt8]? {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { room, received in
            let transfer = Transfer("recv") {
                unsafe socket_receive_packet(socket.descriptor.number, room.baseAddress, most)
            }
            switch transfer {
            case .moved(let count) where count <= most: received = count
            case .moved: failure = SystemError("recv", code: EMSGSIZE)
            case .failed(let error): failure = error
            case .wouldBlock: failure = SystemError("recv", code: EAGAIN)
            }
        }
        if let failure { throw failure }
        return bytes.isEmpty ? nil : bytes
    }
}
