import Model
import HTTP
import Basics
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

    /// The format that the client prefers, if it sent `Accept`.
    func accepted(_ fields: HeaderFields) -> Output.Format? {
        let accepted = AcceptedTypes(fields)
        guard accepted.isStated,
            let best = accepted.best(of: Output.Format.offered.map(\.mediaType))
        else { return nil }
        return Output.Format.offered[best]
    }

    func head(_ job: RenderJob, _ report: RenderReport) -> ResponseHead {
        let name = (job.output.filename ?? "chat") + "." + report.format.ending
        var fields: HeaderFields = [
            "Content-Type": report.format.contentType,
            "Content-Disposition": ContentDisposition.field(.inline, filename: name),
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
        // A signature is made for the one who asked, and told of in the log.
        if job.signer != nil { fields.set("Cache-Control", "no-store") }
        if let importer = job.importer { fields.set("Chatprint-Importer", importer) }
        return ResponseHead(200, fields)
    }

    func timing(read: UInt64, _ timings: RenderTimings) -> String {
        func milliseconds(_ nanoseconds: UInt64) -> String {
            String((Double(nanoseconds) / 1e4).rounded() / 100)
        }
        // A long answer leaves before it is painted, so it can only tell what came before.
        let stages = RenderTimings.Stage.allCases.filter { timings[$0] > 0 }
            .map { ", \($0.rawValue);dur=\(milliseconds(timings[$0]))" }
        return "read;dur=\(milliseconds(read))" + stages.joined()
    }
}
