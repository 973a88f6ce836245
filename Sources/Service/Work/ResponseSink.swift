import Basics
import HTTP
import Model
import Rendering

/// Sends a small rendering as a whole, with its length, and a large one in pieces.
struct ResponseSink: RenderSink {
    private let writer: any ResponseWriter
    private let control: RenderControl
    private let makeHead: (RenderReport) -> ResponseHead
    private var head: ResponseHead?
    private var held: [UInt8] = []
    private(set) var report: RenderReport?
    private(set) var hasBegun = false

    /// The maximum size of a rendering that is sent as a whole.
    private static let wholeBytes = 256 << 10

    init(
        _ writer: any ResponseWriter, _ control: RenderControl,
        head: @escaping (RenderReport) -> ResponseHead
    ) {
        self.writer = writer
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
            guard writer.write(bytes[...]) else { throw .closed }
            return
        }
        held += bytes
        guard held.count > ResponseSink.wholeBytes, let head else { return }
        hasBegun = true
        writer.begin(head)
        guard writer.write(held[...]) else { throw .closed }
        held = []
    }

    /// - Parameter timing: the value of `Server-Timing`, which only a whole response can carry.
    mutating func finish(timing: String) {
        guard !hasBegun, var head else { return writer.finish() }
        head.fields.set("Server-Timing", timing)
        writer.answer(Response(head, body: held))
    }
}
