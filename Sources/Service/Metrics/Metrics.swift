import Glibc
package import HTTP
import Rendering
import Synchronization
import System

/// The service's own counters. The server counts sockets and bytes.
final class Metrics: Sendable {
    /// Counts and durations by the values of their labels.
    struct Counts: Sendable {
        /// By route, format and status.
        var requests: [[String]: Int] = [:]
        /// By route and class of status: the time from the head of a request to the end of its
        /// response, and the time that it waited for a worker.
        var durations: [[String]: Histogram] = [:]
        var waits: [[String]: Histogram] = [:]
        var stages: [[String]: Histogram] = [:]
        var problems: [String: Int] = [:]
        var limits: [String: Int] = [:]
        var warnings: [String: Int] = [:]
        /// By way of compression.
        var rows: [String: Int] = [:]
        var messages = 0
        var inFlight = 0
    }

    private let counts = Mutex(Counts())

    var snapshot: Counts { counts.withLock { $0 } }

    func begin() { counts.withLock { $0.inFlight += 1 } }

    /// - Parameter waited: the seconds that the request waited for a worker; nil if it needed none.
    func end(
        route: String, format: String, status: Int, after seconds: Double, waited: Double?
    ) {
        let key = [route, "\(status / 100)xx"]
        counts.withLock { counts in
            counts.inFlight -= 1
            counts.requests[[route, format, String(status)], default: 0] += 1
            counts.durations[key, default: Histogram()].record(seconds)
            if let waited { counts.waits[key, default: Histogram()].record(waited) }
        }
    }

    func record(problem slug: String, setting: String?) {
        counts.withLock { counts in
            counts.problems[slug, default: 0] += 1
            if let setting { counts.limits[setting, default: 0] += 1 }
        }
    }

    func record(_ notes: WorkNotes) {
        counts.withLock { counts in
            for (stage, seconds) in notes.stages {
                counts.stages[[stage], default: Histogram()].record(seconds)
            }
            guard !notes.stages.isEmpty else { return }
            counts.messages += notes.messages
            for (way, count) in notes.rows { counts.rows[way, default: 0] += count }
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

/// `/metrics` on a separate port, which clients of the service cannot reach.
package struct MetricsService: Application {
    private let service: RenderService

    package init(_ service: RenderService) { self.service = service }

    package func admit(_ head: RequestHead, _ exchange: any Exchange) -> Admission {
        head.target.path == "/metrics" && (head.method == .get || head.method == .head)
            ? .accept(bodyLimit: 0) : .refuse(Response(404))
    }

    package func respond(to request: Request, _ exchange: any Exchange) {
        service.answerMetrics(exchange)
    }
}

/// The processor time and the start of a process, from `/proc/PID/stat` (proc(5)).
struct ProcessTimes: Sendable, Equatable {
    /// Seconds of processor time.
    let used: Double
    /// Seconds of processor time of child processes that have exited.
    let usedByEnded: Double
    /// The start in seconds since 1970.
    let start: Double

    /// - Parameter process: the ID; `self` for this process.
    init?(
        of process: String = "self", ticks: Double = Double(sysconf(Int32(_SC_CLK_TCK))),
        _ read: (String) -> String? = ControlGroups.read
    ) {
        // The second field is the program's name in parentheses, which may contain any character.
        let fields = read("/proc/\(process)/stat").map { text in
            text.suffix(from: text.lastIndex(of: ")") ?? text.endIndex).split(separator: " ")
        }
        guard let fields, fields.count > 20 else { return nil }
        let boot = (read("/proc/stat") ?? "").split(separator: "\n")
            .first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
        // Field 3 of the manual follows the name.
        func seconds(_ field: Int) -> Double { (Double(fields[field - 2]) ?? 0) / ticks }
        used = seconds(14) + seconds(15)
        usedByEnded = seconds(16) + seconds(17)
        start = (boot ?? 0) + seconds(22)
    }
}
