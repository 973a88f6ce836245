import Compression
import Conversation
import HTTP
import Rendering

/// Sends a rendering on its way: a small one whole, in one write with its length; a large one in
/// pieces as they come.
struct ResponseSink: RenderSink {
    private let exchange: any ResponseWriter
    private let control: RenderControl
    private let makeHead: (RenderReport) -> ResponseHead
    private var head: ResponseHead?
    private var held: [UInt8] = []
    private(set) var report: RenderReport?
    private(set) var hasBegun = false

    /// Answers up to this size are held back until they are whole.
    private static let wholeBytes = 256 << 10

    init(
        _ exchange: any ResponseWriter, _ control: RenderControl,
        head: @escaping (RenderReport) -> ResponseHead
    ) {
        self.exchange = exchange
        self.control = control
        makeHead = head
    }

    mutating func begin(_ report: RenderReport) throws(SinkFailure) {
        self.report = report
        head = makeHead(report)
    }

    mutating func write(_ bytes: [UInt8]) throws(SinkFailure) {
        guard control.verdict() == .proceed else { throw .closed }
        if hasBegun {
            guard exchange.write(bytes[...]) else { throw .closed }
            return
        }
        held += bytes
        guard held.count > ResponseSink.wholeBytes, let head else { return }
        hasBegun = true
        exchange.begin(head)
        guard exchange.write(held[...]) else { throw .closed }
        held = []
    }

    /// - Parameter timing: the value of `Server-Timing`, which only a whole answer can still carry.
    mutating func finish(timing: String) {
        guard !hasBegun, var head else { return exchange.finish() }
        head.fields.set("Server-Timing", timing)
        exchange.answer(Response(head, body: held))
    }
}
