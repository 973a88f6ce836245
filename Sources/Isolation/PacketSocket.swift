import Glibc
package import System

/// Sends and receives small requests, one packet each. Any number of threads may receive: each
/// packet wakes one of them, which renders the request itself.
package final class PacketSocket: Sendable {
    private let socket: MessageSocket

    /// The maximum size of a request's facts and body. All requests that a process handles at once
    /// fit in the socket's buffer.
    static let maxBody = 8 << 10
    private static let maxPacket = 64 << 10

    package init(_ socket: MessageSocket) { self.socket = socket }

    func send(_ request: Frame) throws(SystemError) {
        try socket.send(request.head, request.body, waits: false)
    }

    /// Waits for the next request. Returns nil at the end of the input.
    package func receive() throws(SystemError) -> Frame? {
        guard let packet = try socket.receivePacket(atMost: Self.maxPacket) else { return nil }
        guard let announced = Frame.Announcement(packet), announced.kind == .request,
            !announced.isStored, packet.count == Frame.headBytes + announced.facts + announced.body
        else { throw SystemError("request", code: EBADMSG) }
        let body = Frame.headBytes + announced.facts
        return Frame(
            .request, announced.number, facts: Array(packet[Frame.headBytes..<body]),
            body: packet[body...])
    }

    func finishSending() { socket.finishSending() }
}
