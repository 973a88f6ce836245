/// The destination of an encoder's bytes: a response, a file, an array.
package protocol ByteSink {
    mutating func write(_ bytes: [UInt8]) throws(SinkFailure)
}

/// Why bytes are no longer wanted.
package enum SinkFailure: Error, Hashable {
    /// The reader has left; nobody waits for the rest.
    case closed
    /// The system refused, by its `errno`.
    case system(Int32)
}

extension [UInt8]: ByteSink {
    package mutating func write(_ bytes: [UInt8]) { append(contentsOf: bytes) }
}
