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
    /// The maximum size of the rendering if it is sent as a whole.
    private var maxWholeBytes = 256 << 10
    private(set) var report: RenderReport?
    private(set) var hasBegun = false

    /// The number of bytes that wait for the client, if the response was sent as a whole.
    var wholeBytes: Int { held.count }

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
        // The first byte of few messages comes early in any case, and a PNG takes 15 kB a message.
        // As a whole, 20 messages were sent to eight clients 11 % faster than in pieces.
        if report.messages <= 32 { maxWholeBytes = 512 << 10 }
    }

    mutating func write(_ bytes: [UInt8]) throws(SinkFailure) {
        guard control.verdict() == .proceed else { throw .closed }
        if hasBegun {
            guard writer.write(bytes[...]) else { throw .closed }
            return
        }
        held += bytes
        guard held.count > maxWholeBytes, let head else { return }
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
