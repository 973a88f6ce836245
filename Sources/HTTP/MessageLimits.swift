/// The maximum sizes of a message's parts. The defaults are well above what real clients send.
package struct MessageLimits: Sendable, Equatable {
    package var methodBytes = 32
    /// RFC 9112 §3 recommends at least 8,000.
    package var targetBytes = 8000
    package var fieldBytes = 16 << 10
    package var headBytes = 32 << 10
    package var fieldCount = 100
    package var chunkExtensionBytes = 4 << 10
    /// The size of chunk lines, extensions and trailers of a body, which cost work but contain no
    /// content.
    package var chunkOverheadBytes = 16 << 20
    /// The number of bytes of a rejected body that are read and discarded to keep the connection.
    package var discardedBytes = 64 << 10
    /// The number of bytes of later requests that are read while one is being answered.
    package var readAheadBytes = 64 << 10
    /// The number of response bytes that may wait for the socket before the next piece is
    /// requested.
    package var unsentBytes = 64 << 10
    /// The number of bytes read after the last response, so that the client receives it instead of
    /// a reset.
    package var lingerBytes = 256 << 10

    package init() {}
}
