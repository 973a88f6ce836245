import CSockets
import Glibc
import HTTP

/// Takes connections from a listener, and keeps doing so when the process has run out of files.
///
/// It keeps one descriptor in reserve. When none is left, that one is given up for a moment so that
/// the next connection can be taken, told 503 and closed, instead of waiting in the backlog for a
/// timeout.
struct Acceptor {
    let listener: Listener
    private var spare: Spare?
    /// When a listener that was set aside is watched again.
    private(set) var resumesAt: Instant?

    private final class Spare {
        let descriptor: Descriptor

        init?() {
            guard let null = try? Descriptor(open_nothing(), from: "open") else { return nil }
            descriptor = null
        }
    }

    init(_ listener: Listener) throws(SystemError) {
        self.listener = listener
        spare = Spare()
    }

    var isLocal: Bool { listener.isLocal }

    /// The next connection; nil when one was taken only to be refused.
    mutating func accept(_ core: ServerCore) throws(SystemError) -> Listener.Accepted? {
        do throws(SystemError) {
            return try listener.accept()
        } catch {
            guard error.isDescriptorLimit, spare != nil else { throw error }
            spare = nil
            defer { spare = Spare() }
            let accepted = try listener.accept()
            core.statistics.total.add(1)
            core.statistics.count(.descriptorLimit)
            Self.turnAway(Stream(accepted.descriptor, isLocal: listener.isLocal))
            return nil
        }
    }

    /// Whether the next connection may still be taken after this failure: those of a single
    /// connection that died in the backlog say nothing of the others (accept(2)).
    func canGoOn(after error: SystemError) -> Bool {
        switch error.code {
        case ECONNABORTED, EINTR, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET,
            EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH, EPERM:
            true
        default: false
        }
    }

    mutating func pause(until instant: Instant) {
        resumesAt = instant
        if spare == nil { spare = Spare() }
    }

    /// True once when the pause is over.
    mutating func resumes(by now: Instant) -> Bool {
        guard let resumesAt, resumesAt <= now else { return false }
        self.resumesAt = nil
        return true
    }

    static func turnAway(_ stream: consuming Stream) {
        var state = ConnectionState(now: SystemClock.now)
        state.refuse(.descriptorLimit, now: SystemClock.now)
        while let action = state.nextAction() {
            switch action {
            case .refuse(let fault):
                state.answer(fault.plainResponse, date: "", now: SystemClock.now)
            case .send(let bytes):
                _ = stream.send(bytes[...])
            case .admit, .respond, .finishWriting, .close:
                break
            }
        }
        stream.finishWriting()
        // What has come already must be read, or the close becomes a reset that overtakes the
        // answer.
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        _ = stream.receive(into: &buffer, atMost: buffer.count)
    }
}
