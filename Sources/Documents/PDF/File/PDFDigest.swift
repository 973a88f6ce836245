import CDeflate

/// Computes a file's identifier (ISO 32000-1, 14.4) from checksums of all bytes, without using the
/// clock.
struct PDFDigest {
    private var crc: UInt32 = 0
    private var adler: UInt32 = 1
    private var count: UInt64 = 0

    mutating func add(_ bytes: [UInt8]) {
        crc = unsafe libdeflate_crc32(crc, bytes, bytes.count)
        adler = unsafe libdeflate_adler32(adler, bytes, bytes.count)
        count += UInt64(bytes.count)
    }

    /// The sixteen bytes of the identifier.
    var bytes: [UInt8] {
        let sums = [UInt64(crc) << 32 | UInt64(adler), count]
        return sums.flatMap { sum in
            stride(from: 56, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: sum >> UInt64($0))
            }
        }
    }
}
