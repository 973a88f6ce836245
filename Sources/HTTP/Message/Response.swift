/// A whole answer.
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

/// Status and fields of an answer.
///
/// `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` are the connection's to write:
/// fields of these names given here are left out.
package struct ResponseHead: Sendable, Equatable {
    package var status: Status
    package var fields: HeaderFields
    /// Closes the connection after this answer.
    package var closes: Bool

    package init(_ status: Status, _ fields: HeaderFields = [:], closes: Bool = false) {
        self.status = status
        self.fields = fields
        self.closes = closes
    }
}
