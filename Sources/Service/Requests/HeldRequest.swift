import HTTP
import Synchronization

/// A request that waits for a worker, and leaves with the first who takes it: a closure would hold the
/// body for as long as it runs.
final class HeldRequest: Sendable {
    private let request: Mutex<Request?>

    init(_ request: Request) { self.request = Mutex(request) }

    func isSmall(atMost bytes: Int) -> Bool {
        request.withLock { $0.map { RequestBody.holds(atMost: bytes, $0) } ?? true }
    }

    func take() -> Request? {
        request.withLock { request in
            defer { request = nil }
            return request
        }
    }
}
