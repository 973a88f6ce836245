/// The maximum sizes of a message's parts. The defaults are well above what real clients send.
package struct MessageLimits: Sendable, Equatable {
    package var methodBytes = 32
    /// RFC 9112 §3 asks for at least 8,000.
    package var targetBytes = 8000
    package var fieldBytes = 16 << 10
    package var headBytes = 32 << 10
    package var fieldCount = 100
    package var chunkExtensionBytes = 4 << 10
    /// Chunk lines, extensions and trailers of one body, which cost work but are no content.
    package var chunkOverheadBytes = 16 << 20
    /// The bytes of a refused body that are read and dropped to keep the connection.
    package var discardedBytes = 64 << 10
    /// Bytes of further requests that are read while one is being answered.
    package var readAheadBytes = 64 << 10
    /// The bytes of an answer that may wait for the socket before the next piece is requested.
    package var unsentBytes = 64 << 10
    /// The bytes read after the last answer so that the client sees it instead of a reset.
    package var lingerBytes = 256 << 10

    package init() {}
}
