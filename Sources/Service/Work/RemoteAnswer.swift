import Dispatch
import HTTP
import Isolation
import Rendering

/// Hands an answer on from the process that makes it to the client that waits for it.
final class RemoteAnswer: OrderClient {
    private let exchange: any WorkExchange
    private let settings: Settings
    private let queued: UInt64

    init(_ exchange: any WorkExchange, _ settings: Settings, queued: UInt64) {
        self.exchange = exchange
        self.settings = settings
        self.queued = queued
    }

    func began() { exchange.began(after: DispatchTime.now().uptimeNanoseconds - queued) }

    func take(_ frame: Frame) -> Bool {
        var facts = PackedReader(frame.facts)
        switch frame.kind {
        case .answer:
            guard let head = ResponseHead(&facts), note(&facts) else { return fail() }
            exchange.answer(Response(head, body: frame.body))
        case .head:
            guard let head = ResponseHead(&facts) else { return fail() }
            exchange.note { [settings] in $0.account?.keep(settings.bufferBytes) }
            exchange.begin(head)
        case .piece:
            return !exchange.isCancelled && exchange.write(frame.body)
        case .end:
            guard note(&facts) else { return fail() }
            exchange.finish()
        default:
            _ = note(&facts)
            return fail()
        }
        return true
    }

    func end(_ failure: OrderFailure) {
        switch failure {
        case .crashed: exchange.refuse(.renderCrashed)
        case .late: exchange.refuse(Problem(.timeout))
        case .waited: exchange.refuse(.waitedTooLong(settings))
        case .brokenOff, .withdrawn: _ = fail()
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
