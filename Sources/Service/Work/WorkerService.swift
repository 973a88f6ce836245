import Dispatch
package import Isolation
import Rendering
import Synchronization
package import System

/// Serves the requests of the front process in a render process, until the front process ends.
package final class WorkerService: Sendable {
    private let socket: FrameSocket
    private let packets: PacketReceiver
    private let backend: InProcessBackend
    /// Whether requests may inject faults; enabled only by tests.
    private let allowsFaults: Bool
    /// The facts about the signer; nil if the front process has no key.
    private let signer: SignerFacts?
    private let writers = Mutex<[UInt32: FrameWriter]>([:])

    package init(
        _ socket: FrameSocket, _ packets: PacketReceiver, _ backend: InProcessBackend,
        allowsFaults: Bool,
        signer: SignerFacts? = nil
    ) {
        self.signer = signer
        self.socket = socket
        self.packets = packets
        self.backend = backend
        self.allowsFaults = allowsFaults
    }

    /// Serves until the front process closes its socket.
    ///
    /// - Parameter facts: reported to the front process first.
    package func run(facts: [UInt8]) throws(SystemError) {
        // The front process may be gone already.
        guard (try? socket.send(Frame(.ready, facts: facts))) != nil else { return }
        // One thread more than workers, so that one always receives.
        for _ in 0...backend.pool.size {
            try SystemThread.start(stack: WorkerPool.stackBytes) { [self] in servePackets() }
        }
        while let frame = try socket.receive() {
            switch frame.kind {
            case .request: take(frame)
            case .cancel:
                let writer = writers.withLock { $0[frame.number] }
                writer?.cancel()
                writer.map { withdraw($0) }
            case .signed:
                let writer = writers.withLock { $0[frame.number] }
                writer?.take(signature: frame)
            case .ready, .response, .head, .piece, .end, .broken, .sign, .progress, .small,
                .large:
                return
            }
        }
    }

    /// Receives small requests and renders each on the receiving thread.
    private func servePackets() {
        do throws(SystemError) {
            while let frame = try packets.receive() { take(frame, onThisThread: true) }
        } catch {
            // Invalid packets end the process, as invalid frames do.
            socket.finishSending()
        }
    }

    private func take(_ frame: consuming Frame, onThisThread: Bool = false) {
        let number = frame.number
        guard let request = WorkRequest(frame) else {
            _ = try? socket.send(Frame(.broken, number))
            return
        }
        let fault = allowsFaults ? FaultInjection(request.query) : nil
        let writer = FrameWriter(
            number, requestID: request.requestID, socket, fault: fault, signer: signer
        ) { [self] in
            writers.withLock { $0[number] = nil }
        }
        writers.withLock { $0[number] = writer }
        backend.take(
            fault == nil ? request : request.withoutFaults, writer, onThisThread: onThisThread)
    }

    private func withdraw(_ writer: FrameWriter) {
        var withdraw: (@Sendable () -> Void)?
        writer.note { withdraw = $0.withdraw }
        withdraw?()
        // A render that has begun checks for cancellation and stops.
    }
}
