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
