package import Basics
import Dispatch
package import HTTP
import Model
import Rendering
import Synchronization
import System
package import Themes

/// The application of the server. It checks requests by their heads, answers them or passes them to
/// the backend, and reports problems.
package final class RenderService: Application {
    let themes: ThemeCatalog
    let settings: Settings
    let backend: any RenderBackend
    let documents: Documents
    let metrics = Metrics()
    let log: Log
    /// The queue for reading metrics from the system, so that no connection waits for it.
    let measuring = DispatchQueue(label: "metrics")
    private let rateLimit: RateLimit?
    private let maxBody: (bytes: Int, setting: Setting)
    let version: String
    private let keys: [APIKey]
    let urlKeys: [[UInt8]]
    /// Identifies everything besides the request that affects output: version, themes, fonts,
    /// settings. Part of every ETag.
    let edition: String
    let cache: ResponseCache?
    let jobs: AsyncRenderStore?
    let opened: OpenedFile?
    /// Whether metrics are served on a separate port instead.
    private let hasOwnMetrics: Bool
    let observed = Mutex<Observed>(Observed())

    /// The state that only the executable can observe.
    struct Observed: Sendable {
        var isDraining: @Sendable () -> Bool = { false }
        var statistics: @Sendable () -> ServerStatistics? = { nil }
        var missingFonts: [String] = []
        var memoryLimit: Int?
        /// The end of the signing certificate, in seconds since 1970.
        var certificateEnd: Int?
    }

    package init(
        themes: ThemeCatalog, settings: Settings, backend: any RenderBackend, files: ServiceFiles,
        log: Log, version: String, edition: String = "", cache: ResponseCache? = nil,
        jobs: AsyncRenderStore? = nil, hasOwnMetrics: Bool = false, opened: OpenedFile? = nil
    ) throws(DigestFailure) {
        self.opened = opened
        self.edition = edition + " " + settings.edition
        self.cache = cache
        self.jobs = jobs
        self.themes = themes
        self.settings = settings
        self.backend = backend
        self.log = log
        self.version = version
        documents = try Documents(
            themes: themes, presets: settings.presetsInForce, importers: JobBuilder.importers,
            version: version, files: files)
        self.hasOwnMetrics = hasOwnMetrics || settings.metricsPort > 0
        maxBody = settings.maxBody
        let rate = settings.clientRate
        rateLimit =
            rate > 0 ? RateLimit(rate: rate, burst: settings.clientBurst) : nil
        keys = settings.apiKeys.map { APIKey($0) }
        urlKeys = settings.urlKeys.map { Array($0.utf8) }
    }

    /// Connects the service to its server, once the server exists.
    package func observe(
        isDraining: @escaping @Sendable () -> Bool,
        statistics: @escaping @Sendable () -> ServerStatistics?, missingFonts: [String],
        memoryLimit: Int? = nil, certificateEnd: Int? = nil
    ) {
        observed.withLock {
            $0 = Observed(
                isDraining: isDraining, statistics: statistics, missingFonts: missingFonts,
                memoryLimit: memoryLimit, certificateEnd: certificateEnd)
        }
    }

    // MARK: Application

    package func admit(_ head: RequestHead, _ exchange: any Exchange) -> Admission {
        metrics.begin()
        let route = Route(path: head.target.path)
        exchange.state = RequestRecord(RequestRecord.Facts(wasAdmitted: true, route: route))
        if head.method == .options { return .accept(bodyLimit: 0) }
        guard let route, route.row.path != Route.metricsPath || !hasOwnMetrics else {
            return refuse(.nothing(at: head.target.path), exchange)
        }
        guard let operation = route.operation(head.method) else {
            return refuse(
                .methodNotAllowed(head.method, on: route), exchange, ["Allow": route.allowed])
        }
        // The pages themselves send the key of `chatprint open`, which only their address has.
        let isOpen =
            operation.access == .open || opened != nil && ["/", "/docs"].contains(route.row.path)
        // Before the key, so that the rate also limits guesses of keys.
        if !isOpen,
            let seconds = rateLimit?.refuses(exchange.peer, now: exchange.received)
        {
            return refuse(.tooOften(settings, retryAfter: seconds), exchange)
        }
        // A signed URL replaces the key. The signature is checked when the request is answered.
        let isSigned = operation.access == .keyOrSignature && !urlKeys.isEmpty
        let key = keys.isEmpty ? nil : self.key(in: head)
        if let name = key?.name { note(exchange) { $0.key = name } }
        guard isOpen || keys.isEmpty || isSigned || key != nil else {
            return refuse(
                Explanation(
                    .unauthorized, "Send a key of the service as \"Authorization: Bearer KEY\"."),
                exchange,
                ["WWW-Authenticate": "Bearer"])
        }
        let accepted = AcceptedTypes(head.fields)
        let types = route.types(asked: head.target.query)
        guard accepted.best(of: types) != nil else {
            return refuse(
                Explanation(
                    .notAcceptable,
                    "\"allowed\" lists the media types that \(route.name) can return.",
                    allowed: types.map(\.essence)), exchange)
        }
        guard route.takesBody(head.method) else { return .accept(bodyLimit: 64 << 10) }
        return admitBody(head, exchange)
    }

    private func admitBody(_ head: RequestHead, _ exchange: any Exchange) -> Admission {
        let types = head.fields.values(of: "content-type")
        let type = types.first.flatMap { MediaType($0) }
        guard types.count <= 1, types.isEmpty || (type != nil && RequestBody.reads(type)) else {
            let problem = Explanation(
                .unsupportedMediaType,
                "Send JSON, a form, a ZIP or text in UTF-8; see Accept-Post.",
                allowed: RequestBody.readTypes.split(separator: ", ").map(String.init))
            return refuse(problem, exchange, ["Accept-Post": RequestBody.readTypes])
        }
        guard ContentCoding(head.fields) != nil else {
            let problem = Explanation(
                .unsupportedContentCoding, "Content-Encoding may be gzip or deflate.",
                allowed: ContentCoding.read)
            return refuse(
                problem, exchange, ["Accept-Encoding": ContentCoding.read.joined(separator: ", ")])
        }
        return .accept(bodyLimit: maxBody.bytes)
    }

    package func respond(to request: Request, _ exchange: any Exchange) {
        let head = request.head
        guard head.method != .options else {
            return answerOptions(exchange.record?.facts.route, head, exchange)
        }
        guard let route = exchange.record?.facts.route, let operation = route.operation(head.method)
        else {
            return
        }
        switch operation.action {
        case .answer(let answer): answer(self, route, head, exchange)
        case .work(let work):
            let request = WorkRequest(
                request, work, on: route, requestID: exchange.requestID)
            if work == .render, let jobs, wantsAsync(head) {
                return begin(request, in: jobs, exchange)
            }
            take(request, isDrawn: work == .render, exchange)
        }
    }

    /// Whether the client prefers HTML, as browsers do. Other clients get plain text.
    func prefersHTML(_ head: RequestHead) -> Bool {
        let types = [MediaType("text", "plain"), MediaType("text", "html")]
        return AcceptedTypes(head.fields).best(of: types) == 1
    }

    package func refusal(
        of fault: HTTPFault, _ head: RequestHead?, _ exchange: any Exchange
    ) -> Response {
        let takesBody =
            head.map { exchange.record?.facts.route?.takesBody($0.method) ?? false } ?? false
        let problem = fault.explanation(bodyLimit: takesBody ? maxBody.setting.name : nil)
        if exchange.record == nil { exchange.state = RequestRecord() }
        note(exchange) { $0.note(problem) }
        return response(problem, exchange)
    }

    package func finished(_ exchange: any Exchange, _ outcome: Outcome) {
        let kept = exchange.record
        // Breaks the reference cycle of the exchange, its record and the writer. Later notes would
        // not be logged anyway.
        exchange.state = nil
        var record = kept?.facts ?? RequestRecord.Facts()
        if exchange.hasOverflowed { record.note(.spillFull(settings)) }
        // If the client has left, its request is removed from the queue, or its render canceled.
        let notes = record.reply?.notes
        notes?.withdraw?()
        if record.problem == nil {
            (record.problem, record.setting) = (notes?.problem, notes?.setting)
            record.pointer = notes?.pointer
        }
        // Counted here alone: a problem may be noted more than once, such as a full spill file by
        // the render and by the exchange.
        if let problem = record.problem {
            metrics.record(problem: problem, setting: record.setting)
        }
        let status = outcome.status?.code ?? 499
        // Rejected requests are logged with their route as well.
        if !record.wasAdmitted {
            record.route = exchange.head.flatMap { Route(path: $0.target.path) }
        }
        if record.wasAdmitted {
            // A client that has the rendering gets 304 with or without rendering it again.
            let held = status == 304 ? record.route?.format?.rawValue : nil
            metrics.end(
                route: record.route?.name ?? "other", format: notes?.format ?? held ?? "",
                status: status, after: outcome.elapsed / .seconds(1), waited: notes?.queueSeconds)
        }
        if let notes { metrics.record(notes) }
        logRequest(exchange, outcome, record, status: status)
    }

    // MARK: Answers

    func send(_ response: Response, _ exchange: any Exchange, onThisThread: Bool = false) {
        var response = response
        addCommon(&response.head.fields, exchange)
        exchange.answer(response, onThisThread: onThisThread)
    }

    func send(_ problem: Explanation, _ exchange: any Exchange) {
        note(exchange) { $0.note(problem) }
        exchange.answer(response(problem, exchange))
    }

    /// Changes the record of an exchange. Does nothing after the exchange has finished.
    func note(_ exchange: any Exchange, _ change: (inout RequestRecord.Facts) -> Void) {
        exchange.record?.change(change)
    }

    func addCommon(_ fields: inout HeaderFields, _ exchange: any Exchange) {
        fields.set("X-Request-Id", exchange.requestID)
        let origins = settings.corsOrigins
        // Added even without `Origin`, because caches must know that the response varies.
        if !origins.isEmpty, !origins.contains("*") { fields.append("Vary", "Origin") }
        guard let origin = exchange.head?.fields["origin"] else { return }
        guard origins.contains(origin) || origins.contains("*") else { return }
        fields.set("Access-Control-Allow-Origin", origins.contains("*") ? "*" : origin)
        fields.set(
            "Access-Control-Expose-Headers",
            "Chatprint-Width, Chatprint-Height, Chatprint-Pages, Chatprint-Messages, "
                + "Chatprint-Importer, Chatprint-Warnings, Chatprint-Warning, Content-Disposition, "
                + "ETag, Link, Location, Preference-Applied, Retry-After, Server-Timing, X-Request-Id"
        )
    }

    func response(_ problem: Explanation, _ exchange: any Exchange) -> Response {
        var response = Response(problem, requestID: exchange.requestID)
        addCommon(&response.head.fields, exchange)
        return response
    }

    private func refuse(
        _ problem: Explanation, _ exchange: any Exchange, _ fields: HeaderFields = [:]
    ) -> Admission {
        note(exchange) { $0.note(problem) }
        var response = response(problem, exchange)
        for index in 0..<fields.count {
            response.head.fields.set(fields[index].name, fields[index].value)
        }
        return .refuse(response)
    }

    /// The valid key of a request, compared in constant time.
    private func key(in head: RequestHead) -> APIKey? {
        guard let field = head.fields["authorization"], field.lowercased().hasPrefix("bearer ")
        else { return nil }
        let given = Array(field.dropFirst(7).utf8)
        var found: APIKey?
        for key in keys where HMAC.areEqual(key.secret, given) { found = key }
        return found
    }
}

/// A key of `api_keys`: `name:secret`, or a secret alone. A bearer token contains no colon
/// (RFC 6750 §2.1).
private struct APIKey: Sendable {
    let name: String?
    let secret: [UInt8]

    init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        name = parts.count > 1 ? String(parts[0]) : nil
        secret = Array((parts.last ?? "").utf8)
    }
}

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
        var reply: ClientReply?
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
