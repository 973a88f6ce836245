import Basics

/// Decodes the percent escapes of a target exactly once (RFC 3986 §2.1).
struct PercentReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    /// Whether the last byte came from an escape.
    private(set) var wasEscaped = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    mutating func next() throws(HTTPFault) -> UInt8? {
        guard position < bytes.endIndex else { return nil }
        let byte = bytes[position]
        wasEscaped = byte == ASCII.percent
        guard wasEscaped else {
            position += 1
            return byte
        }
        guard position + 2 < bytes.endIndex,
            let high = Hexadecimal.value(bytes[position + 1]),
            let low = Hexadecimal.value(bytes[position + 2])
        else { throw .target(.escape) }
        position += 3
        return high << 4 | low
    }
}
