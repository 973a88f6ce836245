/// Rows that were filtered, compressed and made into PNG chunks, ready to stand behind others.
package struct CompressedStripe: Sendable {
    /// Whole `IDAT` chunks.
    let chunks: [UInt8]
    let checksum: Adler32
    /// Bytes before compression.
    let count: Int
    /// How many rows.
    package let rows: Int

    /// How large it is in the file.
    package var bytes: Int { chunks.count }
}
