import Synchronization

/// Holds a request until a worker takes it. A closure would keep the body in memory for as long as
/// the worker runs.
final class WorkRequestHolder: Sendable {
    private let request: Mutex<WorkRequest?>

    init(_ request: WorkRequest) { self.request = Mutex(request) }

    func take() -> WorkRequest? {
        request.withLock { $0.take() }
    }
}
