package import HTTP

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
