/// The maximum sizes of a message's parts. The defaults are well above what real clients send.
package struct MessageLimits: Sendable, Equatable {
    var methodBytes = 32
    /// The maximum size of a request target. RFC 9112 §3 recommends at least 8,000.
    var targetBytes = 8000
    var fieldBytes = 16 << 10
    var headBytes = 32 << 10
    var fieldCount = 100
    var chunkExtensionBytes = 4 << 10
    /// The size of chunk lines, extensions and trailers of a body, which cost work but contain no
    /// content.
    var chunkOverheadBytes = 16 << 20
    /// The number of bytes of a rejected body that are read and discarded to keep the connection.
    var discardedBytes = 64 << 10
    /// The number of bytes of later requests that are read while one is being answered.
    var readAheadBytes = 64 << 10
    /// The number of response bytes that may wait for the socket before the next piece is
    /// requested.
    var unsentBytes = 64 << 10
    /// The number of bytes read after the last response, so that the client receives it instead of
    /// a reset.
    var lingerBytes = 256 << 10

    package init() {}
}
