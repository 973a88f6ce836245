/// Random access to bytes that are read in pieces, so that a file of any size needs little memory.
package struct ByteSource {
    package let count: Int
    /// Reads a prefix of a range. Returns nil or no bytes if reading fails.
    package let read: (Range<Int>) -> [UInt8]?

    /// The number of bytes read at a time.
    package static let length = 1 << 20

    package init(count: Int, read: @escaping (Range<Int>) -> [UInt8]?) {
        self.count = count
        self.read = read
    }

    package init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { Array(bytes[$0.clamped(to: bytes.indices)]) }
    }

    /// Empty at the end; nil if reading fails.
    package func piece(from start: Int) -> [UInt8]? {
        let end = min(count, start + Self.length)
        guard start < end else { return [] }
        guard let piece = read(start..<end), !piece.isEmpty else { return nil }
        return piece
    }
}
