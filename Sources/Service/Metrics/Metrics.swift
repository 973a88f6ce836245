import Conversation
import Synchronization

/// What the service counts about its own work; the server counts sockets and bytes itself.
final class Metrics: Sendable {
    struct RequestKey: Hashable, Sendable {
        let route: String
        let format: String
        let status: Int
    }

    struct Counts: Sendable {
        var requests: [RequestKey: Int] = [:]
        var stages: [String: Histogram] = [:]
        var problems: [String: Int] = [:]
        var limits: [String: Int] = [:]
        var warnings: [String: Int] = [:]
        var messages = 0
        var inFlight = 0
    }

    private let counts = Mutex(Counts())

    var snapshot: Counts { counts.withLock { $0 } }

    func begin() { counts.withLock { $0.inFlight += 1 } }

    func end(_ key: RequestKey) {
        counts.withLock { counts in
            counts.inFlight -= 1
            counts.requests[key, default: 0] += 1
        }
    }

    func record(stage: String, seconds: Double) {
        counts.withLock { $0.stages[stage, default: Histogram()].record(seconds) }
    }

    func record(_ problem: Problem) {
        counts.withLock { counts in
            counts.problems[problem.slug, default: 0] += 1
            if let setting = problem.setting { counts.limits[setting, default: 0] += 1 }
        }
    }

    func record(messages: Int, warnings: [Warning]) {
        counts.withLock { counts in
            counts.messages += messages
            for warning in warnings { counts.warnings[warning.kind.rawValue, default: 0] += 1 }
        }
    }
}
