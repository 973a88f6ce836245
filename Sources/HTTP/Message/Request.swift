/// A whole request.
package struct Request: Sendable, Equatable {
    package let head: RequestHead
    package let body: [UInt8]

    package init(head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}
