import Dispatch
package import Isolation
import Rendering
package import System
import Synchronization

/// The service of a render process: it takes orders from the front process until that ends.
package final class WorkerService: Sendable {
    private let socket: FrameSocket
    private let lane: PacketSocket
    private let work: InProcessBackend
    /// Whether orders may ask for faults, as those of tests do.
    private let hasSeams: Bool
    /// Nil if the process that serves has no key.
    private let signature: SignerFacts?
    private let underWay = Mutex<[UInt32: FrameWriter]>([:])

    package init(
        _ socket: FrameSocket, _ lane: PacketSocket, _ work: InProcessBackend, hasSeams: Bool,
        signature: SignerFacts? = nil
    ) {
        self.signature = signature
        self.socket = socket
        self.lane = lane
        self.work = work
        self.hasSeams = hasSeams
    }

    /// Returns when there will be no more orders.
    ///
    /// - Parameter facts: what the other end is to know first.
    package func run(facts: [UInt8]) throws(SystemError) {
        // The process that serves may have ended meanwhile: then there is nothing to do and nobody
        // to tell.
        guard (try? socket.send(Frame(.ready, facts: facts))) != nil else { return }
        // One more than can be at work, so that nobody has to wait for what the others do.
        for _ in 0...work.pool.size {
            try SystemThread.start(stack: WorkerPool.stackBytes) { [self] in serveLane() }
        }
        while let frame = try socket.receive() {
            switch frame.kind {
            case .order: take(frame)
            case .cancel:
                let exchange = underWay.withLock { $0[frame.number] }
                exchange?.cancel()
                exchange.map { withdraw($0) }
            case .signed:
                let exchange = underWay.withLock { $0[frame.number] }
                exchange?.take(signature: frame)
            case .ready, .answer, .head, .piece, .end, .broken, .sign, .progress: return
            }
        }
    }

    /// Small orders are worked on by the thread that receives them.
    private func serveLane() {
        do throws(SystemError) {
            while let frame = try lane.receive() { take(frame, onThisThread: true) }
        } catch {
            // What comes is not to be read any more: as with a frame that is none, the process
            // ends.
            socket.finishSending()
        }
    }

    private func take(_ frame: consuming Frame, onThisThread: Bool = false) {
        let number = frame.number
        let id = String(decoding: frame.facts, as: UTF8.self)
        guard let order = WorkRequest(packed: frame.body, requestID: id) else {
            _ = try? socket.send(Frame(.broken, number))
            return
        }
        let seam = hasSeams ? FaultInjection(order.query) : nil
        let exchange = FrameWriter(
            number, requestID: id, socket, seam: seam, signature: signature
        ) { [self] in
            underWay.withLock { $0[number] = nil }
        }
        underWay.withLock { $0[number] = exchange }
        work.take(seam == nil ? order : order.withoutSeams, exchange, onThisThread: onThisThread)
    }

    private func withdraw(_ exchange: FrameWriter) {
        var withdraw: (@Sendable () -> Void)?
        exchange.note { withdraw = $0.withdraw }
        withdraw?()
        // Had it begun, it learns that it is cancelled, and ends by itself.
    }
}
