import Glibc
import Synchronization
package import System

/// Frames over a pair of sockets. Several threads may send, one receives.
package final class FrameSocket: Sendable {
    private let socket: MessageSocket
    private let sending = Mutex(())
    private let receiving = Mutex(ReadAhead())

    package init(_ socket: MessageSocket) { self.socket = socket }

    /// - Parameters:
    ///   - file: what the frame's body stands in.
    ///   - waits: whether to wait for room. Where not, a frame that finds none is an error.
    package func send(
        _ frame: Frame, with file: MemoryFile? = nil, waits: Bool = true
    ) throws(SystemError) {
        let bytes = frame.head
        try sending.withLock { _ throws(SystemError) in
            try socket.send(bytes, frame.body, with: file, waits: waits)
        }
    }

    /// Waits for the next; nil at the end, also where it comes in the middle of one. The body of an
    /// order that has none stands in the file that came with it.
    package func receive() throws(SystemError) -> Frame? {
        try receiving.withLock { incoming throws(SystemError) in
            guard let head = try incoming.take(Frame.headBytes, from: socket) else { return nil }
            guard let announced = Frame.Announcement(head) else {
                throw SystemError("frame", code: EBADMSG)
            }
            guard let facts = try incoming.take(announced.facts, from: socket),
                var body = try incoming.take(announced.body, from: socket)
            else { return nil }
            if announced.kind == .order, body.isEmpty, let file = incoming.takeFile() {
                body = try MemoryFile.contents(of: file)
            }
            return Frame(announced.kind, announced.number, facts: facts, body: body)
        }
    }

    package func finishSending() { socket.finishSending() }
}
