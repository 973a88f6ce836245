import Basics
package import HTTP
import Model
import Rendering

/// A request to render, validate, convert or verify a body, independent of its connection.
package struct WorkRequest: Sendable {
    package let requestID: String
    package let path: String
    package let query: [QueryItem]
    /// The header fields that affect the response.
    package let fields: HeaderFields
    package var body: [UInt8]

    static let fieldsRead = ["content-type", "content-encoding", "accept"]

    package init(
        requestID: String, path: String, query: [QueryItem], fields: HeaderFields, body: [UInt8]
    ) {
        self.requestID = requestID
        self.path = path
        self.query = query
        self.fields = fields
        self.body = body
    }

    /// Whether the request is probably quick, so that it may overtake large ones: judged by its
    /// body's text, pictures and coding before it is parsed. `InProcessBackend` corrects it.
    var isSmall: Bool {
        guard Route(path: path)?.format?.traits.kind != .clip else { return false }
        // JSON is compressed about eightfold.
        guard ContentCoding(fields) == .identity else {
            return body.count * 8 <= Upload.smallBytes
        }
        let type = fields["content-type"].flatMap { MediaType($0) }
        guard body.count > Upload.smallBytes,
            body.count <= Upload.smallBytes * Upload.mediaShare, let type,
            type.type == "multipart",
            let parts = try? MultipartReader.parts(
                of: body, boundary: type.parameter("boundary"))
        else { return Upload.work(of: body[...]) <= Upload.smallBytes }
        let work = parts.reduce(0) { work, part in
            let isMedia = ["image", "audio", "video"].contains(part.contentType?.type)
            let text = isMedia ? 0 : Upload.work(of: body[part.content])
            return work + (isMedia ? part.content.count / Upload.mediaShare : text)
        }
        return work <= Upload.smallBytes
    }

    /// Returns the same request with the ID of another client's request.
    func with(requestID: String) -> WorkRequest {
        WorkRequest(requestID: requestID, path: path, query: query, fields: fields, body: body)
    }

    init(_ request: consuming Request, requestID: String) {
        let head = request.head
        var fields = HeaderFields()
        for name in Self.fieldsRead {
            for value in head.fields.values(of: name) { fields.append(name, value) }
        }
        self.init(
            requestID: requestID, path: head.target.path, query: head.target.query, fields: fields,
            body: (consume request).body)
    }
}
