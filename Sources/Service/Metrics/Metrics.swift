import Rendering
import Synchronization

/// The service's own counters. The server counts sockets and bytes.
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

    func record(problem slug: String, setting: String?) {
        counts.withLock { counts in
            counts.problems[slug, default: 0] += 1
            if let setting { counts.limits[setting, default: 0] += 1 }
        }
    }

    /// Records the notes of a render.
    func record(_ notes: WorkNotes) {
        counts.withLock { counts in
            for (stage, seconds) in notes.stages {
                counts.stages[stage, default: Histogram()].record(seconds)
            }
            guard !notes.stages.isEmpty else { return }
            counts.messages += notes.messages
            for (kind, count) in notes.warningKinds { counts.warnings[kind, default: 0] += count }
        }
    }
}

/// Durations in the buckets of a Prometheus histogram.
struct Histogram: Sendable {
    /// The upper bounds in seconds, from a one-message picture to a very long document.
    static let bounds = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
    ]

    private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    private(set) var sum = 0.0

    mutating func record(_ seconds: Double) {
        let bucket = Histogram.bounds.firstIndex { seconds <= $0 } ?? Histogram.bounds.count
        counts[bucket] += 1
        sum += seconds
    }
}
