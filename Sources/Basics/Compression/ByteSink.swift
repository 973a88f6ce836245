/// The destination of an encoder's bytes: a response, a file, an array.
package protocol ByteSink {
    mutating func write(_ bytes: [UInt8]) throws(SinkFailure)
}

package enum SinkFailure: Error, Hashable {
    /// The reader has disconnected.
    case closed
    /// A system call failed with this `errno`.
    case system(Int32)
}

extension [UInt8]: ByteSink {
    package mutating func write(_ bytes: [UInt8]) { append(contentsOf: bytes) }
}
