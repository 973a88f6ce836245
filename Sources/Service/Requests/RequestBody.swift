import Compression
import HTTP
import MIME
import Rendering
import Resources
import Synchronization

/// Takes a request's body apart: its coding, and a form's parts.
enum RequestBody {
    /// What is made of the body is entered, and the body struck out when it goes.
    ///
    /// - Parameter limit: bytes once inflated.
    static func upload(
        of request: consuming Request, limit: Int, _ control: RenderControl = RenderControl()
    ) throws(Problem) -> Upload {
        let type = request.head.fields["content-type"].flatMap { MediaType($0) }
        let body = try inflated(consume request, limit: limit, control)
        guard let type, type.type == "multipart" else {
            return Upload(body, isDeclaredJSON: isJSON(type))
        }
        try check(control, taking: body.count)
        defer { control.allowance.givesBack(body.count) }
        return try upload(form: body, boundary: type.parameter("boundary"), control)
    }

    /// Whether the body holds no more than so many bytes once it is inflated, which is tried: what it
    /// says of itself may be a lie, and a thousandfold of it may hide in a postcard.
    static func holds(atMost bytes: Int, _ request: Request) -> Bool {
        guard request.body.count <= bytes else { return false }
        guard let coding = request.head.fields["content-encoding"]?.lowercased(),
            coding != "identity"
        else { return true }
        return Inflater.holds(atMost: bytes, request.body, self.coding(coding, request.body))
    }

    private static func check(
        _ control: RenderControl, taking bytes: Int = 0
    ) throws(Problem) {
        do throws(RenderFault) {
            try control.check(taking: bytes)
        } catch {
            throw Problem(error)
        }
    }

    /// One part `conversation` (or `file`), the others named files.
    private static func upload(
        form body: [UInt8], boundary: String?, _ control: RenderControl
    ) throws(Problem) -> Upload {
        let parts: [MultipartPart]
        do {
            parts = try MultipartReader.parts(
                of: body, boundary: boundary, allowance: control.allowance)
        } catch {
            if error == .stopped { try check(control) }
            throw Problem(error)
        }
        let names = ["conversation", "file", "export"]
        guard let main = names.lazy.compactMap({ name in parts.first { $0.name == name } }).first
        else {
            throw Problem(
                "bad-multipart", 400, "The form has no conversation",
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
            Array(body[main.content]), files: files, filename: main.filename,
            isDeclaredJSON: isJSON(main.contentType))
    }

    private static func isJSON(_ type: MediaType?) -> Bool {
        guard let type, type.type == "application" else { return false }
        return type.subtype == "json" || type.subtype.hasSuffix("+json")
    }

    private static func inflated(
        _ request: consuming Request, limit: Int, _ control: RenderControl
    ) throws(Problem) -> [UInt8] {
        guard let coding = request.head.fields["content-encoding"]?.lowercased(),
            coding != "identity"
        else { return request.body }
        let sent = request.body.count
        do throws(Inflater.Fault) {
            let body = try Inflater.inflate(
                request.body, Self.coding(coding, request.body), limit: limit,
                allowance: control.allowance)
            control.allowance.givesBack(sent)
            return body
        } catch {
            try check(control)
            throw Problem(error)
        }
    }

    private static func coding(_ name: String, _ bytes: [UInt8]) -> Inflater.Coding {
        switch name {
        case "gzip", "x-gzip": .gzip
        // RFC 9110 §8.4.1.2 means zlib; some send deflate without its frame.
        default: isZlib(bytes) ? .zlib : .deflate
        }
    }

    private static func isZlib(_ bytes: [UInt8]) -> Bool {
        bytes.count > 2 && bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }

    /// Types that are read; nil is fine, since the first bytes decide.
    static func reads(_ type: MediaType?) -> Bool {
        guard let type else { return true }
        if let charset = type.parameter("charset"), charset.lowercased() != "utf-8" {
            return false
        }
        switch (type.type, type.subtype) {
        case ("multipart", "form-data"), ("application", "json"),
            ("application", "x-www-form-urlencoded"), ("application", "zip"),
            ("application", "x-zip-compressed"), ("application", "octet-stream"),
            ("application", "xml"), ("application", "x-ndjson"), ("message", "rfc822"):
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

/// A request that waits for a worker, and leaves with the first who takes it: a closure would hold the
/// body for as long as it runs.
final class HeldRequest: Sendable {
    private let request: Mutex<Request?>

    init(_ request: Request) { self.request = Mutex(request) }

    func isSmall(atMost bytes: Int) -> Bool {
        request.withLock { $0.map { RequestBody.holds(atMost: bytes, $0) } ?? true }
    }

    func take() -> Request? {
        request.withLock { request in
            defer { request = nil }
            return request
        }
    }
}
