import Basics
import HTTP
import Model
import Rendering

/// Decodes a request's body: content coding and multipart forms.
enum RequestBody {
    /// Decodes the body to an upload. Reserves memory for the result and releases the body's
    /// memory.
    ///
    /// - Parameters:
    ///   - limit: the maximum inflated size.
    ///   - opened: the file that a form may name instead of sending it.
    static func upload(
        _ body: consuming [UInt8], _ type: MediaType?, _ coding: ContentCoding, limit: Int,
        opened: Upload? = nil, _ control: RenderControl = RenderControl()
    ) throws(Explanation) -> Upload {
        var body = try coding.inflated(body, limit: limit, control)
        guard let type, type.type == "multipart" else {
            if type?.subtype == "x-www-form-urlencoded", lacksLines(body) { throw .withoutLines }
            return Upload(body, isDeclaredJSON: isJSON(type))
        }
        try control.checkpoint(taking: body.count)
        defer { control.budget.release(body.count) }
        return try upload(
            form: &body, boundary: type.parameter("boundary"), opened: opened, control)
    }

    /// Reads the part `conversation` (or `file` or `export`) and overwrites that of the password;
    /// the other parts are attachments.
    private static func upload(
        form body: inout [UInt8], boundary: String?, opened: Upload?, _ control: RenderControl
    ) throws(Explanation) -> Upload {
        let parts: [MultipartPart]
        do {
            parts = try MultipartReader.parts(
                of: body, boundary: boundary, repeatable: [Upload.joinedPart],
                budget: control.budget)
        } catch {
            if error == .stopped { try control.checkpoint() }
            throw error.explanation
        }
        func password() -> Secret? {
            guard let part = parts.first(where: { $0.name == Upload.passwordPart }) else {
                return nil
            }
            var bytes = Array(body[part.content])
            for index in part.content { body[index] = 0 }
            return bytes.isEmpty ? nil : Secret(file: &bytes)
        }
        func export(_ part: MultipartPart) -> Upload {
            Upload(
                Array(body[part.content]), filename: part.filename,
                isDeclaredJSON: isJSON(part.contentType))
        }
        if var opened, parts.contains(where: { $0.name == Upload.openedPart }) {
            opened.others = parts.filter { $0.name == Upload.joinedPart }.map(export)
            opened.password = password()
            return opened
        }
        guard
            let main = Upload.mainParts.lazy.compactMap({ name in parts.first { $0.name == name } })
                .first
        else {
            throw Explanation(
                .badMultipart,
                "Send the conversation in a part named \"conversation\", or an export in one named \"file\"."
            )
        }
        // A browser sends a part without name and content for an unused file input.
        let others = parts.filter { part in
            part.name != main.name && part.name != Upload.passwordPart
                && !(part.filename == "" && part.content.isEmpty)
        }
        var files: [String: [UInt8]] = [:]
        for part in others { files[part.name] = Array(body[part.content]) }
        let names = Set(files.keys)
        var uploaded: [Upload.Part] = []
        for part in others {
            // The name of a part is unique, and takes precedence over the file names of others.
            guard let filename = part.filename, !filename.isEmpty, !names.contains(filename) else {
                uploaded.append(Upload.Part(names: [part.name], isFile: part.filename != nil))
                continue
            }
            guard files[filename] == nil || files[filename] == files[part.name] else {
                throw Explanation(
                    .badMultipart,
                    "Two parts have the file name \"\(filename.shortened)\" and different contents. Refer to them by the names of the parts."
                )
            }
            files[filename] = files[part.name]
            uploaded.append(Upload.Part(names: [part.name, filename], isFile: true))
        }
        var upload = Upload(
            Array(body[main.content]), files: FileLookup(files), filename: main.filename,
            isDeclaredJSON: isJSON(main.contentType), parts: uploaded)
        // Several parts of the same name are exports to join.
        upload.others = parts.filter { $0.name == main.name }.dropFirst().map(export)
        upload.password = password()
        return upload
    }

    /// Whether a body that is not JSON has none of the bytes that `curl -d @FILE` removes from a
    /// file: line ends and NUL. Every ZIP and every chat of several lines has some.
    private static func lacksLines(_ body: [UInt8]) -> Bool {
        guard !body.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else { return false }
        // Chats of WhatsApp begin as JSON does: "[31.05.26".
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = body.dropFirst(body.starts(with: mark) ? mark.count : 0).prefix(64)
            .filter { $0 != 0x20 && $0 != 0x09 }.prefix(2)
        switch start.first {
        case UInt8(ascii: "{"), UInt8(ascii: "<"), nil: return false
        case UInt8(ascii: "[")?: return !"{\"'[]n".utf8.contains(start.last ?? 0)
        default: return true
        }
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

extension Explanation {
    fileprivate static let withoutLines = Explanation(
        .unsupportedMediaType,
        "The body is not JSON and has no line breaks. curl -d changes files: use --data-binary @export.zip. For a text of one line, add -H 'Content-Type: text/plain'. A form must be multipart/form-data (curl -F file=@export.zip).",
        status: 400)
}

/// The content coding of a request's body. Bodies are inflated only here.
enum ContentCoding: Int, Sendable {
    case identity, gzip, deflate

    /// The supported values of `Content-Encoding`.
    static let read = ["gzip", "deflate"]

    /// Returns nil for an unsupported coding, and for several.
    init?(_ fields: HeaderFields) {
        switch fields.values(of: "content-encoding").joined(separator: ", ").lowercased() {
        case "", "identity": self = .identity
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        default: return nil
        }
    }

    /// Returns the inflated body, or the body itself if it is not compressed.
    ///
    /// - Parameter limit: the maximum inflated size.
    func inflated(
        _ body: consuming [UInt8], limit: Int, _ control: RenderControl
    ) throws(Explanation) -> [UInt8] {
        guard let format = format(of: body) else { return body }
        let sent = body.count
        do throws(Inflater.Fault) {
            let inflated = try Inflater.inflate(
                body, format, limit: limit, budget: control.budget)
            control.budget.release(sent)
            return inflated
        } catch {
            try control.checkpoint()
            throw error.explanation
        }
    }

    private func format(of body: [UInt8]) -> Inflater.Coding? {
        switch self {
        case .identity: nil
        case .gzip: .gzip
        // RFC 9110 §8.4.1.2 defines `deflate` as zlib data, but some clients send raw deflate.
        case .deflate: Self.isZlib(body) ? .zlib : .deflate
        }
    }

    private static func isZlib(_ bytes: [UInt8]) -> Bool {
        bytes.count > 2 && bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }
}

extension Inflater.Fault {
    fileprivate var explanation: Explanation {
        switch self {
        case .stopped: .timeout
        case .corrupt:
            Explanation(
                .badCoding,
                "The body is not in the coding that Content-Encoding names, or it is truncated.")
        case .tooLarge(let limit):
            Explanation(
                .contentTooLarge,
                "The decompressed body has more than \(limit) bytes (setting inflated_bytes).",
                limit: limit, setting: Setting.inflatedBytes.name)
        }
    }
}

extension Parameters {
    /// The parameters of a request's URL. Rejects passwords, since proxies log URLs.
    init(_ query: [QueryItem]) throws(Explanation) {
        let names = ["password", "output.password", Upload.passwordPart]
        // Misspelled names are rejected as well: the password would be logged without protecting
        // anything.
        let secret = query.lazy.compactMap { item in
            if names.contains(item.name) { return item.name }
            return QueryParameters.contains(item.name)
                ? nil : NearestName.closest(to: item.name, in: names)
        }.first
        guard secret != Upload.passwordPart else {
            throw Explanation(
                .invalid,
                "Servers and proxies log URLs. Send the password of an export as the part \"source_password\" of a form."
            )
        }
        guard secret == nil else {
            throw Explanation(
                .invalid,
                "Servers and proxies log URLs. Send the password in the body: \"output\": {\"password\": …}.",
                at: "/output/password")
        }
        self.init(query.map { (key: $0.name, value: $0.value) })
    }
}
