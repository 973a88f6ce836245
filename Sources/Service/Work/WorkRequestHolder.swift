import Synchronization

/// Holds a request until a worker takes it. A closure would keep the body in memory for as long as
/// the worker runs.
final class WorkRequestHolder: Sendable {
    private let request: Mutex<WorkRequest?>

    init(_ request: WorkRequest) { self.request = Mutex(request) }

    func isSmall(atMost bytes: Int) -> Bool {
        request.withLock { request in
            guard let request, let coding = ContentCoding(request.fields) else { return true }
            return coding.holds(atMost: bytes, request.body)
        }
    }

    func take() -> WorkRequest? {
        request.withLock { $0.take() }
    }
}
