import CSockets
import Dispatch
import Glibc
import System

/// Accepts connections from a listener, even if the process has run out of descriptors.
///
/// The acceptor keeps a spare descriptor. If no other is left, it briefly closes the spare and
/// accepts the next connection. That connection gets 503 and is closed, instead of waiting in the
/// backlog.
final class Acceptor {
    /// The listener, which other loops may share; nil once closed.
    private var listener: Listener?
    private let source: any DispatchSourceRead
    private var spare = Acceptor.nothing
    private var isPaused = false

    init(_ listener: Listener, on queue: DispatchQueue) {
        self.listener = listener
        source = DispatchSource.makeReadSource(fileDescriptor: listener.number, queue: queue)
    }

    /// Opens a spare descriptor; nil if none is left.
    private static var nothing: Descriptor? { try? Descriptor(open_nothing(), from: "open") }

    func open(_ ready: @escaping () -> Void, closed: @escaping () -> Void) {
        source.setEventHandler(handler: ready)
        source.setCancelHandler { [self] in
            listener = nil
            closed()
        }
        source.activate()
    }

    func close() {
        resume()
        source.cancel()
    }

    func next() throws(SystemError) -> Listener.Accepted {
        guard let listener else { throw SystemError("accept", code: EAGAIN) }
        do throws(SystemError) {
            return try listener.accept()
        } catch {
            guard error.isDescriptorLimit, spare.take() != nil else { throw error }
            defer { spare = Self.nothing }
            return try listener.accept(isExcess: true)
        }
    }

    /// Stops accepting until `resume`.
    func pause() {
        guard !isPaused else { return }
        isPaused = true
        source.suspend()
    }

    func resume() {
        guard isPaused else { return }
        isPaused = false
        if spare == nil { spare = Self.nothing }
        source.resume()
    }
}

extension SystemError {
    /// Whether accept failed because of one connection that died in the backlog; others may succeed
    /// (accept(2)).
    var isOfOneConnection: Bool {
        switch code {
        case ECONNABORTED, EINTR, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH,
            EOPNOTSUPP, ENETUNREACH, EPERM:
            true
        default: false
        }
    }
}
