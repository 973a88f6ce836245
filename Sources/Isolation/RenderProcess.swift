import Dispatch
import Synchronization
package import System

/// A render process, seen from the front process.
final class RenderProcess: Sendable {
    private let socket: FrameSocket
    private let packets: PacketSocket
    private let child: ChildProcess
    private let hasEnded = DispatchSemaphore(value: 0)
    private let end = Mutex(ChildProcess.End.unknown)

    /// - Parameters:
    ///   - launch: starts the program and passes it one end of each socket.
    ///   - received: called for each frame, on a thread that serves only this process.
    ///   - ended: called once, after the last frame.
    init(
        launch: (borrowing Descriptor, borrowing Descriptor) throws(SystemError) -> ChildProcess,
        received: @escaping @Sendable (RenderProcess, Frame) -> Void,
        ended: @escaping @Sendable (RenderProcess, ChildProcess.End) -> Void
    ) throws(SystemError) {
        let (ours, theirs) = try MessageSocket.pair()
        let (ourPackets, theirPackets) = try MessageSocket.pair(keepsBoundaries: true)
        socket = FrameSocket(ours, receivesRequests: false)
        packets = PacketSocket(ourPackets)
        child = try launch(theirs.descriptor, theirPackets.descriptor)
        do throws(SystemError) {
            try SystemThread.start { [self] in
                // A process stopped by SIGSTOP is killed, so that its requests go to another.
                let end = child.wait { child.kill() }
                self.end.withLock { $0 = end }
                hasEnded.signal()
            }
            try SystemThread.start { [self] in
                do throws(SystemError) {
                    while let frame = try socket.receive() { received(self, frame) }
                } catch {
                    // After an invalid frame, the process is killed and treated like one that
                    // exited.
                }
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

    /// Sends a frame. Returns false if the process has exited or must be killed.
    func send(_ frame: Frame, in file: MemoryFile? = nil) -> Bool {
        (try? socket.send(frame, in: file, waits: false)) != nil
    }

    /// Sends a request that fits in a packet. Returns false in the same cases as `send`.
    func sendPacket(_ request: Frame) -> Bool { (try? packets.send(request)) != nil }

    func kill() { child.kill() }

    /// Asks the process to exit by ending its input.
    func dismiss() {
        packets.finishSending()
        socket.finishSending()
    }
}

/// Counts of render processes since the start.
package struct ProcessCounts: Sendable {
    package enum Cause: String, Sendable {
        case crash
        /// An operator or the kernel's out-of-memory killer sent SIGKILL.
        case killed
        /// The process did not finish a request in time.
        case late
        /// The process exited with status 0 without being asked to exit.
        case exit

        init(_ end: ChildProcess.End) {
            switch end {
            case .signal(9), .unknown: self = .killed
            case .signal: self = .crash
            case .exit(0): self = .exit
            case .exit: self = .crash
            }
        }
    }

    package var running = 0
    /// The IDs of all processes.
    package var processes: [Int32] = []
    package var queued = 0
    package var busy = 0
    package var starts = 0
    package var ends: [String: Int] = [:]
    package var retries = 0
    package var quarantined = 0
}

/// The unexpected exit of a render process.
package struct ProcessEnd: Sendable {
    package let process: Int32
    package let cause: ProcessCounts.Cause
    package let status: ChildProcess.End
    /// The IDs of the requests that the process was rendering.
    package let requests: [String]
}
