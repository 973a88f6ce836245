import Glibc
import Synchronization
package import System

/// Sends and receives frames over a pair of sockets. Several threads may send, but only one may
/// receive.
package final class FrameSocket: Sendable {
    private let socket: MessageSocket
    private let sending = Mutex(())
    private let receiving = Mutex(ReadAhead())
    private let receivesRequests: Bool

    /// - Parameter receivesRequests: false in the front process, which reads no files of render
    ///   processes.
    package init(_ socket: MessageSocket, receivesRequests: Bool = true) {
        self.socket = socket
        self.receivesRequests = receivesRequests
    }

    /// - Parameters:
    ///   - file: a file with the facts and the body; only the head is then sent as bytes.
    ///   - waits: whether to wait until the socket has room. Otherwise sending to a full socket
    ///     fails.
    package func send(
        _ frame: Frame, in file: MemoryFile? = nil, waits: Bool = true
    ) throws(SystemError) {
        let head = file == nil ? frame.head : frame.storedHead
        let body = file == nil ? frame.body : []
        try sending.withLock { _ throws(SystemError) in
            try socket.send(head, body, with: file, waits: waits)
        }
    }

    /// Waits for the next frame. Returns nil at the end of the input, even in the middle of a
    /// frame. If the head of a request announces a file, reads the facts and the body from that
    /// file.
    package func receive() throws(SystemError) -> Frame? {
        try receiving.withLock { incoming throws(SystemError) in
            guard let head = try incoming.take(Frame.headBytes, from: socket) else { return nil }
            guard let announced = Frame.Announcement(head),
                announced.kind == .request ? receivesRequests : !announced.isStored
            else { throw SystemError("frame", code: EBADMSG) }
            if announced.isStored {
                guard let file = incoming.takeFile() else {
                    throw SystemError("frame", code: EBADMSG)
                }
                let (facts, body) = try MemoryFile.contents(
                    of: file, announced.facts, announced.body)
                return Frame(.request, announced.number, facts: facts, body: body[...])
            }
            guard let facts = try incoming.take(announced.facts, from: socket),
                let body = try incoming.take(announced.body, from: socket)
            else { return nil }
            return Frame(announced.kind, announced.number, facts: facts, body: body[...])
        }
    }

    package func finishSending() { socket.finishSending() }
}

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

/// Sends small requests, one packet each.
package final class PacketSocket: Sendable {
    private let socket: MessageSocket

    /// The maximum size of a request's facts and body. All requests that a process handles at once
    /// fit in the socket's buffer.
    static let maxBody = 8 << 10

    package init(_ socket: MessageSocket) { self.socket = socket }

    func send(_ request: Frame) throws(SystemError) {
        try socket.send(request.head, request.body, waits: false)
    }

    func finishSending() { socket.finishSending() }
}
