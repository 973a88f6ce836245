import Basics
import HTTP
import Rendering

struct MetricsSnapshot: Sendable {
    var counts = Metrics.Counts()
    var server = ServerStatistics()
    var load = WorkLoad()
    var cache: ResponseCache.Counts?
    var jobs: AsyncRenderStore.Counts?
    var logDropped = 0
    var memory: Int?
    var memoryLimit: Int?
    var times: ProcessTimes?
    var openFiles: Int?
    var maxFiles = 0
    /// The last second of the signing certificate, since 1970.
    var certificateEnd: Int?
    var version = ""
}

/// The declaration of a metric in Prometheus's text format.
struct Metric: Sendable {
    private enum Samples {
        case number(Double)
        /// By the values of the labels.
        case numbers([[String]: Int])
        case durations([[String]: Histogram])
    }

    private let name: String
    private let help: String
    private let type: String
    private let labels: [String]
    /// Returns nil if the service does not have the metric.
    private let samples: @Sendable (MetricsSnapshot) -> Samples?

    private static func gauge(
        _ name: String, _ help: String, _ value: @escaping @Sendable (MetricsSnapshot) -> Int?
    ) -> Metric {
        number(name, help, "gauge") { value($0).map(Double.init) }
    }

    private static func counter(
        _ name: String, _ help: String, _ value: @escaping @Sendable (MetricsSnapshot) -> Int?
    ) -> Metric {
        number(name, help, "counter") { value($0).map(Double.init) }
    }

    private static func number(
        _ name: String, _ help: String, _ type: String,
        _ value: @escaping @Sendable (MetricsSnapshot) -> Double?
    ) -> Metric {
        Metric(name: name, help: help, type: type, labels: []) { value($0).map { .number($0) } }
    }

    private static func counters(
        _ name: String, _ help: String, by label: String,
        _ values: @escaping @Sendable (MetricsSnapshot) -> [String: Int]?
    ) -> Metric {
        Metric(name: name, help: help, type: "counter", labels: [label]) { snapshot in
            values(snapshot).map { values in
                .numbers(Dictionary(uniqueKeysWithValues: values.map { ([$0.key], $0.value) }))
            }
        }
    }

    private static func histogram(
        _ name: String, _ help: String, by labels: [String],
        _ values: @escaping @Sendable (MetricsSnapshot) -> [[String]: Histogram]
    ) -> Metric {
        Metric(name: name, help: help, type: "histogram", labels: labels) {
            .durations(values($0))
        }
    }

    static let all: [Metric] = requests + rendering + connections + process

    private static let requests: [Metric] = [
        Metric(
            name: "chatprint_requests_total", help: "Answered requests.", type: "counter",
            labels: ["route", "format", "status"]
        ) { .numbers($0.counts.requests) },
        histogram(
            "chatprint_request_seconds",
            "Time from the head of a request to the end of its response.", by: ["route", "status"],
            \.counts.durations),
        histogram(
            "chatprint_wait_seconds", "Time that requests waited for a worker.",
            by: ["route", "status"], \.counts.waits),
        gauge("chatprint_requests_in_flight", "Requests in progress.", \.counts.inFlight),
        counters(
            "chatprint_problems_total", "Rejected requests, by problem type.", by: "problem",
            \.counts.problems),
        counters(
            "chatprint_limit_refusals_total", "Requests rejected by a limit, by setting.",
            by: "setting", \.counts.limits),
        counter("chatprint_cache_hits_total", "Requests answered from the cache.", \.cache?.hits),
        counter(
            "chatprint_cache_shared_total", "Cache hits that waited for a rendering in progress.",
            \.cache?.shared),
        counter(
            "chatprint_cache_misses_total", "Cacheable requests that were rendered.",
            \.cache?.misses),
        counter(
            "chatprint_cache_evictions_total", "Responses evicted from the cache.",
            \.cache?.evictions),
        gauge("chatprint_cache_answers", "Cached responses.", \.cache?.entries),
        gauge(
            "chatprint_cache_bytes", "Memory of responses in the cache or still being sent.",
            \.cache?.bytes),
        gauge("chatprint_jobs", "Running and finished asynchronous jobs.", \.jobs?.kept),
        gauge("chatprint_job_bytes", "Memory of the results of asynchronous jobs.", \.jobs?.bytes),
        counters(
            "chatprint_jobs_ended_total", "Ended asynchronous jobs, by state.", by: "state",
            \.jobs?.ended),
    ]

    private static let rendering: [Metric] = [
        gauge("chatprint_queue_depth", "Jobs waiting for a worker.", \.load.queued),
        gauge("chatprint_workers", "Worker threads.", \.load.workers),
        gauge("chatprint_workers_busy", "Busy workers.", \.load.busy),
        gauge(
            "chatprint_cairo_busy",
            "Whether engine=cairo is drawing; it draws one conversation at a time."
        ) { $0.load.cairo.map { $0.isBusy ? 1 : 0 } },
        gauge("chatprint_cairo_queued", "Jobs waiting for engine=cairo.", \.load.cairo?.queued),
        gauge("chatprint_processes", "Running render processes.", \.load.processes?.running),
        counter(
            "chatprint_process_starts_total", "Render processes started.",
            \.load.processes?.starts),
        counters(
            "chatprint_process_ends_total", "Render processes that exited unexpectedly, by cause.",
            by: "cause", \.load.processes?.ends),
        counter(
            "chatprint_process_retries_total", "Requests retried in another process.",
            \.load.processes?.retries),
        counter(
            "chatprint_process_quarantined_total",
            "Rejected requests that had crashed render processes.", \.load.processes?.quarantined),
        histogram(
            "chatprint_render_seconds", "Time spent rendering, by stage.", by: ["stage"],
            \.counts.stages),
        counters(
            "chatprint_warnings_total", "Warnings about conversations, by kind.", by: "kind",
            \.counts.warnings),
        counters(
            "chatprint_png_rows_total",
            "Rows of PNG pictures, by how they were compressed: from a plan, or painted first.",
            by: "way", \.counts.rows),
        counter("chatprint_messages_total", "Messages rendered.", \.counts.messages),
        gauge(
            "chatprint_certificate_expiry_timestamp_seconds",
            "The end of the signing certificate, in seconds since 1970.", \.certificateEnd),
    ]

    private static let connections: [Metric] = [
        gauge("chatprint_connections", "Open connections.", \.server.connectionsOpen),
        counter("chatprint_connections_total", "Connections accepted.", \.server.connectionsTotal),
        counter("chatprint_bytes_in_total", "Bytes received.", \.server.bytesIn),
        counter("chatprint_bytes_out_total", "Bytes sent.", \.server.bytesOut),
        counter(
            "chatprint_bytes_spilled_total", "Response bytes buffered in a file for slow clients.",
            \.server.bytesSpilled),
        gauge("chatprint_spill_bytes", "Size of the file for slow clients.", \.server.spillBytes),
        gauge(
            "chatprint_spill_limit_bytes", "Largest size of the file for slow clients.",
            \.server.spillLimit),
        counters(
            "chatprint_http_faults_total", "Requests rejected by the HTTP layer, by event.",
            by: "event", \.server.faults),
        counters(
            "chatprint_connection_endings_total", "Closed connections, by reason.", by: "ending",
            \.server.endings),
        counter("chatprint_accept_errors_total", "Failed accept calls.", \.server.acceptErrors),
        counter("chatprint_log_dropped_total", "Log lines dropped.", \.logDropped),
    ]

    private static let process: [Metric] = [
        gauge(
            "chatprint_memory_bytes", "Memory of all processes; shared pages count once."
        ) { snapshot in
            snapshot.memory.map { $0 + (snapshot.load.processes?.memory ?? 0) }
        },
        gauge("chatprint_memory_limit_bytes", "Memory that all processes may use.", \.memoryLimit),
        number(
            "chatprint_cpu_seconds_total",
            "Processor time of all processes, including render processes that have exited.",
            "counter"
        ) { snapshot in
            snapshot.times.map {
                $0.used + $0.usedByEnded + (snapshot.load.processes?.seconds ?? 0)
            }
        },
        gauge("process_resident_memory_bytes", "Resident memory.", \.memory),
        number(
            "process_cpu_seconds_total", "Processor time of the serving process.", "counter",
            \.times?.used),
        number(
            "process_start_time_seconds", "Start of the service, in seconds since 1970.", "gauge",
            \.times?.start),
        gauge("process_open_fds", "Open files of the serving process.", \.openFiles),
        gauge("process_max_fds", "Most files that the serving process may open.", \.maxFiles),
        Metric(
            name: "chatprint_build_info", help: "The running version.", type: "gauge",
            labels: ["version"]
        ) { .numbers([[$0.version]: 1]) },
    ]

    static func text(_ snapshot: MetricsSnapshot) -> [UInt8] {
        Array(all.map { $0.text(snapshot) }.joined().utf8)
    }

    private func text(_ snapshot: MetricsSnapshot) -> String {
        guard let samples = samples(snapshot) else { return "" }
        var text = "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        // The values of labels are names of this program and need no escaping.
        func line(
            _ values: [String], _ value: Double, ending: String = "", bound: String? = nil
        ) {
            let pairs = Array(zip(labels, values)) + (bound.map { [("le", $0)] } ?? [])
            let list = pairs.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
            text += name + ending + (list.isEmpty ? "" : "{\(list)}") + " \(value.plain)\n"
        }
        switch samples {
        case .number(let number): line([], number)
        case .numbers(let numbers):
            for values in numbers.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                line(values, Double(numbers[values] ?? 0))
            }
        case .durations(let histograms):
            for (values, histogram) in histograms.sorted(by: {
                $0.key.lexicographicallyPrecedes($1.key)
            }) {
                var total = 0
                for (bound, count) in zip(Histogram.bounds, histogram.counts) {
                    total += count
                    line(values, Double(total), ending: "_bucket", bound: String(bound))
                }
                total += histogram.counts.last ?? 0
                line(values, Double(total), ending: "_bucket", bound: "+Inf")
                line(values, histogram.sum, ending: "_sum")
                line(values, Double(total), ending: "_count")
            }
        }
        return text
    }
}
