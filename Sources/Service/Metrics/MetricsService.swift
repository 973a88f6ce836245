package import HTTP

/// `/metrics` on an address of its own, for those who watch, out of reach of those who call.
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
