import CDeflate

/// The checksum of PNG chunks (W3C PNG, Annex D), using processor instructions.
enum CRC32 {
    static func of(_ bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBytes { unsafe Int(libdeflate_crc32(0, $0.baseAddress, $0.count)) }
    }
}
