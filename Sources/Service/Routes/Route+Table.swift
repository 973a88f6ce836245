import Basics
import HTTP

extension Route {
    /// All routes: path, media types, access and action. `config/openapi.json` describes them.
    static let table: [Row] = [
        Row(
            "/", .htmlOrText,
            [
                .get { service, _, head, exchange in
                    let documents = service.documents
                    let page = service.prefersHTML(head) ? documents.page?.answer(to: head) : nil
                    if let page { return service.sendOrMiss(page, exchange) }
                    var help = service.plain(Documents.help(at: head.fields["host"] ?? "HOST"))
                    help.head.fields.set("Vary", "Accept")
                    service.send(help, exchange)
                }
            ]),
        Row("/docs", .html, [.get { $0.sendOrMiss($0.documents.docs, $3) }]),
        Row("/render", .divisibleOutput, [.post(.render)]),
        Row("/render.{format}", .divisibleOutput, [.address, .post(.render)], name: "/render"),
        Row("/render.{format}/{conversation}", .divisibleOutput, [.address]),
        Row("/validate", .json, [.post(.validate)]),
        Row("/import", .json, [.post(.convert)]),
        Row("/verify", .json, [.post(.verify)]),
        Row("/themes", .json, [.get { $0.sendOrMiss($0.documents.themes, $3) }]),
        Row("/themes/{name}", .json, [.get { $0.answerTheme($1.argument, $2, $3) }]),
        Row("/formats", .json, [.get { $0.sendOrMiss($0.documents.formats, $3) }]),
        Row("/importers", .json, [.get { $0.sendOrMiss($0.documents.importers, $3) }]),
        Row("/openapi.json", .json, [.get { $0.sendOrMiss($0.documents.openAPI, $3) }]),
        Row("/schema.json", .json, [.get { $0.sendOrMiss($0.documents.schema, $3) }]),
        Row(
            "/healthz", .text,
            [
                .get(.open) { service, _, _, exchange in
                    service.send(service.plain("ok\n"), exchange)
                }
            ]),
        Row("/readyz", .text, [.get(.open) { $0.answerReadiness($3) }]),
        Row("/version", .json, [.get { $0.sendOrMiss($0.documents.version, $3) }]),
        Row(metricsPath, .text, [.get { $0.answerMetrics($3) }]),
        Row("/problems", .htmlOrText, [.get { $0.answerProblems(ProblemType.allCases, $2, $3) }]),
        Row(
            "/problems/{type}", .htmlOrText,
            [
                .get { service, route, head, exchange in
                    let type = ProblemType(rawValue: route.argument)
                    service.answerProblems([type].compactMap { $0 }, head, exchange)
                }
            ]),
        Row(
            "/jobs/{id}", .fixed(jobTypes),
            [
                .get { $0.answerJob($1.argument, $2, $3) },
                .delete { $0.removeJob($1.argument, $3) },
            ]),
        Row("/jobs/{id}/result", .output, [.get { $0.answerResult($1.argument, $3) }]),
    ]

    /// Routes that machines ask every few seconds.
    static let probes: Set<String> = ["/healthz", "/readyz", metricsPath]

    /// The path of the metrics, which is not served here if they have a separate port.
    static let metricsPath = "/metrics"

    /// The media types of a job's status: a single response, or a stream of events.
    static let jobTypes = [MediaType("application", "json"), MediaType("text", "event-stream")]
}
