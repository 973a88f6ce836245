/// A complete response.
package struct Response: Sendable, Equatable {
    package var head: ResponseHead
    package var body: [UInt8]

    package init(_ head: ResponseHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    package init(
        _ status: Status, _ fields: HeaderFields = [:], body: [UInt8] = [], closes: Bool = false
    ) {
        head = ResponseHead(status, fields, closes: closes)
        self.body = body
    }
}

/// The status and fields of a response.
///
/// The connection writes `Content-Length`, `Transfer-Encoding`, `Connection` and `Date`; fields of
/// these names are ignored.
package struct ResponseHead: Sendable, Equatable {
    package var status: Status
    package var fields: HeaderFields
    /// Whether to close the connection after this response.
    var closes: Bool

    package init(_ status: Status, _ fields: HeaderFields = [:], closes: Bool = false) {
        self.status = status
        self.fields = fields
        self.closes = closes
    }
}
