package import HTTP

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
