import Compression
import Dispatch
import HTTP
import Isolation
import Rendering
import Synchronization

/// Hands an answer on from the process that makes it to the client that waits for it.
///
/// Where a process ends in the middle, another makes the same answer again, and it goes on where it
/// stopped: the same request gives the same bytes, and those that have left are compared.
final class ResponseRelay: PoolClient {
    private let exchange: any ResponseWriter
    private let settings: Settings
    private let queued: UInt64
    private let progress = Mutex(Progress())

    private struct Progress: Sendable {
        var hasBegun = false
        /// The number of body bytes that the client has received.
        var sent = 0
        var sum = RunningCRC()
        /// The position in the body of the current process, and the checksum of its bytes up to
        /// `sent`.
        var place = 0
        var repeated = RunningCRC()

        /// The part of `piece` not yet sent to the client, or nil if a retry produced a different
        /// body.
        mutating func rest(of piece: [UInt8]) -> ArraySlice<UInt8>? {
            let known = min(piece.count, max(0, sent - place))
            place += piece.count
            if known > 0 {
                repeated.add(piece[..<known])
                if place >= sent, repeated != sum { return nil }
            }
            let rest = piece[known...]
            sum.add(rest)
            sent += rest.count
            return rest
        }
    }

    init(_ exchange: any ResponseWriter, _ settings: Settings, queued: UInt64) {
        self.exchange = exchange
        self.settings = settings
        self.queued = queued
    }

    func began() {
        progress.withLock { progress in
            progress.place = 0
            progress.repeated = RunningCRC()
        }
        exchange.began(after: DispatchTime.now().uptimeNanoseconds - queued)
    }

    func take(_ frame: Frame) -> Bool {
        var facts = PackedReader(frame.facts)
        switch frame.kind {
        case .answer:
            guard let head = ResponseHead(&facts), note(&facts), !hasBegun else { return fail() }
            // The thread that listens to the process has nothing else to do.
            exchange.answer(Response(head, body: frame.body), onThisThread: true)
        case .head:
            guard let head = ResponseHead(&facts) else { return fail() }
            let isFirst = progress.withLock { progress in
                defer { progress.hasBegun = true }
                return !progress.hasBegun
            }
            guard isFirst else { return true }
            exchange.note { [settings] in $0.account?.keep(settings.bufferBytes) }
            exchange.begin(head)
        case .piece:
            guard let rest = progress.withLock({ $0.rest(of: frame.body) }) else { return fail() }
            return !exchange.isCancelled && (rest.isEmpty || exchange.write(rest))
        case .progress:
            guard let progress = RenderProgress(&facts) else { return fail() }
            exchange.progressed(progress)
        case .end:
            guard note(&facts) else { return fail() }
            exchange.finish()
        default:
            _ = note(&facts)
            return fail()
        }
        return true
    }

    private var hasBegun: Bool { progress.withLock { $0.hasBegun } }

    func end(_ failure: PoolFailure) {
        // A client that has got a part of an answer is to see that it ends there.
        guard !hasBegun else { return _ = fail() }
        switch failure {
        case .crashed: exchange.refuse(.renderCrashed)
        case .late: exchange.refuse(Problem(.timeout))
        case .waited: exchange.refuse(.waitedTooLong(settings))
        case .withdrawn: _ = fail()
        }
    }

    private func note(_ facts: inout PackedReader) -> Bool {
        var isRead = false
        exchange.note { isRead = $0.read(&facts) }
        return isRead
    }

    private func fail() -> Bool {
        if exchange.hasOverflown {
            exchange.refuse(.spillFull(settings))
        } else {
            exchange.fail()
        }
        return false
    }
}
