import CSockets
import Dispatch
import Glibc
import System

/// Takes connections from a listener, and keeps doing so when the process has run out of files.
///
/// It keeps one descriptor in reserve. When none is left, that one is given up for a moment so that
/// the next connection can be taken, told 503 and closed, instead of waiting in the backlog for a
/// timeout.
final class Acceptor {
    /// Nil once it is closed; others may share it.
    private var listener: Listener?
    private let source: any DispatchSourceRead
    private var spare = Acceptor.nothing
    private var isPaused = false

    init(_ listener: Listener, on queue: DispatchQueue) {
        self.listener = listener
        source = DispatchSource.makeReadSource(fileDescriptor: listener.number, queue: queue)
    }

    /// Nil if no descriptor is left. The next connection that closes returns one.
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

    /// The next connection.
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

    /// Leaves the listener alone until `resume`.
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
    /// An accept failed by a connection that died in the backlog, which says nothing of the others
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
