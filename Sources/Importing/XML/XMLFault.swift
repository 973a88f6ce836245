/// Why a text is not the XML that is read here.
package struct XMLFault: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// A document type, which could define entities: refused, never read.
        case documentType
        /// An entity other than XML's own five.
        case entity(String)
        case malformed
        case unexpectedEnd
        case tooDeep(limit: Int)
    }

    package let offset: Int
    package let line: Int
    package let reason: Reason
}
