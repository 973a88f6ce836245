import Basics

/// Compresses streams of documents. It keeps the results of short ones that recur in later
/// documents: the font program for the same letters, their map to Unicode, a drawing of a theme.
/// Compressing them takes a quarter of the time for a document of one page.
final class StreamCompressor {
    private let zlib: Zlib
    private var known: [Content: [UInt8]] = [:]
    private(set) var keptBytes = 0

    /// The font program for a conversation in one script is shorter.
    private static let maxStreamBytes = 16 << 10
    static let maxKeptBytes = 512 << 10

    init(_ zlib: Zlib) { self.zlib = zlib }

    func compress(_ bytes: [UInt8]) -> [UInt8] { zlib.compress(bytes) }

    func compressRecurring(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count <= Self.maxStreamBytes else { return compress(bytes) }
        let content = Content(bytes)
        if let compressed = known[content] { return compressed }
        let compressed = compress(bytes)
        keptBytes += bytes.count + compressed.count
        if keptBytes > Self.maxKeptBytes {
            known.removeAll(keepingCapacity: true)
            keptBytes = bytes.count + compressed.count
        }
        known[content] = compressed
        return compressed
    }

    /// The bytes of a stream, hashed by their checksum, which takes a fraction of the time of
    /// hashing each byte.
    private struct Content: Hashable {
        let bytes: [UInt8]
        private let sum: RunningCRC

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            var sum = RunningCRC()
            sum.add(bytes[...])
            self.sum = sum
        }

        func hash(into hasher: inout Hasher) { hasher.combine(sum) }
    }
}
