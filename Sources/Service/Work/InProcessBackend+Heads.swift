import Basics
import HTTP
import Model
import Rendering

/// The heads of responses, and the format that a request asks for.
extension InProcessBackend {
    func answer(_ converted: JobBuilder.Converted, _ json: [UInt8]) -> Response {
        var fields: HeaderFields = [
            "Content-Type": "application/json",
            "Chatprint-Messages": String(converted.conversation.messages.count),
            "Chatprint-Warnings": String(converted.warningCount),
        ]
        fields.append(converted.warnings, of: converted.warningCount)
        if let importer = converted.importer { fields.set("Chatprint-Importer", importer) }
        return Response(200, fields, body: json)
    }

    /// Returns the format that the client prefers, or nil if `Accept` states no preference.
    func accepted(_ fields: HeaderFields) -> Output.Format? {
        let accepted = AcceptedTypes(fields)
        guard accepted.isStated,
            let best = accepted.best(of: Output.Format.offered.map(\.mediaType))
        else { return nil }
        return Output.Format.offered[best]
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
