import Basics
import HTTP
import Rendering
import Synchronization

/// The service's state of a request, for its log line and metrics. The exchange owns it.
final class RequestRecord: ExchangeState {
    struct Facts: Sendable {
        var wasAdmitted = false
        var route: Route?
        var problem: String?
        /// The setting whose limit was exceeded.
        var setting: String?
        /// The place of the problem in the request's body.
        var pointer: String?
        /// The name of the request's key.
        var key: String?
        var writer: ClientWriter?
        /// The cached response and the job that are being sent; they keep their memory reserved.
        var cached: CachedResponse?
        var job: AsyncRender?

        mutating func note(_ problem: Explanation) {
            (self.problem, setting, pointer) = (
                problem.type.rawValue, problem.setting, problem.pointer
            )
        }
    }

    private let state: Mutex<Facts>

    init(_ facts: Facts = Facts()) { state = Mutex(facts) }

    var facts: Facts { state.withLock { $0 } }

    func change(_ change: (inout Facts) -> Void) { state.withLock { change(&$0) } }
}

extension Exchange {
    /// The service's record; nil before the request is admitted or rejected, and after it has
    /// finished.
    var record: RequestRecord? { state as? RequestRecord }
}
