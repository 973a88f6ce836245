import Basics
import HTTP
import Model
import Rendering

/// Decodes a request's body: content coding and multipart forms.
enum RequestBody {
    /// Decodes the body to an upload. Reserves memory for the result and releases the body's
    /// memory.
    ///
    /// - Parameter limit: the maximum inflated size.
    static func upload(
        _ body: consuming [UInt8], _ fields: HeaderFields, limit: Int,
        _ control: RenderControl = RenderControl()
    ) throws(Problem) -> Upload {
        let type = fields["content-type"].flatMap { MediaType($0) }
        let coding = ContentCoding(fields) ?? .identity
        let body = try coding.inflated(body, limit: limit, control)
        guard let type, type.type == "multipart" else {
            return Upload(body, isDeclaredJSON: isJSON(type))
        }
        try control.checkpoint(taking: body.count)
        defer { control.budget.release(body.count) }
        return try upload(form: body, boundary: type.parameter("boundary"), control)
    }

    /// Reads the part `conversation` (or `file` or `export`); the other parts are attachments.
    private static func upload(
        form body: [UInt8], boundary: String?, _ control: RenderControl
    ) throws(Problem) -> Upload {
        let parts: [MultipartPart]
        do {
            parts = try MultipartReader.parts(
                of: body, boundary: boundary, budget: control.budget)
        } catch {
            if error == .stopped { try control.checkpoint() }
            throw Problem(error)
        }
        let names = ["conversation", "file", "export"]
        guard let main = names.lazy.compactMap({ name in parts.first { $0.name == name } }).first
        else {
            throw Problem(
                .badMultipart,
                "Send the conversation in a part named \"conversation\", or an export in one named \"file\"."
            )
        }
        var files: [String: [UInt8]] = [:]
        for part in parts where part.name != main.name {
            let content = Array(body[part.content])
            files[part.name] = content
            if let filename = part.filename { files[filename] = content }
        }
        return Upload(
            Array(body[main.content]), files: FileLookup(files), filename: main.filename,
            isDeclaredJSON: isJSON(main.contentType))
    }

    private static func isJSON(_ type: MediaType?) -> Bool {
        guard let type, type.type == "application" else { return false }
        return type.subtype == "json" || type.subtype.hasSuffix("+json")
    }

    /// Whether a media type is supported. A missing type is accepted, because the first bytes of
    /// the body decide.
    static func reads(_ type: MediaType?) -> Bool {
        guard let type else { return true }
        if let charset = type.parameter("charset"), charset.lowercased() != "utf-8" {
            return false
        }
        switch (type.type, type.subtype) {
        case ("multipart", "form-data"), ("application", "json"),
            ("application", "x-www-form-urlencoded"), ("application", "zip"),
            ("application", "x-zip-compressed"), ("application", "octet-stream"),
            ("application", "xml"), ("application", "pdf"), ("application", "x-ndjson"),
            ("message", "rfc822"):
            return true
        case ("text", _): return true
        case ("application", let subtype): return subtype.hasSuffix("+json")
        default: return false
        }
    }

    static let readTypes =
        "application/json, multipart/form-data, application/x-www-form-urlencoded, application/zip, "
        + "text/plain, application/octet-stream"
}
