import CDeflate

/// One chunk of a PNG: length, type, data, CRC-32 (PNG 3rd edition, §5.3).
enum PNGChunk {
    /// Begins a chunk. Append its data afterwards, and call `end`.
    static func begin(_ type: StaticString, in bytes: inout [UInt8]) -> Int {
        let start = bytes.count
        bytes.append(contentsOf: [0, 0, 0, 0])
        type.withUTF8Buffer { name in unsafe bytes.append(contentsOf: name) }
        return start
    }

    static func end(_ start: Int, in bytes: inout [UInt8]) {
        let count = bytes.count - start - 8
        for place in 0..<4 {
            bytes[start + place] = UInt8(truncatingIfNeeded: count >> (24 - 8 * place))
        }
        let crc = unsafe bytes.withUnsafeBytes { all in
            unsafe libdeflate_crc32(0, all.baseAddress?.advanced(by: start + 4), count + 4)
        }
        bytes.append(big: crc)
    }
}

extension [UInt8] {
    mutating func append(big word: UInt32) {
        for shift in [24, 16, 8, 0] as [UInt32] {
            append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }
}
