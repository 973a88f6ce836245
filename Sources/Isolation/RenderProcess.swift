import Dispatch
import Synchronization
import System

/// A process that draws, as the one that started it sees it.
final class RenderProcess: Sendable {
    private let socket: FrameSocket
    private let lane: PacketSocket
    private let child: ChildProcess
    private let hasEnded = DispatchSemaphore(value: 0)
    private let end = Mutex(ChildProcess.End.unknown)

    /// - Parameters:
    ///   - launch: starts the program with its ends of the socket and of the lane.
    ///   - received: is told of every frame, on a thread of this process's own.
    ///   - ended: is told last of all, once everything that it had sent was received.
    init(
        launch: (borrowing Descriptor, borrowing Descriptor) throws(SystemError) -> ChildProcess,
        received: @escaping @Sendable (RenderProcess, Frame) -> Void,
        ended: @escaping @Sendable (RenderProcess, ChildProcess.End) -> Void
    ) throws(SystemError) {
        let (ours, theirs) = try MessageSocket.pair()
        let (ourLane, theirLane) = try MessageSocket.pair(keepsBorders: true)
        socket = FrameSocket(ours)
        lane = PacketSocket(ourLane)
        child = try launch(theirs.descriptor, theirLane.descriptor)
        do throws(SystemError) {
            try SystemThread.start { [self] in
                // Nobody is to be left half done: what was stopped is ended.
                let end = child.wait { child.kill() }
                self.end.withLock { $0 = end }
                hasEnded.signal()
            }
            try SystemThread.start { [self] in
                do throws(SystemError) {
                    while let frame = try socket.receive() { received(self, frame) }
                } catch {
                    // What it sends is not to be read any more. It is ended below, as at its end.
                }
                // It has said its last word, or one that is none.
                child.kill()
                hasEnded.wait()
                ended(self, end.withLock { $0 })
            }
        } catch {
            child.kill()
            throw error
        }
    }

    var number: Int32 { child.number }

    /// False where it cannot take it: then it has ended, or is to.
    func send(_ frame: Frame, with file: MemoryFile? = nil, waits: Bool = false) -> Bool {
        do throws(SystemError) {
            try socket.send(frame, with: file, waits: waits)
            return true
        } catch {
            return false
        }
    }

    /// An order that finds room in a packet; false as above.
    func hand(_ order: Frame) -> Bool {
        do throws(SystemError) {
            try lane.send(order)
            return true
        } catch {
            return false
        }
    }

    func kill() { child.kill() }

    /// Tells it to end: there are no more orders.
    func dismiss() {
        lane.finishSending()
        socket.finishSending()
    }
}
