import Glibc
package import System

/// Orders so small that each is one packet, from the process that serves to one that draws.
/// Whichever thread there waits for one gets it and does the work: no other thread has to be woken
/// for it.
package final class PacketSocket: Sendable {
    private let socket: MessageSocket

    /// Bytes of an order: all that a process has at once finds room in its lane.
    static let maxBody = 8 << 10
    private static let maxPacket = 64 << 10

    package init(_ socket: MessageSocket) { self.socket = socket }

    func send(_ order: Frame) throws(SystemError) {
        try socket.send(order.head, order.body, waits: false)
    }

    /// Waits for the next, on any number of threads. Nil at the end.
    package func receive() throws(SystemError) -> Frame? {
        guard let packet = try socket.receivePacket(atMost: Self.maxPacket) else { return nil }
        guard let announced = Frame.Announcement(packet), announced.kind == .order,
            packet.count == Frame.headBytes + announced.facts + announced.body
        else { throw SystemError("order", code: EBADMSG) }
        let body = Frame.headBytes + announced.facts
        return Frame(
            .order, announced.number, facts: Array(packet[Frame.headBytes..<body]),
            body: Array(packet[body...]))
    }

    func finishSending() { socket.finishSending() }
}
