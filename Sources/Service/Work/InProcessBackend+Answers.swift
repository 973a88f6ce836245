package import Basics
import HTTP
package import Model
package import Rendering

/// The heads of responses.
extension InProcessBackend {
    func answer(_ converted: JobBuilder.Conversion, _ json: [UInt8]) -> Response {
        var fields: HeaderFields = [
            "Content-Type": "application/json",
            "Chatprint-Messages": String(converted.conversation.messages.count),
            "Chatprint-Warnings": String(converted.warningCount),
        ]
        fields.append(converted.warnings, of: converted.warningCount)
        if let importer = converted.importer { fields.set("Chatprint-Importer", importer) }
        return Response(200, fields, body: json)
    }

    func head(_ job: RenderJob, _ report: RenderReport) -> ResponseHead {
        var fields: HeaderFields = [
            "Content-Type": report.format.contentType,
            "Content-Disposition": ContentDisposition.field(
                .inline, filename: job.output.filename ?? "chat",
                ending: "." + report.format.ending),
            "X-Content-Type-Options": "nosniff",
            "Chatprint-Width": String(report.width),
            "Chatprint-Height": String(report.height),
            "Chatprint-Pages": String(report.pages),
            "Chatprint-Messages": String(report.messages),
            "Chatprint-Warnings": String(report.warningCount),
        ]
        if let policy = report.format.contentSecurityPolicy {
            fields.set("Content-Security-Policy", policy)
        }
        fields.append(report.warnings, of: report.warningCount)
        // Each signature is created for one caller and logged, so a signed document must not be
        // cached.
        if job.signer != nil { fields.set("Cache-Control", "no-store") }
        if let importer = job.importer { fields.set("Chatprint-Importer", importer) }
        return ResponseHead(200, fields)
    }

    /// The head of a ZIP of chats.
    static func archiveHead(_ options: JobOptions) -> ResponseHead {
        var fields: HeaderFields = [
            "Content-Type": Output.Format.zip.contentType,
            "Content-Disposition": ContentDisposition.field(
                .inline, filename: options.parameters["filename", "output.filename"] ?? "chats",
                ending: ".zip"),
            "X-Content-Type-Options": "nosniff",
        ]
        if options.signs { fields.set("Cache-Control", "no-store") }
        return ResponseHead(200, fields)
    }

    func timing(read: UInt64, _ timings: RenderTimings) -> String {
        func milliseconds(_ nanoseconds: UInt64) -> String {
            String((Double(nanoseconds) / 1e4).rounded() / 100)
        }
        // The head of a long response is sent before painting, so it reports only the earlier
        // stages.
        let stages = RenderTimings.Stage.allCases.filter { timings[$0] > 0 }
            .map { ", \($0.rawValue);dur=\(milliseconds(timings[$0]))" }
        return "read;dur=\(milliseconds(read))" + stages.joined()
    }
}

extension JSONWriter {
    /// Writes the members of a response of `/validate`: counts, warnings, and the effects of
    /// redaction rules and filters.
    package mutating func validation(of job: RenderJob) {
        member("messages", job.conversation.messages.count)
        member("participants", job.conversation.participants.count)
        member("warning_count", job.warningCount)
        warnings(job.warnings)
        objects("redactions", job.redactions.enumerated()) { writer, rule in
            let count = rule.element
            writer.member("pointer", "/options/redact/\(rule.offset)")
            writer.member("messages", count.messages)
            writer.member("places", count.places)
            writer.member("parts", count.parts)
            writer.member("similar", count.similar.reduce(0) { $0 + $1.count })
            writer.member("reason", optional: count.reason)
        }
        objects("filters", job.filters) { writer, filter in
            writer.member("pointer", filter.pointer)
            writer.member("left_out", filter.leftOut)
        }
    }

    package mutating func warnings(_ warnings: [Warning]) {
        objects("warnings", warnings) { writer, warning in
            writer.member("kind", warning.kind.rawValue)
            writer.member("pointer", warning.pointer)
            writer.member("detail", warning.detail)
            writer.member("did_you_mean", optional: warning.meant)
        }
    }
}

extension HeaderFields {
    /// Adds the first ten warnings as strings of RFC 9651, and a link to `/validate` if there are
    /// more.
    mutating func append(_ warnings: [Warning], of count: Int) {
        for warning in warnings.prefix(10) {
            append("Chatprint-Warning", Self.string(warning.detail))
        }
        if count > 10 { append("Link", "</validate>; rel=\"describedby\"") }
    }

    /// Returns a string in ASCII (RFC 9651 §3.3.3). Typographic signs are replaced; text with other
    /// characters becomes a display string (§3.3.8), which keeps them.
    private static func string(_ text: String) -> String {
        let plain = signs.reduce(String(text.prefix(300))) { $0.replacing($1.sign, with: $1.plain) }
        guard plain.unicodeScalars.allSatisfy({ (" "..."~").contains($0) }) else {
            let digits = Array("0123456789abcdef".utf8)
            let bytes = plain.utf8.flatMap { byte -> [UInt8] in
                switch byte {
                case 0x20...0x7E where byte != 0x22 && byte != 0x25: [byte]
                default: [0x25, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
                }
            }
            return "%\"" + String(decoding: bytes, as: UTF8.self) + "\""
        }
        return "\"" + plain.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static let signs: [(sign: String, plain: String)] = [
        ("“", "\""), ("”", "\""), ("„", "\""), ("‘", "'"), ("’", "'"), ("–", "-"), ("—", "-"),
        ("…", "..."), ("×", "x"), ("→", "->"),
    ]
}

/// Sends a small rendering as a whole, with its length, and a large one in pieces.
final class ResponseSink {
    private let reply: any WorkReply
    private let control: RenderControl
    private let makeHead: (RenderReport) -> ResponseHead
    private var head: ResponseHead?
    private var held: [UInt8] = []
    /// The maximum size of the rendering if it is sent as a whole.
    private var maxWholeBytes = 256 << 10
    private(set) var hasBegun = false

    /// The number of bytes that wait for the client, if the response was sent as a whole.
    var wholeBytes: Int { held.count }

    init(
        _ reply: any WorkReply, _ control: RenderControl,
        head: @escaping (RenderReport) -> ResponseHead
    ) {
        self.reply = reply
        self.control = control
        makeHead = head
    }

    var sink: RenderSink {
        RenderSink(ByteSink { (bytes) throws(SinkFailure) in try self.write(bytes) }) {
            self.begin($0)
        }
    }

    private func begin(_ report: RenderReport) {
        head = makeHead(report)
        // The first byte of few messages comes early in any case, and a PNG takes 15 kB a message.
        // As a whole, 20 messages were sent to eight clients 11 % faster than in pieces.
        if report.messages <= 32 { maxWholeBytes = 512 << 10 }
    }

    private func write(_ bytes: [UInt8]) throws(SinkFailure) {
        guard control.verdict() == .proceed else { throw .closed }
        if hasBegun {
            guard reply.write(bytes[...]) else { throw .closed }
            return
        }
        held += bytes
        guard held.count > maxWholeBytes, let head else { return }
        hasBegun = true
        reply.begin(head)
        guard reply.write(held[...]) else { throw .closed }
        held = []
    }

    /// - Parameter timing: the value of `Server-Timing`, which only a whole response can carry.
    func finish(timing: String) {
        guard !hasBegun, var head else { return reply.finish() }
        head.fields.set("Server-Timing", timing)
        reply.answer(Response(head, body: held))
    }
}
