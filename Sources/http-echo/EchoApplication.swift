import Dispatch
import HTTP
import Server

/// Answers with what it was sent, so that suites for HTTP servers can be pointed at these targets.
struct EchoApplication: Application {
    private static let bodyLimit = 1 << 30
    private let worker = DispatchQueue(label: "worker", attributes: .concurrent)

    func admit(_ head: RequestHead, _ exchange: any Exchange) -> Admission {
        .accept(bodyLimit: Self.bodyLimit)
    }

    func respond(to request: Request, _ exchange: any Exchange) {
        let head = request.head
        switch (head.method, head.target.path) {
        case (.options, _):
            exchange.answer(Response(204, ["Allow": "GET, HEAD, POST, PUT, OPTIONS"]))
        case (_, "/echo"):
            exchange.answer(text(fields(of: head)))
        case (_, "/cookie"):
            exchange.answer(text(cookies(of: head)))
        case (_, "/stream"):
            worker.async { Self.stream(to: exchange) }
        case (.get, "/"), (.head, "/"):
            exchange.answer(text("OK"))
        case (.post, "/"), (.put, "/"):
            exchange.answer(
                Response(200, ["Content-Type": "application/octet-stream"], body: request.body))
        case (_, "/"):
            exchange.answer(Response(405, ["Allow": "GET, HEAD, POST, PUT, OPTIONS"]))
        default:
            exchange.answer(Response(404))
        }
    }

    private func text(_ text: String) -> Response {
        Response(200, ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
    }

    private func fields(of head: RequestHead) -> String {
        (0..<head.fields.count).map { "\(head.fields[$0].name): \(head.fields[$0].value)\n" }
            .joined()
    }

    private func cookies(of head: RequestHead) -> String {
        head.fields.values(of: "cookie").flatMap { $0.split(separator: ";") }
            .map { pair in pair.drop { $0 == " " } + "\n" }.joined()
    }

    /// `?bytes=N` of them in pieces of 64 KiB, as fast as the worker can make them.
    private static func stream(to exchange: any Exchange) {
        let query = exchange.head?.target.query ?? []
        var left = query.first { $0.name == "bytes" }.flatMap { Int($0.value) } ?? 2 << 20
        let piece = [UInt8](repeating: 0x2E, count: 64 << 10)
        exchange.begin(ResponseHead(200, ["Content-Type": "application/octet-stream"]))
        while left > 0, exchange.write(piece.prefix(left)) { left -= min(left, piece.count) }
        exchange.finish()
    }
}
