import Basics
import Dispatch
import HTTP
import Rendering
import Synchronization
import System
import Themes

/// Responses without rendering.
extension RenderService {
    func answerOptions(_ route: Route?, _ head: RequestHead, _ exchange: any Exchange) {
        let allowed = route?.allowed ?? "GET, HEAD, POST, OPTIONS"
        var fields: HeaderFields = ["Allow": allowed]
        if head.fields.contains("access-control-request-method"),
            !settings.corsOrigins.isEmpty
        {
            fields.set("Access-Control-Allow-Methods", allowed)
            fields.set(
                "Access-Control-Allow-Headers",
                "Authorization, Content-Type, Content-Encoding, If-None-Match, Prefer, "
                    + "Traceparent, X-Request-Id"
            )
            fields.set("Access-Control-Max-Age", "600")
        }
        send(Response(204, fields), exchange)
    }

    func sendOrMiss(_ document: StaticResponse?, _ exchange: any Exchange) {
        if let document {
            return send(document.answer(to: exchange.head?.fields ?? [:]), exchange)
        }
        send(
            Explanation(
                .notFound, "This document is not installed in the configuration folder."), exchange)
    }

    func answerProblems(
        _ types: [ProblemType], _ head: RequestHead, _ exchange: any Exchange
    ) {
        send(ProblemType.descriptions(types, asHTML: prefersHTML(head)), exchange)
    }

    func answerTheme(_ name: String, _ head: RequestHead, _ exchange: any Exchange) {
        let asked = head.target.query.last { $0.name == "mode" }?.value
        let mode = asked.flatMap { ThemeMode(rawValue: $0) }
        if let asked, mode == nil {
            return send(
                Explanation(
                    .invalidParameter,
                    "\(subject: "mode") is \"\(asked.shortened)\", but must be light or dark.",
                    allowed: ThemeMode.allCases.map(\.rawValue)), exchange)
        }
        guard let theme = themes.theme(named: name, mode: mode) else {
            var problem = Explanation(
                .unknownTheme, "No theme has this name. \"allowed\" lists the themes.",
                unknown: name, among: themes.names)
            problem.status = 404
            return send(problem, exchange)
        }
        var writer = JSONWriter()
        writer.value(theme.json)
        send(Documents.json(writer.drain()), exchange)
    }

    func answerReadiness(_ exchange: any Exchange) {
        let (isDraining, missing) = observed.withLock { ($0.isDraining(), $0.missingFonts) }
        if isDraining {
            return send(.draining, exchange)
        }
        if let trouble = backend.trouble { return send(trouble, exchange) }
        guard missing.isEmpty else {
            return send(
                Explanation(
                    .fontsMissing, "Install \(missing.joined(separator: ", ")).",
                    allowed: missing), exchange)
        }
        send(plain("ready\n"), exchange)
    }

    func answerMetrics(_ exchange: any Exchange) {
        measuring.async { [self] in send(metricsResponse(), exchange) }
    }

    private func metricsResponse() -> Response {
        let observed = observed.withLock { $0 }
        guard let statistics = observed.statistics() else { return Response(503) }
        let files = try? FolderNames("/proc/self/fd")
        let body = Metric.text(
            MetricsSnapshot(
                counts: metrics.snapshot, server: statistics, load: backend.load,
                cache: cache?.counts, jobs: jobs?.counts, logDropped: log.dropped,
                memory: ProcessMemory.used?.resident, memoryLimit: observed.memoryLimit,
                times: ProcessTimes(), openFiles: files?.names.count,
                maxFiles: DescriptorLimit.present.soft, certificateEnd: observed.certificateEnd,
                version: version))
        return Response(
            200, ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"], body: body)
    }

    func plain(_ text: String) -> Response {
        Response(
            200, ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"],
            body: Array(text.utf8))
    }
}
