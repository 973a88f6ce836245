/// Takes the bytes of an encoder: passes them on, to a response or a file, or keeps them.
package final class ByteSink {
    /// The bytes kept; none if they are passed on.
    package private(set) var bytes: [UInt8] = []
    private let pass: (([UInt8]) throws(SinkFailure) -> Void)?

    package init() { pass = nil }

    package init(_ pass: @escaping ([UInt8]) throws(SinkFailure) -> Void) { self.pass = pass }

    package func write(_ piece: [UInt8]) throws(SinkFailure) {
        if let pass { try pass(piece) } else { bytes += piece }
    }
}

package enum SinkFailure: Error, Hashable {
    /// The reader has disconnected.
    case closed
    /// A system call failed with this `errno`.
    case system(Int32)
}
