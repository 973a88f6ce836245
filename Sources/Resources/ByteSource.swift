/// Bytes that are read piece by piece from where they lie, so that a file of any length takes
/// little memory.
package struct ByteSource {
    package let count: Int
    /// Some of the bytes of a range, from its beginning on; nil or none where they cannot be read.
    package let read: (Range<Int>) -> [UInt8]?

    /// The number of bytes read at a time.
    package static let length = 1 << 20

    package init(count: Int, read: @escaping (Range<Int>) -> [UInt8]?) {
        self.count = count
        self.read = read
    }

    /// Bytes that are in memory.
    package init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { Array(bytes[$0.clamped(to: bytes.indices)]) }
    }

    /// The piece that begins at some place: at the end none; nil where it cannot be read.
    package func piece(from start: Int) -> [UInt8]? {
        let end = min(count, start + Self.length)
        guard start < end else { return [] }
        guard let piece = read(start..<end), !piece.isEmpty else { return nil }
        return piece
    }
}
