import HTTP

/// All metrics in Prometheus's text format.
struct MetricsText {
    private var text = ""

    static func make(
        _ counts: Metrics.Counts, server: ServerStatistics, load: WorkLoad,
        cache: ResponseCache.Counts?, jobs: AsyncRenderStore.Counts?, logDropped: Int, memory: Int?,
        version: String
    ) -> [UInt8] {
        var page = MetricsText()
        page.requests(counts)
        page.gauge("chatprint_requests_in_flight", "Requests in progress.", counts.inFlight)
        page.gauge("chatprint_queue_depth", "Jobs waiting for a worker.", load.queued)
        page.gauge("chatprint_workers", "Worker threads.", load.workers)
        page.gauge("chatprint_workers_busy", "Busy workers.", load.busy)
        if let cairo = load.cairo {
            page.gauge(
                "chatprint_cairo_busy",
                "Whether engine=cairo is drawing; it draws one conversation at a time.",
                cairo.isBusy ? 1 : 0)
            page.gauge(
                "chatprint_cairo_queued", "Jobs waiting for engine=cairo.", cairo.queued)
        }
        if let processes = load.processes { page.processes(processes) }
        if let cache { page.cache(cache) }
        if let jobs { page.jobs(jobs) }
        page.stages(counts)
        page.labelled(
            "chatprint_problems_total", "Rejected requests, by problem type.", "problem",
            counts.problems)
        page.labelled(
            "chatprint_limit_refusals_total", "Requests rejected by a limit, by setting.",
            "setting", counts.limits)
        page.labelled(
            "chatprint_warnings_total", "Warnings about conversations, by kind.", "kind",
            counts.warnings)
        page.counter("chatprint_messages_total", "Messages rendered.", counts.messages)
        page.gauge("chatprint_connections", "Open connections.", server.connectionsOpen)
        page.counter(
            "chatprint_connections_total", "Connections accepted.", server.connectionsTotal)
        page.counter("chatprint_bytes_in_total", "Bytes received.", server.bytesIn)
        page.counter("chatprint_bytes_out_total", "Bytes sent.", server.bytesOut)
        page.counter(
            "chatprint_bytes_spilled_total", "Response bytes buffered in a file for slow clients.",
            server.bytesSpilled)
        page.labelled(
            "chatprint_http_faults_total", "Requests rejected by the HTTP layer, by event.",
            "event",
            server.faults)
        page.labelled(
            "chatprint_connection_endings_total", "Closed connections, by reason.", "ending",
            server.endings)
        page.counter("chatprint_accept_errors_total", "Failed accept calls.", server.acceptErrors)
        page.counter("chatprint_log_dropped_total", "Log lines dropped.", logDropped)
        if let memory {
            page.gauge(
                "chatprint_memory_bytes", "Memory of all processes; shared pages count once.",
                memory + (load.processes?.memory ?? 0))
            page.gauge("process_resident_memory_bytes", "Resident memory.", memory)
        }
        page.head("chatprint_build_info", "The running version.", "gauge")
        page.line("chatprint_build_info", [("version", version)], "1")
        return Array(page.text.utf8)
    }

    private mutating func processes(_ load: WorkLoad.ProcessLoad) {
        gauge("chatprint_processes", "Running render processes.", load.running)
        counter("chatprint_process_starts_total", "Render processes started.", load.starts)
        labelled(
            "chatprint_process_ends_total",
            "Render processes that exited unexpectedly, by cause.",
            "cause", load.ends)
        counter(
            "chatprint_process_retries_total",
            "Requests retried in another process.", load.retries)
        counter(
            "chatprint_process_quarantined_total",
            "Rejected requests that had crashed render processes.", load.quarantined)
    }

    private mutating func jobs(_ jobs: AsyncRenderStore.Counts) {
        gauge("chatprint_jobs", "Running and finished asynchronous jobs.", jobs.kept)
        gauge("chatprint_job_bytes", "Memory of the results of asynchronous jobs.", jobs.bytes)
        labelled(
            "chatprint_jobs_ended_total", "Ended asynchronous jobs, by state.", "state", jobs.ended)
    }

    private mutating func cache(_ cache: ResponseCache.Counts) {
        counter(
            "chatprint_cache_hits_total", "Requests answered from the cache.",
            cache.hits)
        counter(
            "chatprint_cache_shared_total",
            "Cache hits that waited for a rendering in progress.", cache.shared)
        counter(
            "chatprint_cache_misses_total", "Cacheable requests that were rendered.",
            cache.misses)
        counter(
            "chatprint_cache_evictions_total", "Responses evicted from the cache.", cache.evictions)
        gauge("chatprint_cache_answers", "Cached responses.", cache.entries)
        gauge(
            "chatprint_cache_bytes", "Memory of responses in the cache or still being sent.",
            cache.bytes)
    }

    private mutating func requests(_ counts: Metrics.Counts) {
        head("chatprint_requests_total", "Answered requests.", "counter")
        let keys = counts.requests.keys.sorted {
            ($0.route, $0.format, $0.status) < ($1.route, $1.format, $1.status)
        }
        for key in keys {
            line(
                "chatprint_requests_total",
                [("route", key.route), ("format", key.format), ("status", String(key.status))],
                String(counts.requests[key] ?? 0))
        }
    }

    private mutating func stages(_ counts: Metrics.Counts) {
        let name = "chatprint_render_seconds"
        head(name, "Time spent rendering, by stage.", "histogram")
        for (stage, histogram) in counts.stages.sorted(by: { $0.key < $1.key }) {
            var total = 0
            for (bound, count) in zip(Histogram.bounds, histogram.counts) {
                total += count
                line("\(name)_bucket", [("stage", stage), ("le", String(bound))], String(total))
            }
            total += histogram.counts.last ?? 0
            line("\(name)_bucket", [("stage", stage), ("le", "+Inf")], String(total))
            line("\(name)_sum", [("stage", stage)], String(histogram.sum))
            line("\(name)_count", [("stage", stage)], String(total))
        }
    }

    private mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        head(name, help, "gauge")
        line(name, [], String(value))
    }

    private mutating func counter(_ name: String, _ help: String, _ value: Int) {
        head(name, help, "counter")
        line(name, [], String(value))
    }

    private mutating func labelled(
        _ name: String, _ help: String, _ label: String, _ values: [String: Int]
    ) {
        head(name, help, "counter")
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            line(name, [(label, key)], String(value))
        }
    }

    private mutating func head(_ name: String, _ help: String, _ type: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    /// Writes a sample. Labels are names of this program and need no escaping.
    private mutating func line(
        _ name: String, _ labels: [(String, String)], _ value: String
    ) {
        let list = labels.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
        text += name + (list.isEmpty ? "" : "{\(list)}") + " " + value + "\n"
    }
}
