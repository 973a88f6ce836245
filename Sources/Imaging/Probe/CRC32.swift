import CDeflate

/// The checksum of PNG's chunks (W3C PNG, Annex D), by the processor's own instructions.
enum CRC32 {
    static func of(_ bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBytes { unsafe Int(libdeflate_crc32(0, $0.baseAddress, $0.count)) }
    }
}
