import Glibc
package import System

/// Receives small requests. Any number of threads may receive: each packet wakes one of them, which
/// renders the request itself.
package final class PacketReceiver: Sendable {
    private let arrivals: PacketArrivals

    private static let maxPacket = 64 << 10

    package init(_ socket: MessageSocket) throws(SystemError) {
        arrivals = try PacketArrivals(at: socket)
    }

    /// Waits for the next request. Returns nil at the end of the input.
    package func receive() throws(SystemError) -> Frame? {
        guard let packet = try arrivals.next(atMost: Self.maxPacket) else { return nil }
        guard let announced = Frame.Announcement(packet), announced.kind == .request,
            !announced.isStored, packet.count == Frame.headBytes + announced.facts + announced.body
        else { throw SystemError("request", code: EBADMSG) }
        let body = Frame.headBytes + announced.facts
        return Frame(
            .request, announced.number, facts: Array(packet[Frame.headBytes..<body]),
            body: packet[body...])
    }
}
