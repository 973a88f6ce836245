package import System

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
